import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { rankFor, type ExecutionRecord } from '../../store/index.ts';
import { WaitingExecutions, type WaitingExecutionsPorts } from './waiting-executions.ts';

/** A service whose store returns the rows of `due`, one list per check; `resumeRun` receives the ids of resumed executions. */
function clockOver(
  due: (look: number) => readonly Partial<ExecutionRecord>[],
  resumeRun: (id: string) => unknown,
  more: { readonly team?: WaitingExecutionsPorts['team']; readonly status?: string; readonly warn?: (message: string) => void } = {},
): WaitingExecutions {
  let look = 0;
  const ports = {
    store: { executions: { due: () => Promise.resolve(due(++look)), nextDue: () => Promise.resolve(undefined) } },
    executions: {
      statusOf: () => Promise.resolve(more.status ?? 'waiting'),
      resumeRun: (id: string) => {
        resumeRun(id);
        return Promise.resolve({ done: Promise.resolve({ result: {} }) });
      },
    },
    team: more.team,
    now: Date.now,
    responderOf: () => undefined,
    listenerOf: () => undefined,
    onEnd: () => undefined,
    logger: { warn: more.warn ?? (() => undefined) },
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

describe('beside other servers', () => {
  const team = (id: string): WaitingExecutionsPorts['team'] => ({ id, servers: ['a', 'b'] });
  const ids = Array.from({ length: 10 }, (_, index) => `execution ${index}`);
  const firstOn = (id: string): string[] => ids.filter((key) => rankFor(key, { id, servers: ['a', 'b'] }) === 0);

  test('each resumes those of which it is the first, and the others once they are overdue', async () => {
    const now = Date.now();
    const resumed: string[] = [];
    const waiting = clockOver(
      () => ids.filter((id) => !resumed.includes(id)).map((id) => ({ id, waitTill: now })),
      (id) => resumed.push(id),
      { team: team('a') },
    );
    waiting.look();
    await vi.advanceTimersByTimeAsync(900);
    expect(resumed).toEqual(firstOn('a'));
    await vi.advanceTimersByTimeAsync(200);
    expect(resumed).toEqual([...firstOn('a'), ...firstOn('b')]);
    await waiting.stop();
  });

  test('an execution that another one has resumed or stopped is no failure', async () => {
    const warned: string[] = [];
    const notWaiting = (): never => {
      throw new AppError('EXECUTION_NOT_FOUND', 'There is no waiting execution.');
    };
    const [id = ''] = firstOn('a');
    const waiting = clockOver(() => [{ id, waitTill: 1 }], notWaiting, {
      team: team('a'),
      status: 'running',
      warn: (text) => warned.push(text),
    });
    waiting.look();
    await vi.advanceTimersByTimeAsync(1);
    expect(warned).toEqual([]);
    await waiting.stop();
  });

  test('waits that others began are looked for every five seconds', async () => {
    let looks = 0;
    const waiting = clockOver(
      (look) => {
        looks = look;
        return [];
      },
      () => undefined,
      { team: team('a') },
    );
    waiting.look();
    await vi.advanceTimersByTimeAsync(15_100);
    expect(looks).toBe(4);
    await waiting.stop();
  });
});
