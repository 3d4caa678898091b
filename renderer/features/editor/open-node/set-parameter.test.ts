import { describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { NodeDescription, NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { isCurrent, withoutOldChoices, withParameter } from './set-parameter.ts';

describe('withParameter', () => {
  it.each([
    ['a new name', {}, {}, 'a', 1, { a: 1 }],
    ['a nested name', { options: { timeout: 1 } }, {}, 'options.proxy', 'p', { options: { timeout: 1, proxy: 'p' } }],
    ['an entry of a list', { list: [{ a: 1 }, { a: 2 }] }, {}, 'list[1].a', 3, { list: [{ a: 1 }, { a: 3 }] }],
    ['one more entry', { list: [1] }, {}, 'list[1]', 2, { list: [1, 2] }],
    ['an entry taken away', { list: [1, 2, 3] }, {}, 'list[1]', undefined, { list: [1, 3] }],
    ['a name taken away', { a: 1, b: 2 }, {}, 'a', undefined, { b: 2 }],
    ['an entry that only the default has', {}, { c: { rows: [{ x: 1, y: 2 }] } }, 'c.rows[0].x', 5, { c: { rows: [{ x: 5, y: 2 }] } }],
    ['a new list', {}, {}, 'c.rows[0]', { x: 1 }, { c: { rows: [{ x: 1 }] } }],
  ])('writes %s', (_what, stored, complete, path, value, expected) => {
    const before = structuredClone(stored);
    expect(withParameter(stored, complete, path, value)).toEqual(expected);
    expect(stored).toEqual(before);
  });

  it('rejects paths through the prototype', () => {
    const stored = { a: 1 };
    expect(withParameter(stored, {}, '__proto__.polluted', true)).toBe(stored);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

it('keeps the digits of numbers beside a changed or removed one, and of a whole list that replaces an equal one', () => {
  const [big, nearest] = ['17169973925117969', '17169973925117968'];
  const stored = parseExactly(`{"list":[1,${big}],"o":{"a":${big},"b":1}}`) as JsonObject;
  const written = (path: string, value: unknown): string => stringifyExactly(withParameter(stored, {}, path, value));
  expect(written('list[0]', 2)).toBe(`{"list":[2,${big}],"o":{"a":${big},"b":1}}`);
  expect(written('list[0]', undefined)).toBe(`{"list":[${big}],"o":{"a":${big},"b":1}}`);
  expect(written('o.b', undefined)).toBe(`{"list":[1,${big}],"o":{"a":${big}}}`);
  expect(written('o.a', Number(nearest))).toBe(`{"list":[1,${big}],"o":{"a":${nearest},"b":1}}`);
  expect(stringifyExactly(stored)).toBe(`{"list":[1,${big}],"o":{"a":${big},"b":1}}`);
  expect(isCurrent(stored, 'o.a', Number(nearest))).toBe(false);
  expect(isCurrent(stored, 'o', parseExactly(`{"a":${nearest},"b":1}`))).toBe(false);
  expect(isCurrent(stored, 'o', parseExactly(`{"a":${big},"b":1}`))).toBe(true);
});

describe('isCurrent', () => {
  const complete: JsonObject = { mode: 'one', list: [{ value: null }], options: {} };

  it.each<[path: string, value: unknown, expected: boolean]>([
    ['mode', 'one', true],
    ['mode', 'all', false],
    ['mode', undefined, false],
    ['list[0]', { value: null }, true],
    ['list[0].value', null, true],
    ['options.timeout', 0, false],
    ['options', {}, true],
    ['gone', undefined, false],
  ])('%s with %j: %j', (path, value, expected) => {
    expect(isCurrent(complete, path, value)).toBe(expected);
  });
});

describe('withoutOldChoices', () => {
  const choice = (name: string, values: readonly string[], show: Record<string, string[]>, more: object = {}): NodeProperty =>
    ({
      displayName: name,
      name,
      type: 'options',
      default: values[0] ?? '',
      options: values.map((value) => ({ name: value, value })),
      displayOptions: { show },
      ...more,
    }) as NodeProperty;
  const description = {
    name: 'x',
    version: 1,
    properties: [
      { displayName: 'Resource', name: 'resource', type: 'options', default: 'row', options: [] },
      choice('operation', ['get', 'add'], { resource: ['row'] }),
      choice('operation', ['get', 'share'], { resource: ['file'] }),
      choice('operation', [], { resource: ['table'] }, { typeOptions: { loadOptionsMethod: 'operations' } }),
      choice('mode', ['one', 'all'], { operation: ['get'] }),
      choice('mode', ['fast', 'slow'], { operation: ['add'] }),
      { displayName: 'Text', name: 'text', type: 'string', default: '' },
    ],
  } as unknown as NodeDescription;
  const after = (before: object, name: string, value: unknown): object =>
    withoutOldChoices(before as JsonObject, { ...before, [name]: value } as JsonObject, name, { typeVersion: 1 }, description);

  it.each<[what: string, before: object, name: string, value: unknown, expected: object]>([
    ['removes an operation that the resource lacks', { operation: 'add' }, 'resource', 'file', { resource: 'file' }],
    ['keeps one that both have', { operation: 'get' }, 'resource', 'file', { resource: 'file', operation: 'get' }],
    ['removes choices that depend on removed ones', { operation: 'add', mode: 'slow' }, 'resource', 'file', { resource: 'file' }],
    ['keeps expressions', { operation: '={{ $json.x }}' }, 'resource', 'file', { resource: 'file', operation: '={{ $json.x }}' }],
    ['keeps choices of lists that are loaded', { operation: 'add' }, 'resource', 'table', { resource: 'table', operation: 'add' }],
    [
      'keeps the call of an API',
      { operation: '__CUSTOM_API_CALL__' },
      'resource',
      'file',
      { resource: 'file', operation: '__CUSTOM_API_CALL__' },
    ],
    ['keeps values that were invalid before', { operation: 'gone' }, 'mode', 'one', { operation: 'gone', mode: 'one' }],
    ['keeps all when a text changes', { operation: 'gone' }, 'text', 'a', { operation: 'gone', text: 'a' }],
  ])('%s', (_what, before, name, value, expected) => {
    expect(after(before, name, value)).toEqual(expected);
  });
});
