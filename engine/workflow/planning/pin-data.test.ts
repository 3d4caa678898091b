// Pinned data: shapes, sizes, and parsing of its edited text.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { maxPinnedBytes, pinnedItems, pinnedSize, pinNode, readPinnedText, unpinNode } from './pin-data.ts';

function file(pinData?: object): WorkflowFile {
  return {
    nodes: ['A', 'B', '__proto__'].map((name) => ({ name, type: 't', typeVersion: 1, position: [0, 0], parameters: {} })),
    connections: {},
    ...(pinData ? { pinData } : {}),
  } as WorkflowFile;
}

function caught(call: () => unknown): AppError {
  try {
    call();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('expected an AppError');
}

describe('sizes', () => {
  it.each(['', 'abc', 'äöü', '€', '😀', 'a😀ä€\u0800\uffff'])('counts the bytes of %j', (text) => {
    expect(pinnedSize({ A: text } as unknown as WorkflowFile['pinData'])).toBe(new TextEncoder().encode(JSON.stringify(text)).length);
  });

  it('adds up all nodes except one', () => {
    const pinData = { A: [{ json: {} }], B: [{ json: { a: 'ä' } }] };
    expect(pinnedSize(pinData)).toBe(13 + 21);
    expect(pinnedSize(pinData, 'B')).toBe(13);
    expect(pinnedSize(undefined)).toBe(0);
    expect(pinnedSize(null)).toBe(0);
  });
});

it.each<[value: unknown, items: unknown]>([
  [{ a: 1 }, [{ json: { a: 1 } }]],
  [
    [{ a: 1 }, { json: { b: 2 }, binary: {} }],
    [{ json: { a: 1 } }, { json: { b: 2 }, binary: {} }],
  ],
  [[], []],
  ['text', [{ json: 'text' }]],
])('pins %j as %j', (value, items) => {
  expect(pinNode(file(), 'A', value).pinData?.['A']).toEqual(items);
});

describe('pinNode and unpinNode', () => {
  it('adds items beside those of other nodes', () => {
    expect(pinNode(file(), 'A', { x: 1 }).pinData).toEqual({ A: [{ json: { x: 1 } }] });
    expect(pinNode(file({ B: [], A: [{ json: {} }] }), 'B', [{ x: 1 }]).pinData).toEqual({ B: [{ json: { x: 1 } }], A: [{ json: {} }] });
  });

  it('removes them again', () => {
    const pinned = file({ A: [], B: [] });
    expect(Object.keys(unpinNode(pinned, 'A').pinData ?? {})).toEqual(['B']);
    expect(unpinNode(pinned, 'C')).toBe(pinned);
    const plain = file();
    expect(unpinNode(plain, 'A')).toBe(plain);
  });

  it('handles a node named __proto__', () => {
    const pinned = pinNode(file(), '__proto__', { x: 1 });
    expect(JSON.stringify(pinned.pinData)).toBe('{"__proto__":[{"json":{"x":1}}]}');
    expect(pinnedItems(pinned, '__proto__')).toEqual([{ json: { x: 1 } }]);
    expect(JSON.stringify(unpinNode(pinned, '__proto__').pinData)).toBe('{}');
    expect(pinnedItems(file({}), '__proto__')).toBeUndefined();
    expect(pinnedItems(file(), 'A')).toBeUndefined();
  });

  it('rejects data beyond the limit, including that of other nodes', () => {
    const big = { text: 'x'.repeat(maxPinnedBytes / 2) };
    const half = pinNode(file(), 'A', big);
    expect(pinNode(half, 'A', big).pinData).toEqual(half.pinData);
    const error = caught(() => pinNode(half, 'B', big));
    expect([error.code, error.params['reason']]).toEqual(['BAD_REQUEST', 'data-too-large']);
    expect(error.message).toBe('Output data is too large to pin: 12.1 MB, and a workflow may hold 12 MB.');
  });

  it('rejects nodes that do not exist', () => {
    expect(caught(() => pinNode(file(), 'Nobody', {})).code).toBe('NODE_NOT_FOUND');
  });
});

describe('readPinnedText', () => {
  it('reads JSON', () => {
    expect(readPinnedText('[{"a": 1}]')).toEqual([{ json: { a: 1 } }]);
  });

  it.each<[text: string, message: string | RegExp]>([
    ["[{'a': 1}]", 'Use double quotes ("): JSON does not allow single quotes (line 1, column 3).'],
    ['[\n  {"a": 1,}\n]', /^Expected double-quoted property name \(line 2, column 11\)\.$/],
    ['', 'Unexpected end of JSON input.'],
  ])('says what is wrong with %j', (text, message) => {
    const error = caught(() => readPinnedText(text));
    expect(error.params['reason']).toBe('invalid-json');
    expect(error.message).toMatch(message);
  });
});
