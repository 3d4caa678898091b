// Copies, activation and settings of a workflow, from the editor and from the list.
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { goTo } from './window.ts';
import { WorkflowDialogs } from './pages/workflow-dialogs.ts';

let journey: Journey;
let editor: EditorPage;
let dialogs: WorkflowDialogs;

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly version: number;
  readonly settings?: object;
  readonly nodes: readonly { readonly id: string; readonly webhookId?: string; readonly parameters: { readonly path?: string } }[];
}

/** A workflow whose webhook path is its name. */
const workflow = (name: string): object => ({
  name,
  nodes: [
    {
      id: 'hook',
      name: 'Hook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: `${name}-hook`,
      parameters: { path: name, options: {} },
    },
  ],
  connections: {},
  settings: { executionOrder: 'v1' },
});

const created = (name: string): Promise<Saved> =>
  journey.server.data<Saved>({ method: 'POST', url: '/rest/workflows', body: workflow(name) });
const read = (id: string): Promise<Saved> => journey.server.data<Saved>({ url: `/rest/workflows/${id}` });

/** One server and one page for all tests; each has its own workflow. */
describe.skipIf(!hasBrowser)('about a workflow', () => {
  oneJourney((...started) => {
    [journey, editor] = started;
    dialogs = new WorkflowDialogs(journey.page);
    return editor.open();
  });

  it('there are no settings before the first save', async () => {
    const { page, faults } = journey;
    await dialogs.fromHeader('Settings');
    await page.getByText('No workflow active').waitFor();
    expect(faults).toEqual([]);
  });

  it('a copy contains unsaved work and opens in a new window: saved, inactive, with its own address; settings are saved separately, without a conflict', async () => {
    const { page, context, faults } = journey;
    const { id } = await created('Orders');
    await editor.goToWorkflow({ id, name: 'Orders' });
    await editor.addAtPlus('Hook', 'no operation');
    await dialogs.fromHeader('Duplicate');
    await dialogs.copyName.waitFor();
    expect(await dialogs.copyName.inputValue()).toBe('Orders copy');
    const opening = context.waitForEvent('page');
    await dialogs.duplicate();
    const second = await opening;
    const copyEditor = new EditorPage(second);
    await expect.poll(() => copyEditor.nodes.count()).toBe(2);
    const copy = await read(new URL(second.url()).pathname.split('/').at(-1) ?? '');
    expect(copy).toMatchObject({ name: 'Orders copy', active: false });
    expect([copy.id === id, copy.nodes[0]?.id === 'hook', copy.nodes[0]?.webhookId === 'Orders-hook']).toEqual([false, false, false]);
    expect(copy.nodes[0]?.parameters.path).toBe(copy.nodes[0]?.webhookId);
    await second.close();
    // The original has not been saved, and its new node is still unsaved.
    expect((await read(id)).nodes).toHaveLength(1);
    await page.getByText('Unsaved changes').waitFor();

    await dialogs.fromHeader('Settings');
    await dialogs.searchFor('Time zone', 'Europe/Berlin');
    await dialogs.choose('Save manual executions', 'Save');
    await dialogs.limit.click();
    await dialogs.saveSettings();
    await page.getByText('Timeout is activated but set to 0').waitFor();
    await dialogs.limitTo('minutes', '2');
    await dialogs.saveSettings();
    await dialogs.settings.waitFor({ state: 'detached' });
    const settings = { executionOrder: 'v1', timezone: 'Europe/Berlin', saveManualExecutions: true, executionTimeout: 120 };
    expect(await read(id)).toMatchObject({ settings, nodes: [{ id: 'hook' }] });
    await page.getByText('Unsaved changes').waitFor();
    await editor.save();
    const saved = await read(id);
    expect([saved.nodes.length, saved.settings]).toEqual([2, settings]);
    expect(faults).toEqual([]);
  });

  it('activation is refused while nodes have issues, saves changes first, and is explained until the user opts out', async () => {
    const { page, faults } = journey;
    const { id } = await created('Bills');
    await editor.goToWorkflow({ id, name: 'Bills' });
    await editor.addAtPlus('Hook', 'http request');
    await editor.active.click();
    await page.getByText('Fix these issues before activating:').waitFor();
    expect((await read(id)).nodes).toHaveLength(1);
    await editor.press('Control+z');
    await editor.addAtPlus('Hook', 'no operation');
    await editor.active.click();
    const explained = page.getByRole('dialog', { name: 'The workflow is active' });
    await explained.waitFor();
    expect(await read(id)).toMatchObject({ active: true, nodes: [{}, {}] });
    await explained.getByRole('checkbox', { name: "Don't show this again" }).click();
    await explained.getByRole('button', { name: 'Got it' }).click();
    await explained.waitFor({ state: 'detached' });
    await editor.active.click();
    await expect.poll(async () => (await read(id)).active).toBe(false);
    await editor.active.click();
    await expect.poll(async () => (await read(id)).active).toBe(true);
    expect(await explained.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('a copy from the list needs a name; discarding changed settings asks first', async () => {
    const { page, context, faults } = journey;
    const { id } = await created('Tasks');
    await goTo(page, 'workflows');
    await dialogs.fromList('Tasks', 'Duplicate');
    await dialogs.copyName.fill(' ');
    await dialogs.duplicate();
    await page.getByText('Please enter a name.').waitFor();
    await dialogs.copyName.fill('Second');
    const opening = context.waitForEvent('page');
    await dialogs.duplicate();
    await (await opening).close();
    await page.getByRole('button', { name: 'Second', exact: true }).waitFor();

    await dialogs.fromList('Tasks', 'Settings');
    await dialogs.limit.click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard', exact: true }).click();
    await dialogs.settings.waitFor({ state: 'detached' });
    expect((await read(id)).settings).toEqual({ executionOrder: 'v1' });
    expect(faults).toEqual([]);
  });
});
