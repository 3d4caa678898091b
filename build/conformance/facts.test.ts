// The runner of function facts: it distinguishes right from wrong, follows chains of calls, and skips nothing.
// oxlint-disable no-thenable -- 'then' is a field of the corpus's facts.
import { describe, expect, it } from 'vitest';
import { accessPath, readMember, runFacts } from './facts.ts';
import { ExecutionStandIn } from './facts/stand-ins.ts';

async function failure(fact: object): Promise<string | undefined> {
  const results = await runFacts({ facts: [{ id: 'x', test: 'a test', ...fact }] });
  expect(results).toHaveLength(1);
  return results[0]?.failure;
}

const workflow = {
  nodes: [
    { name: 'A', type: 't' },
    { name: 'B', type: 't' },
  ],
  connections: { A: { main: [[{ node: 'B', type: 'main', index: 0 }]] } },
};
const mixedItems = [[{ json: {} }, {}]];

describe('runFacts', () => {
  it.each<[name: string, fact: object]>([
    ['a value', { fn: 'deepMerge', args: [{ a: 1 }, { b: 2 }], matcher: 'toEqual', expected: { a: 1, b: 2 } }],
    ['a value behind an access', { fn: 'validateFieldType', args: ['f', '5', 'number'], then: '.newValue', matcher: 'toBe', expected: 5 }],
    ['an encoded argument', { fn: 'isObjectEmpty', args: [{ $undefined: true }], matcher: 'toBe', expected: true }],
    [
      'a date with its zone',
      {
        fn: 'tryToParseDateTime',
        args: [{ $datetime: '2030-01-01T00:00:00+09:00' }],
        then: '.toISO()',
        matcher: 'toBe',
        expected: '2030-01-01T00:00:00.000+09:00',
      },
    ],
    ['a stand-in for a context', { fn: 'getAllowedDomains', args: [{ $exec: { parameters: {} } }, {}], matcher: 'toBeUndefined' }],
    ['a failure by its message', { fn: 'normalizeItems', args: mixedItems, matcher: 'toThrow', expected: 'Inconsistent' }],
    [
      'a failure by its class',
      { fn: 'normalizeItems', args: mixedItems, matcher: 'toThrow', expected: { $errorClass: 'ApplicationError' } },
    ],
    [
      'a property of what was thrown',
      {
        fn: 'Workflow',
        steps: [{ get: 'missing' }, { get: 'deeper' }],
        throws: true,
        matcher: 'toHaveProperty',
        expected: ['name', 'TypeError'],
      },
    ],
    [
      'the class of what was thrown',
      { fn: 'ensureType', args: ['number', 'x', 'p'], throws: true, matcher: 'toBeInstanceOf', expected: { $errorClass: 'AppError' } },
    ],
    [
      'a chain of construct, get and call',
      {
        fn: 'Workflow',
        steps: [{ new: [workflow] }, { get: 'getChildNodes' }, { call: ['A'] }, { get: '0' }],
        matcher: 'toBe',
        expected: 'B',
      },
    ],
    ['keys named __proto__', { fn: 'hasKey', args: [JSON.parse('{"__proto__": 1}'), '__proto__'], matcher: 'toBe', expected: true }],
  ])('passes %s', async (_name, fact) => {
    expect(await failure(fact)).toBeUndefined();
  });

  it.each<[name: string, fact: object, text: string]>([
    [
      'an altered expectation',
      { fn: 'deepMerge', args: [{ a: 1 }, { b: 2 }], matcher: 'toEqual', expected: { a: 1, b: 3 } },
      'expected toEqual',
    ],
    [
      'an altered expectation of a failure',
      { fn: 'normalizeItems', args: mixedItems, matcher: 'toThrow', expected: 'something else' },
      'expected failure',
    ],
    [
      'a failure that does not come',
      { fn: 'deepMerge', args: [{}, {}], throws: true, matcher: 'toBeInstanceOf', expected: 'Error' },
      'expected a failure',
    ],
    [
      'another property of what was thrown',
      { fn: 'ensureType', args: ['number', 'x', 'p'], throws: true, matcher: 'toHaveProperty', expected: ['code', 'OTHER'] },
      'expected toEqual',
    ],
    ['a function without an adapter', { fn: 'toString', args: [], matcher: 'toBe' }, 'not built yet'],
    ['an access that is not plain', { fn: 'deepMerge', args: [{}, {}], then: '.a + 1', matcher: 'toBe' }, 'is not understood'],
    [
      'a call of a value that is not a function',
      { fn: 'deepMerge', args: [{}, { a: 1 }], then: '.a()', matcher: 'toBe' },
      'threw TypeError',
    ],
    ['arguments for a class', { fn: 'Workflow', args: [workflow], matcher: 'toBe' }, 'threw TypeError'],
  ])('fails %s', async (_name, fact, text) => {
    expect(await failure(fact)).toContain(text);
  });

  it('names every fact by its id and groups it by its function', async () => {
    const facts = [
      { id: '1', test: 'one', fn: 'hasKey', args: [{}, 'a'], matcher: 'toBe', expected: false },
      { id: '2', test: 'two', fn: 'unheardOf', args: [], matcher: 'toBe' },
    ];
    expect(await runFacts({ facts })).toEqual([
      { id: '1 one', group: 'hasKey' },
      { id: '2 two', group: 'unheardOf', failure: 'not built yet' },
    ]);
  });
});

const value = { list: [{ json: { a: 1 } }], text: 'abc', add: (left: number, right: number) => left + right };

it.each<[path: string | undefined, expected: unknown]>([
  [undefined, value],
  ['', value],
  ['.list[0].json', { a: 1 }],
  ['["list"].length', 1],
  ["['text'].toUpperCase()", 'ABC'],
  ['.text.slice(1, 2)', 'b'],
  ['.add(1, 2)', 3],
  ['.missing', undefined],
])('%s', (path, expected) => {
  expect(accessPath(value, path)).toEqual(expected);
});

it('rejects other syntax', () => {
  expect(() => accessPath(value, '.list; process.exit()')).toThrow(SyntaxError);
  expect(() => accessPath(value, '.missing.deeper')).toThrow('Cannot read "deeper" of undefined');
  expect(() => readMember(null, 'a')).toThrow(TypeError);
});

it('returns parameters of a context by name, or any by a star', () => {
  expect(new ExecutionStandIn({ parameters: { a: 1, '*': 2 } }).parameter('a')).toBe(1);
  expect(new ExecutionStandIn({ parameters: { '*': 2 } }).parameter('b')).toBe(2);
  expect(new ExecutionStandIn({}).parameter('b')).toBeUndefined();
});
