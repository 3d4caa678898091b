// What is logged again and again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noLogger, withoutRepetitions } from './logger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the same warning is logged once a minute, with the number of repetitions', () => {
  const lines: string[] = [];
  const logger = withoutRepetitions({ ...noLogger, warn: (message) => lines.push(message), error: (message) => lines.push(message) });
  for (let second = 0; second < 150; second++) {
    logger.warn('The queue could not be read.');
    vi.advanceTimersByTime(1000);
  }
  const repeated = 'The queue could not be read. (and 59 more within a minute)';
  expect(lines.splice(0)).toEqual(['The queue could not be read.', repeated, 'The queue could not be read. (and 60 more within a minute)']);
  // It has ended.
  vi.advanceTimersByTime(150_000);
  expect(lines.splice(0)).toEqual(['The queue could not be read. (and 30 more within a minute)']);
  logger.warn('The queue could not be read.');
  expect(lines.splice(0)).toEqual(['The queue could not be read.']);
});

it('lines of other executions are other lines', () => {
  const lines: unknown[] = [];
  const logger = withoutRepetitions({ ...noLogger, error: (...line) => lines.push(line) });
  for (const executionId of ['a', 'b', 'a']) logger.error('It could not be stored.', { executionId });
  expect(lines).toEqual(['a', 'b'].map((executionId) => ['It could not be stored.', { executionId }]));
});
