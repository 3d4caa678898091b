// The node view in narrow windows: no control is clipped, in English or in a language with texts as long as in German.
import { afterEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { hasBrowser, startJourney, type Journey } from './browser.ts';
import { cutControls } from './page-checks.ts';
import { EditorPage } from './pages/editor-page.ts';
import { speakPseudo } from './pseudo-locale.ts';
import { node, to } from './row-of-nodes.ts';

const rows = Array.from({ length: 120 }, (_, at) => ({ json: { order: `A-${at}`, customer: 'Nora Lindqvist', country: 'SE', total: at } }));
const branches = (...names: readonly string[]) => ({ main: names.map((name) => [{ node: name, type: 'main', index: 0 }]) });
const condition = {
  id: 'large',
  leftValue: '={{ $json.total }}',
  rightValue: 60,
  operator: { type: 'number', operation: 'gt' },
};
const pairs = { parameters: [{ name: 'a', value: '1' }] };
const request = {
  method: 'POST',
  url: 'http://127.0.0.1:1',
  sendQuery: true,
  queryParameters: pairs,
  sendBody: true,
  bodyParameters: pairs,
};

/** Different pane contents: one or two inputs and outputs, pinned or not, several pages, a trigger's panel, no data. */
const workflow = {
  name: 'Narrow',
  nodes: [
    node('Start', 'manualTrigger', 1, 0),
    node('Shape', 'code', 2, 200, { jsCode: 'return $input.all();' }),
    node('Large', 'if', 2.2, 400, {
      conditions: {
        options: { version: 2, leftValue: '', caseSensitive: true, typeValidation: 'strict' },
        combinator: 'and',
        conditions: [condition],
      },
    }),
    node('Ask', 'httpRequest', 4.2, 600, request),
    node('Edit', 'set', 3.4, 800, {
      assignments: { assignments: [{ id: 'a', name: 'sum', type: 'number', value: '={{ $json.total }}' }] },
    }),
    node('Hook', 'webhook', 2, 1000, { path: 'narrow', options: {} }),
    node('Alone', 'merge', 3, 1200),
  ],
  connections: { Start: to('Shape'), Shape: to('Large'), Large: branches('Ask', 'Edit') },
  settings: { executionOrder: 'v1' },
  pinData: { Start: rows, Ask: rows },
};

/** Runs in the page: returns headers of panes that wrap, whose controls do not fit, or in which a name is cut for the words beside it. */
const measureHeads = String.raw`[...document.querySelectorAll('.node-view .data-head')].flatMap((head) => {
  const { height, right } = head.getBoundingClientRect();
  const edge = right - Number.parseFloat(getComputedStyle(head).paddingRight);
  const isOverPadding = (head.lastElementChild?.getBoundingClientRect().right ?? 0) > edge + 1;
  const isNameCut = [...head.querySelectorAll('.select-value')].some((name) => {
    const more = name.nextElementSibling;
    return name.scrollWidth > name.clientWidth && more?.matches('.select-more') && more.offsetWidth > 0;
  });
  const fits = height <= 60 && head.scrollWidth <= head.clientWidth && !isOverPadding && !isNameCut;
  return fits ? [] : ['header of ' + height + ' px: ' + head.textContent];
})`;

const wrappedHeads = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(measureHeads);

let journey: Journey | undefined;
afterEach(async ({ task }) => {
  await journey?.close(task.result?.state === 'fail');
  journey = undefined;
});

describe.skipIf(!hasBrowser)('no control of the node view is clipped', () => {
  it.each([
    ['in English', async () => undefined],
    ['in a language as long as German', speakPseudo],
  ] as const)('%s, at 900, 1024 and 1280 pixels', async (_name, speak) => {
    journey = await startJourney();
    const { page, server, faults } = journey;
    const editor = new EditorPage(page);
    await speak(page);
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
    await page.goto(`workflow/${id}`);
    await editor.node('Alone').waitFor();
    await editor.press('Control+Enter');
    await page.locator('.run-bar [data-state="success"]').waitFor();
    const cut = new Set<string>();
    const look = async (where: string, within: string): Promise<void> => {
      for (const line of await cutControls(page, within)) cut.add(`${where}: ${line}`);
    };
    for (const { name } of workflow.nodes) {
      await editor.node(name).dblclick();
      await page.locator('.node-view-side .data-pane').last().waitFor();
      if (name === 'Shape') await page.locator('.monaco-editor').first().waitFor();
      for (const width of [900, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => wrappedHeads(page), { message: `${name}, ${width}` }).toEqual([]);
        for (const tab of await page.locator('.node-view-tabs > [role="tab"]').all()) {
          await tab.click();
          await look(`${name}, ${width}`, '.node-view');
          // A field's tools appear on hover.
          if (width !== 900 || !['Large', 'Ask'].includes(name)) continue;
          for (const field of await page.locator('.node-view-form .param:visible').all()) {
            await field.hover({ position: { x: 20, y: 4 }, force: true });
            await look(`${name}, ${width}, tools`, '.node-view-form');
          }
        }
      }
      await editor.press('Escape');
      await page.locator('.node-view').waitFor({ state: 'detached' });
    }
    expect([...cut]).toEqual([]);
    expect(faults).toEqual([]);
  });
});
