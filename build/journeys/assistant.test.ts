// The assistant: off at first; a model is chosen, asked about an error, and writes an expression, on a server with the API of OpenAI.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiServer } from '../../engine/testing/models/open-ai-server.ts';
import type { StubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser } from './browser.ts';
import { oneJourney } from './journeys.ts';
import { cutControls, seriousFindings } from './page-checks.ts';
import type { EditorPage } from './pages/editor-page.ts';

const node = (name: string, type: string, at: number, parameters: object, typeVersion = 1): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [at, 0],
  parameters,
});
const link = (to: string): object => ({ main: [[{ node: to, type: 'main', index: 0 }]] });
const workflow = {
  name: 'Orders',
  nodes: [
    node('Start', 'manualTrigger', 0, {}),
    node('Order', 'set', 220, { mode: 'raw', jsonOutput: '{"total": 129, "customer": "Ada"}', options: {} }, 3.4),
    node(
      'Text',
      'set',
      440,
      { assignments: { assignments: [{ id: '1', name: 'text', type: 'string', value: '={{ $json.customer }}' }] }, options: {} },
      3.4,
    ),
    node('Stop', 'stopAndError', 660, { errorMessage: 'The order has no address' }),
  ],
  connections: { Start: link('Order'), Order: link('Text'), Text: link('Stop') },
};

let models: StubServer;
beforeAll(async () => {
  models = await openAiServer((_body, index) =>
    index === 0
      ? { text: 'The node **Stop** fails by itself. ![x](https://example.com/x.png)' }
      : { text: '```\n{{ $json.customer }} owes {{ $json.total * 2 }}\n```' },
  );
});
afterAll(() => models.close());

describe.skipIf(!hasBrowser)('the assistant', () => {
  let page: Page;
  let editor: EditorPage;
  let id: string;
  oneJourney(async (journey, opened) => {
    ({ page } = journey);
    editor = opened;
    const { server } = journey;
    const data = { apiKey: 'sk-test', url: `${models.address}/v1` };
    await server.data({ method: 'POST', url: '/rest/credentials', body: { name: 'My models', type: 'openAiApi', data } });
    ({ id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow }));
    await editor.open(`workflow/${id}`);
  });

  const folder = process.env['MILLRACE_SCREENSHOTS'];
  /** Looks at a part of the page in both themes, in the usual and in the narrowest window. */
  const look = async (name: string, part: string): Promise<void> => {
    for (const width of [900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await seriousFindings(page, `${name}, ${width}`, part)).toEqual([]);
      expect(await cutControls(page, part)).toEqual([]);
      if (folder === undefined) continue;
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${folder}/assistant-${name}-${colorScheme}-${width}.png` });
      }
    }
  };
  const openNode = async (name: string): Promise<void> => {
    await editor.node(name).dblclick();
    await editor.nodeOpened();
  };
  const closeNode = async (): Promise<void> => {
    await editor.press('Escape');
    await page.locator('.node-view').waitFor({ state: 'detached' });
  };
  const askButton = (): Locator => page.getByRole('button', { name: 'Ask about this error' });
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });

  it('is off at first', async () => {
    await editor.run();
    await openNode('Stop');
    await page.getByRole('button', { name: 'Copy error' }).waitFor();
    expect(await askButton().count()).toBe(0);
    await closeNode();
  });

  it('has a model once the user chooses one from the list of a provider', async () => {
    await page.goto('settings/assistant');
    await page.getByRole('heading', { name: 'The assistant is off' }).waitFor();
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'OpenAI', exact: true }).click();
    await page.getByRole('combobox', { name: 'Credential' }).click();
    await page.getByRole('option', { name: 'My models' }).click();
    await page.getByRole('combobox', { name: /^Model/ }).click();
    await page.getByRole('option', { name: 'gpt-5-mini' }).click();
    await look('settings', '.page');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: 'The assistant is on' }).waitFor();
    expect(models.received.map(({ url }) => url)).toEqual(['/v1/models']);
  });

  it('is asked about an error with a text that is seen before', async () => {
    await editor.open(`workflow/${id}`);
    await editor.run();
    await openNode('Stop');
    await look('button', '.data-error');
    await askButton().click();
    const text = dialog('Ask about this error').getByRole('textbox', { name: 'Text that is sent' });
    const value = await text.inputValue();
    expect(value).toContain('The order has no address');
    await look('question', '.dialog');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('region', { name: 'Answer' }).getByText('A model wrote this').waitFor();
    expect(JSON.parse(models.received[1]?.body ?? '')).toMatchObject({ messages: [{ role: 'user', content: value }] });
    expect(await page.getByRole('region', { name: 'Answer' }).locator('img').count()).toBe(0);
    await look('answer', '.dialog');
    await editor.press('Escape');
    await dialog('Ask about this error').waitFor({ state: 'detached' });
    await closeNode();
  });

  it('writes an expression, which the user takes after seeing its result', async () => {
    await openNode('Text');
    await page.locator('.expression-field').first().hover();
    await page
      .getByRole('button', { name: /in a larger editor/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Write this expression' }).click();
    const writing = dialog('Write this expression');
    await writing.getByRole('textbox', { name: /return/ }).fill('Who owes twice the total');
    await writing.getByRole('button', { name: 'Send', exact: true }).click();
    const use = writing.getByRole('button', { name: 'Use' });
    await use.waitFor();
    await writing.getByText('Ada owes 258', { exact: true }).waitFor();
    await look('expression', '.dialog:has(.assistant-form)');
    await use.click();
    await writing.waitFor({ state: 'detached' });
    await page.locator('.expression-dialog .expression-output').getByText('Ada owes 258').waitFor();
    expect(models.received).toHaveLength(3);
    await editor.press('Escape');
    await dialog('Edit expression').waitFor({ state: 'detached' });
    await closeNode();
  });
});
