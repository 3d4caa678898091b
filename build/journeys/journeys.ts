// Manages the journeys of a test file: each starts with a server and page of its own, and ends with its test, or with the last of the tests that
// share it.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startJourney, type Journey, type JourneyOptions } from './browser.ts';
import { EditorPage } from './pages/editor-page.ts';

/** Called at the top of a test file; returns a function that starts a journey. */
export function journeys(): (options?: JourneyOptions) => Promise<Journey> {
  const open: Journey[] = [];
  afterEach(async ({ task }) => {
    for (const journey of open.splice(0)) {
      await journey.close(task.result?.state === 'fail');
      expectNoErrors(journey);
    }
  });
  return async (options) => {
    const journey = await startJourney(options);
    open.push(journey);
    return journey;
  };
}

/** Called in a `describe`: one journey for all its tests. `prepare` receives the journey and navigates to their start. */
export function oneJourney(prepare: (journey: Journey, editor: EditorPage) => void | Promise<void>, options?: () => JourneyOptions): void {
  let journey: Journey | undefined;
  let hasFailed = true;
  beforeAll(async () => {
    journey = await startJourney(options?.());
    await prepare(journey, new EditorPage(journey.page));
    hasFailed = false;
  });
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail';
  });
  afterAll(async () => {
    await journey?.close(hasFailed);
    if (journey !== undefined) expectNoErrors(journey);
  });
}

/** Fails if any page has logged an error, whatever the tests checked. */
function expectNoErrors({ faults }: Journey): void {
  expect(faults).toEqual([]);
}
