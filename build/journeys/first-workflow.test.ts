// The first journey: a trigger, Set, If and two ends, by mouse; saved, run, seen, and still there after loading it again. And the way back.
import { afterEach, describe, expect, it } from 'vitest';
import { hasBrowser, startJourney, type Journey } from './browser.ts';
import { EditorPage } from './pages/editor-page.ts';

const open: Journey[] = [];
afterEach(async () => {
  for (const journey of open.splice(0)) await journey.close();
});

async function begin(options?: Parameters<typeof startJourney>[0]): Promise<Journey & { readonly editor: EditorPage }> {
  const journey = await startJourney(options);
  open.push(journey);
  const editor = new EditorPage(journey.page);
  await editor.open();
  return { ...journey, editor };
}

const trigger = 'When clicking ‘Execute workflow’';

async function build(editor: EditorPage): Promise<void> {
  await editor.addFirst('manual trigger');
  await editor.addAtPlus(trigger, 'edit fields');
  await editor.addAtPlus('Edit Fields', 'if');
  await editor.addAtPlus('If', 'no operation', 'true');
  await editor.addAtPlus('If', 'no operation', 'false');
}

describe.skipIf(!hasBrowser)('a first workflow', () => {
  it('is built by mouse, saved, run, and still there after loading it again', async () => {
    const { editor, page, faults } = await begin();
    await build(editor);
    await expect.poll(() => editor.nodes.count()).toBe(5);
    await editor.save();
    await expect.poll(() => page.url()).toMatch(/\/workflow\/\w{16}$/);
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    await expect.poll(() => editor.counts.count()).toBeGreaterThanOrEqual(3);
    await page.reload();
    await expect.poll(() => editor.nodes.count()).toBe(5);
    expect(faults).toEqual([]);
  });

  it('is built with the keyboard alone', async () => {
    const { editor, page, faults } = await begin();
    await page.getByRole('button', { name: 'Add the first step' }).focus();
    await editor.press('Enter');
    await editor.pick('manual trigger');
    for (const search of ['edit fields', 'if', 'no operation']) {
      await editor.press('n');
      await editor.pick(search);
    }
    await expect.poll(() => editor.nodes.count()).toBe(4);
    await editor.press('Control+s');
    await page.getByRole('button', { name: /^Saved/ }).waitFor();
    await editor.press('Control+Enter');
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    expect(faults).toEqual([]);
  });

  it('goes back step by step, and forward again', async () => {
    const { editor, faults } = await begin();
    await build(editor);
    for (const left of [4, 3, 2, 1, 0]) {
      await editor.press('Control+z');
      await expect.poll(() => editor.nodes.count()).toBe(left);
    }
    for (const back of [1, 2, 3, 4, 5]) {
      await editor.press('Control+Shift+z');
      await expect.poll(() => editor.nodes.count()).toBe(back);
    }
    expect(faults).toEqual([]);
  });

  it('asks before unsaved changes are left', async () => {
    const { editor, page, faults } = await begin();
    await editor.addFirst('manual trigger');
    await page.getByRole('link', { name: 'Credentials' }).click();
    await page.getByRole('dialog', { name: 'Save your changes?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => editor.nodes.count()).toBe(1);
    expect(faults).toEqual([]);
  });
});

const node = (name: string, type: string, parameters: object, more: object = {}): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: type === 'webhook' ? 2 : 3.4,
  position: [name === 'Set' ? 200 : 0, 0],
  parameters,
  ...more,
});
const hooked = {
  name: 'Hooked',
  nodes: [
    node('Hook', 'webhook', { path: 'journey', httpMethod: 'POST', responseMode: 'lastNode', options: {} }, { webhookId: 'journey-hook' }),
    node('Set', 'set', {
      assignments: { assignments: [{ id: 'a', name: 'n', type: 'number', value: '={{ $json.body.n * 2 }}' }] },
      options: {},
    }),
  ],
  connections: { Hook: { main: [[{ node: 'Set', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1' },
};

describe.skipIf(!hasBrowser)('a workflow with a webhook', () => {
  it('is pasted as text, waits for its test call, and answers when it is active', async () => {
    const { editor, page, server, faults } = await begin();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(JSON.stringify(hooked))})`);
    await editor.canvas.click({ position: { x: 200, y: 120 } });
    await editor.press('Control+v');
    await expect.poll(() => editor.nodes.count()).toBe(2);
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Waiting for the trigger/);
    const call = (kind: string): Promise<Response> =>
      fetch(new URL(`${kind}/journey`, server.server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"n":21}',
      });
    expect(await (await call('webhook-test')).json()).toEqual({ n: 42 });
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    await page.getByRole('switch', { name: 'Active' }).click();
    await expect.poll(async () => (await call('webhook')).status).toBe(200);
    const { results } = await server.data<{ results: { id: string }[] }>({ url: '/rest/executions' });
    await page.goto(`execution/${results[0]?.id ?? ''}`);
    await page.getByText('Read-only').waitFor();
    await expect.poll(() => editor.counts.count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Run workflow/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('the look', () => {
  it.each(['light', 'dark'] as const)('is kept in %s', async (theme) => {
    const { editor, page, faults } = await begin({ theme });
    await build(editor);
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
    const folder = process.env['MILLRACE_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/editor-${theme}.png` });
    expect(faults).toEqual([]);
  });
});
