// Displayed state and duration of executions, and the rows of the list.
import { describe, expect, it } from 'vitest';
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';
import { everything, filterFields, mergedRows, showsEnded, showsRunning, spanStart } from './execution-filter.ts';
import { canDelete, canRetry, canStop, durationOf, isWaitIndefinite, stateOf, timeTaken } from './execution-state.ts';

const startedAt = '2026-01-01T00:00:00.000Z';
const stoppedAt = '2026-01-01T00:00:04.100Z';
const base: ExecutionSummary = {
  id: '1',
  finished: false,
  mode: 'manual',
  status: 'error',
  startedAt,
  stoppedAt,
  workflowId: 'w',
  workflowName: 'W',
};

describe('state', () => {
  const table = [
    ['success', { finished: true, status: 'success' }, { retry: false, stop: false, remove: true }],
    ['successRetry', { finished: true, status: 'success', retryOf: '0' }, { retry: false, stop: false, remove: true }],
    ['successRetry', { retrySuccessId: '2' }, { retry: true, stop: false, remove: true }],
    ['error', {}, { retry: true, stop: false, remove: true }],
    ['error', { retryOf: '0' }, { retry: false, stop: false, remove: true }],
    ['canceled', { status: 'canceled' }, { retry: true, stop: false, remove: true }],
    ['running', { status: 'running', stoppedAt: undefined }, { retry: false, stop: true, remove: false }],
    ['queued', { status: 'new', stoppedAt: undefined }, { retry: false, stop: true, remove: true }],
    ['waiting', { status: 'waiting', waitTill: '3000-01-01T00:00:00.000Z' }, { retry: false, stop: true, remove: true }],
    ['success', { finished: true, status: 'success', waitTill: '2026-01-01T00:00:00.000Z' }, { retry: false, stop: false, remove: true }],
    ['error', { status: 'crashed', stoppedAt: null }, { retry: true, stop: false, remove: true }],
    ['successRetry', { status: 'crashed', stoppedAt: null, retrySuccessId: '2' }, { retry: true, stop: false, remove: true }],
    ['unknown', { status: 'running', stoppedAt: null }, { retry: false, stop: false, remove: true }],
    ['unknown', { stoppedAt: null }, { retry: false, stop: false, remove: true }],
  ] as const;
  it.each(table)('%s: %j', (state, changes, may) => {
    const execution = { ...base, ...changes };
    expect(stateOf(execution)).toBe(state);
    expect({ retry: canRetry(execution), stop: canStop(execution), remove: canDelete(execution) }).toEqual(may);
  });
  it('recognizes a wait without end', () => {
    expect([isWaitIndefinite('3000-01-01T00:00:00.000Z'), isWaitIndefinite('2027-01-01T00:00:00.000Z')]).toEqual([true, false]);
  });
});

describe('time', () => {
  it.each([
    [-5, 'milliseconds', '0'],
    [212, 'milliseconds', '212'],
    [4100, 'seconds', '4.1'],
    [59_999, 'seconds', '59.9'],
    [60_000, 'clock', '1:00'],
    [65_400, 'clock', '1:05'],
    [3_725_000, 'clock', '1:02:05'],
  ])('%d ms', (time, unit, text) => expect(durationOf(time)).toEqual({ unit, text }));

  it('measures to the end, up to now while it runs, and not while it waits', () => {
    const now = Date.parse(startedAt) + 9000;
    expect(timeTaken(base, now)).toBe(4100);
    expect(timeTaken({ ...base, stoppedAt: undefined }, now)).toBe(9000);
    expect(timeTaken({ ...base, status: 'crashed', stoppedAt: null }, now)).toBeUndefined();
    expect(timeTaken({ ...base, waitTill: '3000-01-01T00:00:00.000Z' }, now)).toBeUndefined();
  });
});

describe('list', () => {
  it('sends only narrowing filters', () => {
    expect(filterFields(everything)).toEqual({});
    expect(filterFields({ ...everything, status: 'error', workflowId: 'w', span: 'hour', startedAfter: startedAt })).toEqual({
      status: 'error',
      workflowId: 'w',
      startedAfter: startedAt,
    });
    expect(spanStart('ever', 0)).toBeUndefined();
    expect(spanStart('day', Date.parse('2026-01-02T00:00:00.000Z'))).toBe('2026-01-01T00:00:00.000Z');
  });

  it.each([
    ['ALL', true, true],
    ['new', true, false],
    ['running', true, false],
    ['waiting', false, true],
  ] as const)('asks for what the status %s can find', (status, current, ended) => {
    const filter = { ...everything, status };
    expect([showsRunning(filter), showsEnded(filter)]).toEqual([current, ended]);
  });

  it('shows running executions first, each once, the latest on top', () => {
    const row = (id: string, minute: number, finished = true): ExecutionSummary => ({
      ...base,
      id,
      finished,
      startedAt: `2026-01-01T00:0${minute}:00.000Z`,
    });
    const running = [row('4', 1, false), row('3', 5, false)];
    const recent = [row('4', 1), row('2', 3)];
    const older = [row('2', 3), row('1', 2)];
    expect(mergedRows(running, recent, older).map(({ id, finished }) => `${id}${finished ? '' : ' runs'}`)).toEqual([
      '3 runs',
      '2',
      '1',
      '4',
    ]);
  });
});
