// Journeys of one test file: each begins with a server and a page of its own, and ends with its test or, where tests share it, with the last of them.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startJourney, type Journey, type JourneyOptions } from './browser.ts';
import { EditorPage } from './pages/editor-page.ts';

/** Called at the top of a test file; returns how a journey is begun. */
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

/** Called in a `describe`: one journey for all its tests. `begin` takes it, and goes to where they start. */
export function oneJourney(begin: (journey: Journey, editor: EditorPage) => void | Promise<void>, options?: () => JourneyOptions): void {
  let journey: Journey | undefined;
  let hasFailed = true;
  beforeAll(async () => {
    journey = await startJourney(options?.());
    await begin(journey, new EditorPage(journey.page));
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

/** Nothing went wrong in any page, whatever the tests looked at. */
function expectNoErrors({ faults }: Journey): void {
  expect(faults).toEqual([]);
}
