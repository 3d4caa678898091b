// A running execution survives a page reload: it is followed, and its results are shown at the end, whether they are saved for good or for a day.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubServer, type StubServer } from '../../engine/testing/stub-server.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import type { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

/** Delays its responses until they are released. */
let service: StubServer;
const blocked: ServerResponse[] = [];
beforeAll(async () => {
  service = await stubServer((_request, response) => void blocked.push(response));
});
afterAll(() => service.close());

function release(): void {
  for (const response of blocked.splice(0)) response.setHeader('content-type', 'application/json').end('[{"total":1},{"total":2}]');
}

const workflow = (saveManualExecutions: boolean): object => ({
  name: saveManualExecutions ? 'Kept' : 'Not kept',
  nodes: [
    node('Start', 'manualTrigger', 1, 0),
    node('Ask', 'httpRequest', 4.2, 220, { url: service.address }),
    node('End', 'noOp', 1, 440),
  ],
  connections: {
    Start: to('Ask'),
    Ask: to('End'),
  },
  settings: { executionOrder: 'v1', saveManualExecutions },
});

let journey: Journey;
let editor: EditorPage;

/** Runs the workflow until it waits for the service, and reloads the page; resolves when the page shows the run. */
async function runAndReload(isSaved: boolean): Promise<void> {
  const { page, server } = journey;
  const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow(isSaved) });
  await editor.open(`workflow/${id}`);
  await editor.node('Ask').waitFor();
  await editor.run();
  await expect.poll(() => blocked.length).toBe(1);
  // The service may be asked before the page knows which execution it has started.
  const isKnown = (key: string): boolean => Object.keys(sessionStorage).some((name) => name.endsWith(key));
  await expect.poll(() => page.evaluate(isKnown, `run:${id}`)).toBe(true);
  await page.reload();
  await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Running/);
}

describe.skipIf(!hasBrowser)('a run that continues over a reload', () => {
  oneJourney((...started) => {
    [journey, editor] = started;
  });

  it.each([
    ['saved for good', true],
    ['kept for a day', false],
  ])('shows its results at the end if they are %s', async (_how, isSaved) => {
    await runAndReload(isSaved);
    release();
    await expect.poll(() => editor.runStatus.textContent()).toMatch(/^Succeeded in/);
    await expect.poll(() => editor.counts.allTextContents()).toEqual(['1 item', '2 items', '2 items']);
    expect(journey.faults).toEqual([]);
  });
});
