import { describe, expect, it } from 'vitest';
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

  it('is cut if it is long', () => expect(resultOf({ ok: true, value: 'x'.repeat(20_000) }, true).text).toHaveLength(10_001));
});
