// Copies of a workflow, and its settings, from the editor and from the list.
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { WorkflowDialogs } from './pages/workflow-dialogs.ts';

const begin = journeys();

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly version: number;
  readonly settings?: object;
  readonly nodes: readonly { readonly id: string; readonly webhookId?: string; readonly parameters: { readonly path?: string } }[];
}

const orders = {
  name: 'Orders',
  nodes: [
    {
      id: 'hook',
      name: 'Hook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: 'orders-hook',
      parameters: { path: 'orders', options: {} },
    },
  ],
  connections: {},
  settings: { executionOrder: 'v1' },
};

const made = ({ server }: Journey): Promise<Saved> => server.data<Saved>({ method: 'POST', url: '/rest/workflows', body: orders });

/** The saved workflow in the editor, with a node that is not saved yet, and one of its dialogs. */
async function openedWithMore(
  dialog: 'Duplicate' | 'Settings',
): Promise<{ journey: Journey; id: string; editor: EditorPage; dialogs: WorkflowDialogs }> {
  const journey = await begin();
  const { id } = await made(journey);
  const editor = new EditorPage(journey.page);
  const dialogs = new WorkflowDialogs(journey.page);
  await editor.open(`workflow/${id}`);
  await editor.addAtPlus('Hook', 'no operation');
  await dialogs.fromHeader(dialog);
  return { journey, id, editor, dialogs };
}

const read = ({ server }: Journey, id: string): Promise<Saved> => server.data<Saved>({ url: `/rest/workflows/${id}` });

describe.skipIf(!hasBrowser)('a copy', () => {
  it('of what stands in the editor opens in a new window: saved, not active, with an address of its own', async () => {
    const { journey, id, dialogs } = await openedWithMore('Duplicate');
    await dialogs.copyName.waitFor();
    expect(await dialogs.copyName.inputValue()).toBe('Orders copy');
    const opening = journey.context.waitForEvent('page');
    await dialogs.duplicate();
    const second = await opening;
    const copyEditor = new EditorPage(second);
    await expect.poll(() => copyEditor.nodes.count()).toBe(2);
    const copy = await read(journey, new URL(second.url()).pathname.split('/').at(-1) ?? '');
    expect(copy).toMatchObject({ name: 'Orders copy', active: false });
    expect([copy.id === id, copy.nodes[0]?.id === 'hook', copy.nodes[0]?.webhookId === 'orders-hook']).toEqual([false, false, false]);
    expect(copy.nodes[0]?.parameters.path).toBe(copy.nodes[0]?.webhookId);
    // The original is as it was saved, and its unsaved node is still unsaved.
    expect((await read(journey, id)).nodes).toHaveLength(1);
    await journey.page.getByText('Unsaved changes').waitFor();
    expect(journey.faults).toEqual([]);
  });

  it('from the list needs a name', async () => {
    const journey = await begin();
    await made(journey);
    const dialogs = new WorkflowDialogs(journey.page);
    await journey.page.goto('workflows');
    await dialogs.fromList('Orders', 'Duplicate');
    await dialogs.copyName.fill(' ');
    await dialogs.duplicate();
    await journey.page.getByText('Please enter a name.').waitFor();
    await dialogs.copyName.fill('Second');
    const opening = journey.context.waitForEvent('page');
    await dialogs.duplicate();
    await opening;
    await journey.page.getByRole('button', { name: 'Second', exact: true }).waitFor();
    expect(journey.faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('activation', () => {
  it('is explained the first time, until that is not wanted any more', async () => {
    const journey = await begin();
    const { id } = await made(journey);
    const { page } = journey;
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    const explained = page.getByRole('dialog', { name: 'The workflow is active' });
    await editor.active.click();
    await explained.getByRole('checkbox', { name: 'Do not show this again' }).click();
    await explained.getByRole('button', { name: 'Got it' }).click();
    await explained.waitFor({ state: 'detached' });
    await editor.active.click();
    await expect.poll(async () => (await read(journey, id)).active).toBe(false);
    await editor.active.click();
    await expect.poll(async () => (await read(journey, id)).active).toBe(true);
    expect(await explained.count()).toBe(0);
    expect(journey.faults).toEqual([]);
  });

  it('is refused while nodes have issues, and saves first what is new', async () => {
    const journey = await begin();
    const { id } = await made(journey);
    const { page } = journey;
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    await editor.addAtPlus('Hook', 'http request');
    await editor.active.click();
    await page.getByText('The workflow has issues. Mend them before activating it:').waitFor();
    expect((await read(journey, id)).nodes).toHaveLength(1);
    await editor.press('Control+z');
    await editor.addAtPlus('Hook', 'no operation');
    await editor.active.click();
    await page.getByRole('dialog', { name: 'The workflow is active' }).waitFor();
    expect(await read(journey, id)).toMatchObject({ active: true, nodes: [{}, {}] });
    expect(journey.faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('settings', () => {
  it('are saved beside unsaved work, which can then be saved without a question', async () => {
    const { journey, id, editor, dialogs } = await openedWithMore('Settings');
    await dialogs.searchFor('Time zone', 'Europe/Berlin');
    await dialogs.choose('Save runs started by hand', 'Save');
    await dialogs.limit.click();
    await dialogs.saveSettings();
    await journey.page.getByText('Timeout is activated but set to 0').waitFor();
    await dialogs.limitTo('minutes', '2');
    await dialogs.saveSettings();
    await dialogs.settings.waitFor({ state: 'detached' });
    const settings = { executionOrder: 'v1', timezone: 'Europe/Berlin', saveManualExecutions: true, executionTimeout: 120 };
    expect(await read(journey, id)).toMatchObject({ settings, nodes: [{ id: 'hook' }] });
    await journey.page.getByText('Unsaved changes').waitFor();
    await editor.save();
    const saved = await read(journey, id);
    expect([saved.nodes.length, saved.settings]).toEqual([2, settings]);
    expect(journey.faults).toEqual([]);
  });

  it('that are changed and not saved are asked about, and stay as they were', async () => {
    const journey = await begin();
    const { id } = await made(journey);
    const dialogs = new WorkflowDialogs(journey.page);
    await journey.page.goto('workflows');
    await dialogs.fromList('Orders', 'Settings');
    await dialogs.limit.click();
    await journey.page.keyboard.press('Escape');
    await journey.page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard', exact: true }).click();
    await dialogs.settings.waitFor({ state: 'detached' });
    expect((await read(journey, id)).settings).toEqual({ executionOrder: 'v1' });
    expect(journey.faults).toEqual([]);
  });

  it('of a workflow that was never saved are not there yet', async () => {
    const { page, faults } = await begin();
    await new EditorPage(page).open();
    await new WorkflowDialogs(page).fromHeader('Settings');
    await page.getByText('No workflow active').waitFor();
    expect(faults).toEqual([]);
  });
});
