// Comparing with values that cannot be read or printed: the case fails with a message, and the runner continues.
import { describe, expect, it } from 'vitest';
import { judge, show } from './compare.ts';

function fail(): never {
  throw new Error('unreadable');
}

class SilentError extends Error {
  override get message(): string {
    return fail();
  }
}

const circular: Record<string, unknown> = {};
circular['self'] = circular;

/** Looked up by name, because the test runner reads the values in its tables. */
const hostile: Readonly<Record<string, unknown>> = {
  'an object whose toJSON throws': { toJSON: fail },
  'an object whose toJSON throws an unreadable error': {
    toJSON: () => {
      throw new SilentError();
    },
  },
  'an unreadable error': new SilentError(),
  'an object with a field that throws': Object.defineProperty({}, 'a', { enumerable: true, get: fail }),
  'a proxy that refuses everything': new Proxy({}, { get: fail, getPrototypeOf: fail, ownKeys: fail, has: fail }),
  'a circular object': circular,
  'an object without a prototype': Object.create(null),
  'a symbol': Symbol('s'),
  'a function': fail,
  'a big integer': 1n,
};

const matchers = ['toEqual', 'toMatchObject', 'toThrow', 'rejects.toMatchObject', 'toBeInstanceOf', 'toHaveLength', 'not.toEqual'];

describe.each(Object.keys(hostile))('%s', (name) => {
  const value = hostile[name];

  it('is printed', () => expect(show(value)).toMatch(/./));

  it.each(matchers)('is compared by %s, as a result and as an error', (matcher) => {
    const differences = [judge({ value }, matcher, { a: 1 }), judge({ thrown: value }, matcher, { a: 1 })];
    expect(differences.map((difference) => typeof difference)).toSatisfy((types: string[]) =>
      types.every((type) => type === 'string' || type === 'undefined'),
    );
  });
});

it('fails a case whose values cannot be compared, also if they should differ', () => {
  const value = hostile['an object with a field that throws'];
  expect(judge({ value }, 'toEqual', { a: 1 })).toBe('could not be compared: Error: unreadable');
  expect(judge({ value }, 'not.toEqual', { a: 1 })).toBe('could not be compared: Error: unreadable');
});
