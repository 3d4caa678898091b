// The first workflow by mouse: trigger, Set, If and two ends; undo; save, run, both themes, reload.
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';

const startJourney = journeys();

async function openEditor(): Promise<Journey & { readonly editor: EditorPage }> {
  const journey = await startJourney();
  const editor = new EditorPage(journey.page);
  await editor.open();
  return { ...journey, editor };
}

const trigger = 'When clicking ‘Run workflow’';

type Step = () => Promise<unknown>;

/** Builds the workflow; each step is one step of undo. */
const building = (editor: EditorPage): readonly Step[] => [
  () => editor.addFirst('manual trigger'),
  () => editor.addAtPlus(trigger, 'edit fields'),
  () => editor.addAtPlus('Edit Fields', 'if'),
  () => editor.addAtPlus('If', 'no operation', 'true'),
  () => editor.addAtPlus('If', 'no operation', 'false'),
];

/** Changes it by the keyboard, and deletes everything; each step is one step of undo. */
const changing = ({ editor, page }: { readonly editor: EditorPage; readonly page: Page }): readonly Step[] => [
  async () => {
    await editor.node('If').click();
    await editor.press('d');
    await page.locator('[data-node][data-disabled]').waitFor();
  },
  async () => {
    await editor.press('F2');
    await page.getByRole('dialog').getByRole('textbox').fill('Which?');
    await editor.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await editor.node('Which?').waitFor();
  },
  async () => {
    await editor.press('Control+d');
    await editor.node('Which?1').waitFor();
  },
  async () => {
    await editor.press('Shift+S');
    await page.locator('[data-note]').waitFor();
    await editor.press('Escape');
  },
  async () => {
    await editor.press('Control+a');
    await editor.press('Delete');
    await editor.firstStep.waitFor();
  },
];

/** What the canvas shows of the workflow: the names of its nodes, with those that are disabled in brackets, and its notes. */
const drawn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`Array.from(document.querySelectorAll('[data-node], [data-note]'), (part) => {
    const name = part.querySelector('.node-label b')?.textContent ?? 'a note';
    return 'disabled' in part.dataset ? '[' + name + ']' : name;
  }).sort()`);

describe.skipIf(!hasBrowser)('a first workflow', () => {
  it('is built by mouse, undone and redone, saved, run, and still there after a reload', async () => {
    const { editor, page, faults } = await openEditor();
    const [built, changed] = [building(editor), changing({ editor, page })];
    const states = [await drawn(page)];
    for (const step of [...built, ...changed]) {
      await step();
      states.push(await drawn(page));
    }
    // Each step leaves its trace, so undo and redo are seen to do one step each.
    expect(states.every((state, at) => at === 0 || !isDeepStrictEqual(state, states[at - 1]))).toBe(true);
    for (const state of states.slice(0, -1).toReversed()) {
      await editor.press('Control+z');
      await expect.poll(() => drawn(page)).toEqual(state);
    }
    for (const state of states.slice(1)) {
      await editor.press('Control+Shift+z');
      await expect.poll(() => drawn(page)).toEqual(state);
    }
    for (const _ of changed) await editor.press('Control+z');
    await expect.poll(() => drawn(page)).toEqual(states[built.length]);
    await expect.poll(() => editor.wires.count()).toBe(4);

    await editor.save();
    await expect.poll(() => page.url()).toMatch(/\/workflow\/\w{16}$/);
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    await expect.poll(() => editor.counts.count()).toBeGreaterThanOrEqual(3);
    const message = [await editor.runStatus.textContent(), await editor.counts.allTextContents()];
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
      const folder = process.env['MILLRACE_SCREENSHOTS'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/editor-${theme}.png` });
    }
    await page.reload();
    await expect.poll(() => drawn(page)).toEqual(states[built.length]);
    await expect.poll(async () => [await editor.runStatus.textContent(), await editor.counts.allTextContents()]).toEqual(message);
    await editor.node('Edit Fields').dblclick();
    await editor.nodeOpened();
    expect(await page.locator('.data-banner').count()).toBe(0);
    await editor.press('Escape');
    await page.getByRole('button', { name: 'Clear results' }).click();
    await expect.poll(() => editor.counts.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('is built by keyboard, and leaving it unsaved asks first', async () => {
    const { editor, page, faults } = await openEditor();
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

    await editor.press('n');
    await editor.pick('no operation');
    await page.getByRole('link', { name: 'Credentials' }).click();
    await page.getByRole('dialog', { name: 'Save your changes?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => editor.nodes.count()).toBe(5);
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
  it('is pasted as text, waits for its test call, and responds when active', async () => {
    const { editor, page, server, faults } = await openEditor();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(JSON.stringify(hooked))})`);
    await editor.canvas.click({ position: { x: 200, y: 120 } });
    await editor.press('Control+v');
    await expect.poll(() => editor.nodes.count()).toBe(2);
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Waiting for Hook/);
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
    // On the connection, and at the output of the last node.
    await expect.poll(() => editor.counts.count()).toBe(2);
    expect(await page.getByRole('button', { name: /^Run workflow/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
