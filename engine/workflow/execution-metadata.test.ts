// Custom data of executions, and references to executions of other workflows.
import { describe, expect, it } from 'vitest';
import {
  allCustomData,
  customDataOf,
  maxCustomEntries,
  nextExecutionIndex,
  setAllCustomData,
  setCustomData,
  subExecutionOf,
} from './execution-metadata.ts';

describe('custom data', () => {
  it('stores text and numbers', () => {
    const data = new Map<string, string>();
    setCustomData(data, 'order_id', 17);
    setCustomData(data, 'big', 7n);
    setCustomData(data, 'customer', 'Ada');
    expect(allCustomData(data)).toEqual({ order_id: '17', big: '7', customer: 'Ada' });
    expect(customDataOf(data, 'customer')).toBe('Ada');
    expect(customDataOf(data, 'toString')).toBeUndefined();
  });

  it('cuts what is too long and stores no more than ten entries', () => {
    const data = new Map<string, string>();
    setCustomData(data, 'k'.repeat(60), 'v'.repeat(600));
    expect([...data].map(([key, value]) => [key.length, value.length])).toEqual([[50, 512]]);
    expect(customDataOf(data, 'k'.repeat(60))).toHaveLength(512);
    for (let number = 0; number < 12; number++) setCustomData(data, `key${number}`, number);
    expect(data.size).toBe(maxCustomEntries);
    setCustomData(data, 'key0', 'changed');
    expect(data.get('key0')).toBe('changed');
  });

  it.each<[key: unknown, value: unknown, message: string]>([
    [5, 'x', 'The key number of'],
    ['a b', 'x', 'The key "a b" of'],
    ['a', {}, 'not object'],
    ['a', null, 'not null'],
    ['a', true, 'not boolean'],
  ])('refuses %j: %j', (key, value, message) => {
    expect(() => setCustomData(new Map(), key, value)).toThrow(message);
  });

  it('stores all that is right before it reports what is not', () => {
    const data = new Map<string, string>();
    expect(() => setAllCustomData(data, { a: {}, b: 'x', c: [] })).toThrow('The value of "a"');
    expect(allCustomData(data)).toEqual({ b: 'x' });
    setAllCustomData(data, { d: 1 });
    expect(allCustomData(data)).toEqual({ b: 'x', d: '1' });
  });
});

it.each<[error: unknown, expected: unknown]>([
  [
    { executionId: '1', workflowId: '2' },
    { subExecution: { executionId: '1', workflowId: '2' }, subExecutionsCount: 1 },
  ],
  [
    { errorResponse: { executionId: '1', workflowId: '2' } },
    { subExecution: { executionId: '1', workflowId: '2' }, subExecutionsCount: 1 },
  ],
  [{ executionId: '1' }, undefined],
  [{ errorResponse: {} }, undefined],
  [new Error('x'), undefined],
  ['x', undefined],
])('reads the execution from %j', (error, expected) => {
  expect(subExecutionOf(error)).toEqual(expected);
});

it.each([
  [undefined, 0],
  [{}, 0],
  [{ A: [{ executionIndex: 3 }, { executionIndex: 1 }], B: [{}] }, 4],
])('comes after %j at %s', (runData, expected) => {
  expect(nextExecutionIndex(runData)).toBe(expected);
});
