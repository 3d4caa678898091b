// The tags of a workflow: how many are visible, choosing, creating, and nothing where tags are switched off.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { eventually } from '../../testing/setup.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { TagPicker } from './index.ts';

const tags = Array.from({ length: 25 }, (_, index) => ({ id: `t${index}`, name: `tag ${index}`, createdAt: '', updatedAt: '' }));
let isOff: boolean;
let latest: readonly string[];

const replyTo = (path: string, body: string | undefined): unknown => {
  if (path === '/rest/settings') return { workflowTagsDisabled: isOff };
  return body === undefined ? tags : { ...(JSON.parse(body) as object), id: 'new', createdAt: '', updatedAt: '' };
};

beforeEach(() => {
  isOff = false;
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) =>
    Response.json({ data: replyTo(new URL(address).pathname, body) }),
  );
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Picker({ start }: { readonly start: readonly string[] }): ReactNode {
  const [chosen, setChosen] = useState(start);
  latest = chosen;
  return <TagPicker chosen={chosen} onChange={setChosen} />;
}

async function show(chosen: readonly string[]): Promise<void> {
  await store.dispatch(editorApi.endpoints.settings.initiate());
  render(
    <Provider store={store}>
      <TooltipProvider>
        <Picker start={chosen} />
      </TooltipProvider>
    </Provider>,
  );
}
const visibleTags = (): readonly string[] => screen.queryAllByText(/^tag \d+$/).map(({ textContent }) => textContent);

it('shows 20 tags, and counts the others', async () => {
  await show(tags.map(({ id }) => id));
  expect(await screen.findByRole('button', { name: '5 more tags' })).toBeTruthy();
  expect(visibleTags()).toEqual(tags.slice(0, 20).map(({ name }) => name));
});

it('counts tags that do not fit into the row', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function top(this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) < 3 ? 0 : 24;
  });
  await show(['t0', 't1', 't2', 't3', 't4']);
  expect(await screen.findByRole('button', { name: '2 more tags' })).toBeTruthy();
});

it('adds, creates and removes tags, and leads to their management', async () => {
  await show(['t1']);
  await userEvent.click(await screen.findByRole('button', { name: 'Tags' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'tag 7' }));
  expect(latest).toEqual(['t1', 't7']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'tag 1' }));
  await userEvent.type(screen.getByLabelText('Search or create a tag'), 'urgent{Enter}');
  await eventually(() => expect(latest).toEqual(['t7', 'new']));
  await userEvent.click(screen.getByRole('button', { name: 'Manage tags' }));
  expect(store.getState().ui.modals).toEqual([{ name: 'tags' }]);
});

it('is used by the keyboard alone: arrows lead through the search, the tags and the buttons', async () => {
  await show(['t1']);
  const focused = (): string | null | undefined =>
    document.activeElement?.closest('label')?.textContent ?? document.activeElement?.textContent;
  await userEvent.click(await screen.findByRole('button', { name: 'Tags' }));
  await screen.findByRole('checkbox', { name: 'tag 0' });
  await userEvent.type(screen.getByLabelText('Search or create a tag'), 'tag 2{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('tag 20');
  await userEvent.keyboard(' ');
  expect(latest).toEqual(['t1', 't20']);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByLabelText('Search or create a tag'));
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toBe('Manage tags');
});

it('opens by the count of the tags that are not visible', async () => {
  await show(tags.map(({ id }) => id));
  await userEvent.click(await screen.findByRole('button', { name: '5 more tags' }));
  expect(await screen.findByRole('checkbox', { name: 'tag 24', checked: true })).toBeTruthy();
});

it('renders nothing where tags are switched off', async () => {
  isOff = true;
  await show(['t1']);
  expect(screen.queryByRole('button')).toBeNull();
});
