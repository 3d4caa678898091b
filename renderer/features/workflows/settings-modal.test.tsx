// The settings dialog: shows saved values, rejects invalid limits, saves with the version, and asks before discarding changes.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { SettingsModal } from './settings-modal.tsx';
import { eventually } from '../../testing/setup.ts';

let requests: { readonly url: string; readonly body: unknown }[];
let closed: number;
let rejection: object | undefined;

const instance = {
  timezone: 'America/New_York',
  saveDataErrorExecution: 'all',
  saveDataSuccessExecution: 'none',
  saveManualExecutions: false,
  saveExecutionProgress: true,
  workflowCallerPolicyDefaultOption: 'none',
  executionTimeout: -1,
  maxExecutionTimeout: 3600,
};
const workflow = {
  id: '1',
  name: 'Orders',
  version: 4,
  active: false,
  tags: [],
  nodes: [],
  connections: {},
  settings: { own: 1, executionOrder: 'v1' },
};

const replyTo = (path: string): unknown => {
  if (path === '/rest/settings') return instance;
  if (path === '/rest/workflows/1') return workflow;
  if (path === '/rest/workflows') return [{ id: '8', name: 'Billing' }];
  return path === '/rest/options/timezones' ? { 'Europe/Berlin': 'Europe/Berlin' } : [];
};

beforeEach(async () => {
  requests = [];
  closed = 0;
  rejection = undefined;
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const url = new URL(address);
    if (method !== 'PATCH') return Response.json({ data: replyTo(url.pathname) });
    requests.push({ url: url.pathname + url.search, body: JSON.parse(body ?? '') });
    return rejection === undefined || url.search !== ''
      ? Response.json({ data: { ...workflow, version: 5 } })
      : Response.json(rejection, { status: 409 });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate());
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ConfirmProvider>
          <SettingsModal modal={{ name: 'workflow-settings', activeId: '1' }} onClose={() => (closed += 1)} />
        </ConfirmProvider>
      </TooltipProvider>
    </Provider>,
  );
  await screen.findByText('Settings of Orders');
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const save = async (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const limit = screen.getByRole.bind(screen);

it("shows the instance's defaults", () => {
  expect(screen.getByRole('combobox', { name: 'Save failed executions' }).textContent).toContain('Instance default: Save');
  expect(screen.getByRole('combobox', { name: 'Save successful executions' }).textContent).toContain("Instance default: Don't save");
  expect(screen.getByRole('combobox', { name: 'Save execution progress' }).textContent).toContain('Instance default: ');
  expect(screen.getByRole('combobox', { name: 'May be called by' }).textContent).toContain('Instance default: No other workflow');
  expect(screen.getByRole('combobox', { name: /^Time zone/ }).textContent).toContain('America/New_York');
});

it('accepts a list of callers, and names the known ones', async () => {
  await userEvent.click(screen.getByRole('combobox', { name: 'May be called by' }));
  await userEvent.click(await screen.findByRole('option', { name: 'The workflows listed here' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Workflow IDs' }), '7, 8');
  expect(screen.getByText('Your workflows: Billing')).toBeTruthy();
  await save();
  await eventually(() => expect(closed).toBe(1));
  const settings = { own: 1, executionOrder: 'v1', callerPolicy: 'workflowsFromAList', callerIds: '7, 8' };
  expect(requests).toEqual([{ url: '/rest/workflows/1', body: { version: 4, settings } }]);
});

it('refuses a limit of 0 and one that is too long, and saves a valid one on the loaded version', async () => {
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
  await userEvent.click(limit('switch', { name: 'Time limit' }));
  await save();
  expect(screen.getByText('Timeout is activated but set to 0')).toBeTruthy();
  const hours = screen.getByRole('spinbutton', { name: 'hours' });
  await userEvent.clear(hours);
  await userEvent.type(hours, '2');
  expect(screen.getByText('Maximum Timeout is: 1 hours, 0 minutes, 0 seconds')).toBeTruthy();
  await save();
  expect(requests).toEqual([]);
  await userEvent.clear(hours);
  await userEvent.type(hours, '1,5');
  expect(screen.getByText(/^Enter whole numbers/)).toBeTruthy();
  await userEvent.clear(hours);
  await userEvent.type(screen.getByRole('spinbutton', { name: 'minutes' }), '5');
  await save();
  await eventually(() => expect(closed).toBe(1));
  expect(requests).toEqual([
    { url: '/rest/workflows/1', body: { version: 4, settings: { own: 1, executionOrder: 'v1', executionTimeout: 300 } } },
  ]);
});

it('saves limits for models, once they are numbers', async () => {
  const [perRun, perDay] = screen.getAllByRole('textbox', { name: 'US dollars' }) as [HTMLElement, HTMLElement];
  await userEvent.type(perRun, 'a');
  await save();
  expect(screen.getByText('Enter a number such as 0.5, or nothing.')).toBeTruthy();
  expect(requests).toEqual([]);
  await userEvent.clear(perRun);
  await userEvent.type(perRun, '0.5');
  await userEvent.type(perDay, '2');
  await save();
  await eventually(() => expect(closed).toBe(1));
  expect(requests).toMatchObject([{ body: { settings: { own: 1, modelLimits: { runCost: 0.5, dayCost: 2 } } } }]);
});

it("offers to overwrite another user's version", async () => {
  rejection = { code: 'WORKFLOW_CHANGED', message: 'It was saved by somebody else.', status: 409 };
  await userEvent.click(limit('switch', { name: 'Time limit' }));
  await userEvent.type(screen.getByRole('spinbutton', { name: 'seconds' }), '9');
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Overwrite' }));
  await eventually(() => expect(closed).toBe(1));
  expect(requests.map(({ url }) => url)).toEqual(['/rest/workflows/1', '/rest/workflows/1?forceSave=true']);
});

it('asks before discarding changes, and closes at once without changes', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(closed).toBe(1);
  await userEvent.click(limit('switch', { name: 'Time limit' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(closed).toBe(1);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await eventually(() => expect(closed).toBe(2));
});
