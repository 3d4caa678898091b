// Execution Data: what is stored with the execution.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';
import { checkKey, savedValue } from './saved-value.ts';

const type = 'n8n-nodes-base.executionData';
const saving = (...values: { key: string; value?: unknown }[]): { dataToSave: { values: typeof values } } => ({ dataToSave: { values } });

describe('execution data', () => {
  it('saves values and passes the items on', async () => {
    const parameters = saving({ key: 'id', value: '={{ $json.id }}' }, { key: 'kind', value: 'order' });
    const { metadata, json, hints } = await runNode({ type, parameters, items: [{ id: 7 }] });
    expect(metadata).toEqual({ id: '7', kind: 'order' });
    expect(json).toEqual([{ id: 7 }]);
    expect(hints).toEqual([]);
  });

  it('saves the value of the last item', async () => {
    const { metadata } = await runNode({
      type,
      parameters: saving({ key: 'id', value: '={{ $json.id }}' }),
      items: [{ id: 1 }, { id: 2 }],
    });
    expect(metadata).toEqual({ id: '2' });
  });

  it('passes items on if there is nothing to save', async () => {
    const { json, metadata } = await runNode({ type, version: 1.1, items: [{ id: 1 }] });
    expect(json).toEqual([{ id: 1 }]);
    expect(metadata).toBeUndefined();
  });

  it('truncates long values and adds one hint', async () => {
    const { metadata, hints } = await runNode({ type, parameters: saving({ key: 'text', value: 'x'.repeat(600) }), items: [{}, {}] });
    expect(metadata).toEqual({ text: 'x'.repeat(512) });
    expect(hints).toEqual([{ message: expect.stringContaining('truncated') as string, type: 'warning' }]);
  });

  it('rejects a key with other characters in a manual run', async () => {
    const { error } = await runNode({ type, parameters: saving({ key: 'order-id', value: 'x' }), items: [{}] });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining('"order-id"') as string });
  });

  it('does not save a value without a key', async () => {
    const { json, error } = await runNode({ type, parameters: saving({ key: '', value: 'x' }), items: [{ a: 1 }] });
    expect([error, json]).toEqual([undefined, [{ a: 1 }]]);
  });

  it.each([
    [1, true],
    [1.1, false],
  ])('version %s rejects a missing value and an object: %s', async (version, isRejected) => {
    for (const value of ['={{ $json.nope }}', '={{ ({ a: 1 }) }}']) {
      const { error } = await runNode({ type, version, parameters: saving({ key: 'k', value }) });
      expect(error?.message).toBe(isRejected ? 'Custom data values must be a string (key "k")' : undefined);
    }
  });
});

describe('savedValue', () => {
  it.each([
    ['text', 'a', 'a'],
    ['a number', 12, '12'],
    ['an object', { a: [1] }, '{"a":[1]}'],
    ['nothing', null, ''],
  ])('converts %s to text', (_, value, expected) => {
    expect(savedValue('key', value)).toEqual({ key: 'key', value: expected, isCut: false });
  });

  it('rejects keys with characters other than letters, digits and _', () => {
    expect(() => checkKey('a b')).toThrow('(key "a b")');
    expect(() => checkKey('A_1')).not.toThrow();
    expect(() => checkKey('')).not.toThrow();
  });

  it('reports keys that will be truncated', () => {
    expect(savedValue('k'.repeat(51), 1)).toMatchObject({ value: '1', isCut: true });
  });
});
