// Events of user-event that return when their effects have run.
import { configure, getConfig } from '@testing-library/dom';

/** The real function: tests may replace the clock later. */
const nextTurn = setImmediate;
/** Turns of the event loop in which effects run, change the state, and are rendered. */
const TURNS = 4;

let settling: ReturnType<typeof getConfig>['asyncWrapper'] | undefined;

/** Called before each test file, since React's testing library replaces the wrapper when it is first imported. */
export function settleEvents(): void {
  const before = { ...getConfig() };
  if (before.asyncWrapper === settling) return;
  settling = (action) =>
    before.asyncWrapper(async () => {
      const result = await action();
      for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => nextTurn(resolve));
      return result;
    });
  configure({ asyncWrapper: settling });
}
