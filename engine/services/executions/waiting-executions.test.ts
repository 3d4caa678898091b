import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ExecutionRecord } from '../../store/index.ts';
import { WaitingExecutions, type WaitingExecutionsPorts } from './waiting-executions.ts';

/** A service whose store returns the rows of `due`, one list per check; `resumeRun` receives the ids of resumed executions. */
function clockOver(due: (look: number) => readonly Partial<ExecutionRecord>[], resumeRun: (id: string) => unknown): WaitingExecutions {
  let look = 0;
  const ports = {
    store: { executions: { due: () => Promise.resolve(due(++look)), nextDue: () => Promise.resolve(undefined) } },
    executions: {
      resumeRun: (id: string) => {
        resumeRun(id);
        return Promise.resolve({ done: Promise.resolve({ result: {} }) });
      },
    },
    now: Date.now,
    responderOf: () => undefined,
    listenerOf: () => undefined,
    onEnd: () => undefined,
    logger: { warn: () => undefined },
  };
  return new WaitingExecutions(ports as unknown as WaitingExecutionsPorts);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an execution that starts to wait during a check is resumed by the next check', async () => {
  const resumed: string[] = [];
  const waiting = clockOver(
    (look) => {
      if (look > 1) return [{ id: 'late', waitTill: 1 }];
      waiting.expect(1);
      return [];
    },
    (id) => resumed.push(id),
  );
  waiting.look();
  await vi.advanceTimersByTimeAsync(1000);
  expect(resumed).toContain('late');
});

test('a rejected execution is tried again once it waits for another time', async () => {
  const tries: string[] = [];
  const waiting = clockOver(
    (look) => {
      if (look < 3) waiting.expect(1);
      return [{ id: 'taken elsewhere', waitTill: look < 3 ? 1 : 2 }];
    },
    (id) => {
      tries.push(id);
      throw new Error('it is not waiting');
    },
  );
  waiting.look();
  await vi.advanceTimersByTimeAsync(1000);
  expect(tries).toHaveLength(2);
});
