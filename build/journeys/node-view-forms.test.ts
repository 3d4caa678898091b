// The forms of many nodes, in both themes: axe finds nothing serious, and fields do not move when their tools appear.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './page-checks.ts';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { NodeViewPage } from './pages/node-view-page.ts';

const startJourney = journeys();

const total = '={{ $json.total }}';
const condition = { id: '1', leftValue: total, rightValue: 5, operator: { type: 'number', operation: 'gt' } };
const conditions = {
  options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
  combinator: 'and',
  conditions: [condition],
};

/** Name, type, version and parameters of each form. */
const forms: readonly (readonly [string, string, number, object])[] = [
  [
    'Request',
    'httpRequest',
    4.2,
    {
      method: 'POST',
      url: '={{ $json.url }}',
      sendHeaders: true,
      headerParameters: {
        parameters: [
          { name: 'accept', value: 'text/html' },
          { name: 'x', value: total },
        ],
      },
      options: { timeout: 5000, redirect: { redirect: { followRedirects: false } } },
    },
  ],
  ['Decide', 'if', 2.2, { conditions }],
  ['Route', 'switch', 3.2, { rules: { values: [{ conditions, renameOutput: true, outputKey: 'large' }] } }],
  [
    'Shape',
    'set',
    3.4,
    {
      assignments: {
        assignments: [
          { id: '1', name: 'sum', type: 'number', value: total },
          { id: '2', name: 'ok', type: 'boolean', value: true },
        ],
      },
    },
  ],
  ['Program', 'code', 2, { jsCode: 'return $input.all();' }],
  ['Join', 'merge', 3, { mode: 'combine', advanced: true, mergeByFields: { values: [{ field1: 'id', field2: 'order' }] } }],
  ['Call', 'executeWorkflow', 1.2, { workflowId: { __rl: true, mode: 'id', value: '' } }],
  ['Later', 'dateTime', 2, { operation: 'addToDate', magnitude: total, timeUnit: 'days', duration: 3 }],
  ['Read', 'xml', 1, { mode: 'xmlToJson', options: { attrkey: '$', trim: true } }],
  ['Times', 'scheduleTrigger', 1.2, { rule: { interval: [{ field: 'weeks', triggerAtDay: [1, 3], triggerAtHour: 7 }] } }],
  ['Hook', 'webhook', 2, { path: 'orders', httpMethod: 'POST', responseMode: 'responseNode', options: { rawBody: true } }],
];

const workflow = {
  name: 'Forms',
  nodes: [['Start', 'manualTrigger', 1, {}] as const, ...forms].map(([name, type, typeVersion, parameters], at) => ({
    id: name,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [(at % 6) * 220, Math.floor(at / 6) * 200],
    parameters,
    ...(type === 'webhook' ? { webhookId: 'forms' } : {}),
  })),
  connections: { Start: { main: [forms.slice(0, 9).map(([node]) => ({ node, type: 'main', index: 0 }))] } },
  pinData: { Start: [{ json: { url: 'https://example.com', total: 129 } }, { json: { total: 7 } }] },
  settings: { executionOrder: 'v1' },
};

/** Positions of the form's fields and cards. */
const positions = `[...document.querySelectorAll('.node-view-form .param, .node-view-form .param-card')].map((it) => {
  const { top, left, width, height } = it.getBoundingClientRect();
  return [top, left, width, height].map(Math.round).join(' ');
})`;

/** Screenshots of the form in both themes, if requested. */
async function keepPictures(page: Page, name: string): Promise<void> {
  const folder = process.env['MILLRACE_SCREENSHOTS'];
  if (folder === undefined) return;
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: `${folder}/form-${name.toLowerCase()}-${theme}.png` });
  }
}

describe.skipIf(!hasBrowser)('forms', () => {
  it('have no serious findings, and do not move', async () => {
    const { page, server, faults } = await startJourney();
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
    const editor = new EditorPage(page);
    const view = new NodeViewPage(page);
    await editor.open(`workflow/${id}`);
    const match: string[] = [];
    const moved: string[] = [];
    for (const [name] of forms) {
      await editor.node(name).dblclick();
      await view.form.waitFor();
      if (name === 'Program') await view.form.locator('.monaco-editor').first().waitFor();
      match.push(...(await seriousFindings(page, name, '.node-view')));
      const before = JSON.stringify(await page.evaluate(positions));
      for (const field of (await view.form.locator('.param').all()).slice(0, 6)) {
        await field.hover({ position: { x: 4, y: 4 } });
        if (JSON.stringify(await page.evaluate(positions)) !== before) moved.push(`${name}: ${(await field.textContent()) ?? ''}`);
      }
      await keepPictures(page, name);
      await view.close();
      await view.form.waitFor({ state: 'detached' });
    }
    expect(match).toEqual([]);
    expect(moved).toEqual([]);
    expect(faults).toEqual([]);
  }, 180_000);
});
