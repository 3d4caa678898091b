// Journeys of one test file: each begins with a server and a browser of its own, and all end with their test.
import { afterEach } from 'vitest';
import { startJourney, type Journey, type JourneyOptions } from './browser.ts';

/** Called at the top of a test file; answers how a journey is begun. */
export function journeys(): (options?: JourneyOptions) => Promise<Journey> {
  const open: Journey[] = [];
  afterEach(async ({ task }) => {
    for (const journey of open.splice(0)) await journey.close(task.result?.state === 'fail');
  });
  return async (options) => {
    const journey = await startJourney(options);
    open.push(journey);
    return journey;
  };
}
