// Typing: fast, on a slow computer, and with an input method. Nothing is lost or doubled, the caret stays, and no key acts for the input method.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { oneJourney } from './journeys.ts';
import { Keys } from './keys.ts';
import type { EditorPage } from './pages/editor-page.ts';
import { NodeViewPage } from './pages/node-view-page.ts';

const node = (name: string, type: string, typeVersion: number, position: readonly [number, number], parameters: object) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position,
  parameters,
});
const to = (name: string): object => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
const workflow = {
  name: 'Typing',
  nodes: [
    node('Start', 'manualTrigger', 1, [0, 0], {}),
    node('Shape', 'set', 3.4, [220, 0], { assignments: { assignments: [{ id: '1', name: 'sum', type: 'string', value: '' }] } }),
    node('Program', 'code', 2, [440, 0], { jsCode: '' }),
    node('Ask', 'httpRequest', 4.2, [660, 0], { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' }),
    { ...node('Remark', 'stickyNote', 1, [0, 200], { content: '', width: 300, height: 200 }) },
  ],
  connections: { Start: to('Shape'), Shape: to('Program'), Program: to('Ask') },
  pinData: { Start: [{ json: { total: 129 } }] },
  settings: { executionOrder: 'v1' },
};

/** Long enough for several renders while it is typed, and without characters that editors close or complete. */
const sentence = 'The quick brown fox jumps over 0123456789 lazy dogs.';

let page: Page;
let keys: Keys;
let editor: EditorPage;
let view: NodeViewPage;
let stored: () => Promise<typeof workflow>;

function open(): void {
  oneJourney(async (journey, of) => {
    ({ page } = journey);
    editor = of;
    view = new NodeViewPage(page);
    keys = await Keys.of(page);
    const { server } = journey;
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
    stored = () => server.data<typeof workflow>({ url: `/rest/workflows/${id}` });
    await editor.open(`workflow/${id}`);
    await editor.node('Ask').waitFor();
  });
}

const parametersOf = async (name: string): Promise<Record<string, unknown>> =>
  (await stored()).nodes.find((each) => each.name === name)?.parameters as Record<string, unknown>;

async function openNode(name: string): Promise<void> {
  await editor.node(name).dblclick();
  await page.getByRole('dialog', { name: `Node ${name}` }).waitFor();
}

async function closeNode(name: string): Promise<void> {
  await view.close();
  await page.getByRole('dialog', { name: `Node ${name}` }).waitFor({ state: 'detached' });
}

/** Types into the focused field, then within what was typed. */
async function typedWhole(before = '', added = sentence): Promise<string> {
  await keys.typeFast(added);
  expect(await keys.field()).toEqual({ text: before + added, caret: before.length + added.length });
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowLeft');
  await keys.typeFast('<within>');
  const text = `${before}${added.slice(0, -10)}<within>${added.slice(-10)}`;
  expect(await keys.field()).toEqual({ text, caret: text.length - 10 });
  return text;
}

/** Visible text of a code editor, in which Monaco renders blanks as no-break spaces. */
const drawn = async (code: Locator): Promise<string> => (await code.locator('.view-lines').innerText()).replaceAll('\u00A0', ' ');

describe.skipIf(!hasBrowser)('typing fast loses nothing', () => {
  open();

  it('in the name of the workflow', async () => {
    await page.locator('.editor-name').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await keys.typeFast(sentence);
    expect((await keys.field()).text).toBe(sentence);
    await page.keyboard.press('Enter');
    await editor.save();
    expect((await stored()).name).toBe(sentence);
  });

  it('in a note', async () => {
    await page.locator('[data-note="Remark"]').dblclick();
    await page.getByRole('textbox', { name: 'Note text' }).waitFor();
    const text = await typedWhole();
    await page.keyboard.press('Control+Enter');
    await editor.save();
    expect((await parametersOf('Remark'))['content']).toBe(text);
  });

  it('in fields of a form, and in an expression', async () => {
    await openNode('Shape');
    await view.field('Name').click();
    await page.keyboard.press('End');
    const name = await typedWhole('sum');
    await view.field('Value').click();
    await keys.typeFast('Sum: {{ $json.total ');
    await keys.typeFast('}} and on ');
    expect(await keys.field()).toEqual({ text: 'Sum: {{ $json.total }} and on ', caret: 30 });
    const value = await typedWhole('Sum: {{ $json.total }} and on ', 'to the very end');
    await closeNode('Shape');
    await editor.save();
    expect(await parametersOf('Shape')).toMatchObject({ assignments: { assignments: [{ name, value: `=${value}` }] } });
  });

  it('in code', async () => {
    await openNode('Program');
    const code = view.form.locator('.monaco-editor').first();
    await code.click();
    await page.keyboard.press('Control+a');
    const words = `// ${sentence}`;
    await keys.typeFast(words);
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowLeft');
    await keys.typeFast('<within>');
    const text = `${words.slice(0, -10)}<within>${words.slice(-10)}`;
    expect(await drawn(code)).toBe(text);
    await closeNode('Program');
    await editor.save();
    expect((await parametersOf('Program'))['jsCode']).toBe(text);
  });

  it('in edited output', async () => {
    await openNode('Start');
    await view.output.getByRole('button', { name: 'Edit output' }).click();
    const code = view.output.locator('.monaco-editor').first();
    await code.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    // Within a string, editors neither close nor complete anything.
    const item = sentence.replace('fox', 'wolf');
    await keys.typeFast(item);
    await expect.poll(() => drawn(code)).toBe(item);
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowLeft');
    await keys.typeFast('within');
    await expect.poll(() => drawn(code)).toBe(`${item.slice(0, -10)}within${item.slice(-10)}`);
    await view.output.getByRole('button', { name: 'Cancel' }).click();
    await closeNode('Start');
  });
});

describe.skipIf(!hasBrowser)('keys of an input method', () => {
  open();

  /** Composes a word in the focused field, and accepts it with these keys. */
  const composed = async (): Promise<void> => keys.compose('東京', ['Enter', 'Escape', 'Tab', 'ArrowDown', ' ']);

  it.each([
    [
      'the name of the workflow',
      async (): Promise<void> => {
        await page.locator('.editor-name').click();
        await page.keyboard.press('Control+a');
      },
    ],
    [
      'a note',
      async (): Promise<void> => {
        await page.locator('[data-note="Remark"]').dblclick();
        await page.keyboard.press('Control+a');
      },
    ],
    [
      'the command palette',
      async (): Promise<void> => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('combobox').waitFor();
      },
    ],
    [
      'the search of the node creator',
      async (): Promise<void> => {
        await editor.canvas.click({ position: { x: 600, y: 420 } });
        await page.keyboard.press('n');
        await page.getByPlaceholder(/search nodes/i).waitFor();
      },
    ],
  ])('close, choose and double nothing in %s', async (_where, focus) => {
    await focus();
    await composed();
    expect((await keys.field()).text).toBe('東京');
    await composed();
    expect((await keys.field()).text).toBe('東京東京');
    await page.keyboard.press('Escape');
    expect(await editor.nodes.count()).toBe(4);
  });

  it('close, choose and double nothing in the name of a node, in its fields and suggestions', async () => {
    await openNode('Shape');
    await page.getByRole('dialog', { name: 'Node Shape' }).getByTitle('Rename this node').click();
    await page.keyboard.press('Control+a');
    await composed();
    expect((await keys.field()).text).toBe('東京');
    await page.keyboard.press('Escape');
    await view.field('Value').click();
    await keys.typeFast('{{ $json.');
    await view.suggestions.waitFor();
    await composed();
    expect((await keys.field()).text).toBe('{{ $json.東京 }}');
    await closeNode('Shape');
  });

  it('close and double nothing in the name of a credential and in its dialog', async () => {
    await openNode('Ask');
    await page.getByRole('button', { name: 'Create new credential' }).click();
    const dialog = page.getByRole('dialog', { name: 'Header Auth credential' });
    await dialog.locator('.credential-name').click();
    await page.keyboard.press('Control+a');
    await composed();
    expect((await keys.field()).text).toBe('東京');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: '東京' }).waitFor();
    await dialog.getByRole('textbox', { name: /^Name/ }).click();
    await composed();
    expect((await keys.field()).text).toBe('東京');
    expect(await dialog.isVisible()).toBe(true);
  });
});
