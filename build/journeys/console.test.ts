// Actions that must not log errors: closing code editors, and notes with forbidden content.
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { NodeViewPage } from './pages/node-view-page.ts';
import { node, to } from './row-of-nodes.ts';

const startJourney = journeys();

const notes = [
  '![Plan](http://example.com/plan.png)',
  '<img src="data:," onerror="alert(1)"> <b onclick="alert(1)">press</b>',
  '<base href="https://example.com/"><svg onload=alert(1)></svg>',
];

const workflow = {
  name: 'Quiet',
  nodes: [
    node('Start', 'manualTrigger', 1, 0),
    node('Shape', 'code', 2, 200, { jsCode: 'return [{ json: { total: 7 } }];' }),
    ...notes.map((content, at) => ({ ...node(`Note ${at}`, 'stickyNote', 1, at * 300, { content }), position: [at * 300, 200] })),
  ],
  connections: { Start: to('Shape') },
};

describe.skipIf(!hasBrowser)('the console is quiet', () => {
  it('with hostile notes, and code editors closed during use', async () => {
    const { page, server, faults } = await startJourney();
    const editor = new EditorPage(page);
    const view = new NodeViewPage(page);
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
    await editor.open(`workflow/${id}`);
    await page.getByText('press', { exact: true }).waitFor();
    // Blocked images show their alternative text.
    await expect.poll(() => page.getByAltText('Plan').getAttribute('src')).toBe(null);
    const code = page.locator('.monaco-editor');
    for (const language of ['Python (Pyodide)', 'JavaScript']) {
      await editor.node('Shape').dblclick();
      await code.first().click();
      await page.keyboard.type('items.');
      await view.field('Language').click();
      await page.getByRole('option', { name: language, exact: true }).click();
      await code.first().click();
      await page.keyboard.type('x');
      await view.close();
      await page.locator('.node-view').waitFor({ state: 'detached' });
    }
    await editor.node('Start').dblclick();
    await view.output.getByRole('button', { name: 'Edit output' }).click();
    await code.first().click();
    await page.keyboard.type('[{"a":');
    await view.output.getByRole('button', { name: 'Cancel' }).click();
    await code.waitFor({ state: 'detached' });
    // By now the workers have responded.
    await view.close();
    await page.locator('.node-view').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});
