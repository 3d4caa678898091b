// Working on the canvas: where the focus returns to, and what can be seen of nodes and notes.
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import type { EditorPage } from './pages/editor-page.ts';

const workflow = {
  name: 'Details',
  nodes: [
    { id: 'Start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    { id: 'Check', name: 'Check', type: 'n8n-nodes-base.if', typeVersion: 2.2, position: [200, 0], parameters: {} },
  ],
  connections: { Start: { main: [[{ node: 'Check', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1' },
};

let journey: Journey;
let editor: EditorPage;

/** One server and one page for all. */
describe.skipIf(!hasBrowser)('on the canvas', () => {
  oneJourney((...begun) => {
    [journey, editor] = begun;
  });
  beforeAll(async () => {
    const { id } = await journey.server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
    await editor.open(`workflow/${id}`);
    await editor.node('Check').waitFor();
  });

  it.each([
    ['the list of shortcuts', '?'],
    ['the command palette', 'Control+k'],
  ])('the focus returns to the node after %s was closed', async (_, keys) => {
    await editor.node('Check').click();
    const before = await editor.focused();
    expect(before).toMatch(/^Check/);
    await editor.press(keys);
    await journey.page.getByRole('dialog').waitFor();
    await editor.press('Escape');
    await journey.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => editor.focused()).toBe(before);
    expect(journey.faults).toEqual([]);
  });
});
