// The switch reflects the open workflow, even while a response about another one is pending.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { modalsClosed } from '../../../state/ui-slice.ts';
import { eventually } from '../../../testing/setup.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { selectEditor } from '../state/slices.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { ActiveSwitch } from './active-switch.tsx';

/** Responses to the activation requests, in order. */
let responses: (() => void)[];

const open = (id: string): void =>
  act(() => void store.dispatch(editorActions.opened({ workflow: { name: id, nodes: [], connections: {} }, id, version: 1 })));
const theSwitch = (): HTMLElement => screen.getByRole('switch', { name: 'Active' });
const switchState = (): readonly [on: string | null, isBusy: boolean] => [
  theSwitch().getAttribute('aria-checked'),
  theSwitch().hasAttribute('data-disabled'),
];

beforeEach(() => {
  responses = [];
  vi.stubGlobal('fetch', async (_address: string, { method }: { method: string }) => {
    if (method === 'PATCH') await new Promise<void>((resolve) => responses.push(resolve));
    return Response.json({ data: [] });
  });
  open('1');
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={typeLookup([])}>
            <ActiveSwitch />
          </EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(modalsClosed());
  store.dispatch(api.util.resetApiState());
});

it('is on from the request on, and stays on', async () => {
  await userEvent.click(theSwitch());
  await eventually(() => expect(responses.length).toBe(1));
  expect(switchState()).toEqual(['true', true]);
  responses[0]?.();
  await eventually(() => expect(switchState()).toEqual(['true', false]));
});

it('is not affected by pending or completed requests of another workflow', async () => {
  await userEvent.click(theSwitch());
  await eventually(() => expect(responses.length).toBe(1));
  open('2');
  expect(switchState()).toEqual(['false', false]);
  await userEvent.click(theSwitch());
  await eventually(() => expect(responses.length).toBe(2));
  await act(async () => responses[0]?.());
  await eventually(() => expect(store.getState().ui.modals.at(-1)?.name).toBe('activation'));
  await act(async () => undefined);
  expect([selectEditor(store.getState()).isActive, switchState()]).toEqual([false, ['true', true]]);
  responses[1]?.();
  await eventually(() => expect(switchState()).toEqual(['true', false]));
});
