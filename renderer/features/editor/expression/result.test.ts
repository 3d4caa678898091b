import { describe, expect, it, vi } from 'vitest';
import { parseExactly, stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import { resultOf } from './result.ts';

const loop: Record<string, unknown> = {};
loop['self'] = loop;

describe('the result of an expression', () => {
  it.each([
    [
      { ok: true, value: 'text' },
      { kind: 'value', text: 'text' },
    ],
    [
      { ok: true, value: '' },
      { kind: 'empty', text: '' },
    ],
    [
      { ok: true, value: 0 },
      { kind: 'value', text: '0' },
    ],
    [
      { ok: true, value: null },
      { kind: 'value', text: 'null' },
    ],
    [
      { ok: true, value: [1] },
      { kind: 'value', text: '[\n  1\n]' },
    ],
    [
      { ok: true, value: loop },
      { kind: 'value', text: '[object Object]' },
    ],
    [
      { ok: false, text: '[not found]', reason: 'missing' },
      { kind: 'missing', text: '[not found]' },
    ],
    [
      { ok: false, text: '[ERROR: no]', reason: 'error' },
      { kind: 'error', text: '[ERROR: no]' },
    ],
  ] as const)('%#', (preview, expected) => expect(resultOf(preview, true)).toEqual(expected));

  it('waits for nodes that have not run', () => {
    const missing = { ok: false, text: '[not found]', reason: 'missing' } as const;
    expect(resultOf(missing, false).kind).toBe('waiting');
    expect(resultOf({ ...missing, reason: 'pending' }, true).kind).toBe('waiting');
    expect(resultOf({ ...missing, reason: 'error' }, false).kind).toBe('error');
  });

  it.each([
    ['a list', () => Array.from({ length: 3e5 }, (_, at) => at)],
    ['lists in a list', () => Array.from({ length: 500 }, () => Array.from({ length: 500 }, () => 7))],
    ['an object', () => Object.fromEntries(Array.from({ length: 3e5 }, (_, at) => [`k${at}`, at]))],
    ['long texts', () => ({ text: 'x'.repeat(50_000), more: ['y'.repeat(50_000)] })],
    ['numbers with more digits', () => parseExactly(`{"list":[${'12345678901234567891,'.repeat(20_000)}0]}`)],
  ])('begins as JSON does, and only what is shown is written: %s', (_what, make) => {
    const value = make();
    expect(resultOf({ ok: true, value }, true).text).toBe(`${(stringifyExactly(value, 2) as string).slice(0, 10_000)}…`);
  });

  it('reads no more of a large value than it shows', () => {
    const list = Array.from({ length: 30_000 }, () => ({ toJSON: vi.fn(() => 1) }));
    resultOf({ ok: true, value: list }, true);
    expect(list[20_000]?.toJSON).not.toHaveBeenCalled();
  });

  it('reads no more long texts than it shows', () => {
    const text = vi.fn(() => 'x'.repeat(9000));
    const list = Array.from({ length: 5000 }, () => Object.defineProperty({}, 'text', { get: text, enumerable: true }));
    resultOf({ ok: true, value: list }, true);
    expect(text.mock.calls.length).toBeLessThan(5);
  });

  it('is cut if it is long', () => expect(resultOf({ ok: true, value: 'x'.repeat(20_000) }, true).text).toHaveLength(10_001));
});
