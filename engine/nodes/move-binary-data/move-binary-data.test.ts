// Convert to/from Binary Data: both directions with every option.
import { describe, expect, it } from 'vitest';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.moveBinaryData';
const file = (content: string | Uint8Array, name = 'data'): Item => ({
  json: { id: 1 },
  binary: { [name]: { data: Buffer.from(content).toString('base64'), mimeType: 'application/json' } },
});
const bytesOf = (entry: BinaryEntry | undefined): Buffer => Buffer.from(entry?.data ?? '', 'base64');

describe('from a file', () => {
  it.each<[what: string, item: Item, parameters: Record<string, unknown>, expected: unknown]>([
    ['all fields', file('{"a":[1]}'), {}, { a: [1] }],
    ['a byte order mark', file('\uFEFF{"a":1}'), {}, { a: 1 }],
    ['one field as text', file('{"a":1}'), { setAllData: false }, { id: 1, data: '{"a":1}' }],
    ['one field, nested', file('x'), { setAllData: false, destinationKey: 'a.b' }, { id: 1, a: { b: 'x' } }],
    ['one field, parsed', file('[1]'), { setAllData: false, options: { jsonParse: true } }, { id: 1, data: [1] }],
    ['base64', file('x'), { setAllData: false, options: { keepAsBase64: true } }, { id: 1, data: 'eA==' }],
    ['another encoding', file(Uint8Array.of(0xe9)), { setAllData: false, options: { encoding: 'latin1' } }, { id: 1, data: 'é' }],
    ['UTF-16', file(Buffer.from('\uFEFFé', 'utf16le')), { setAllData: false, options: { encoding: 'utf16le' } }, { id: 1, data: 'é' }],
    ['a mark that stays', file('\uFEFFx'), { setAllData: false, options: { stripBOM: false } }, { id: 1, data: '\uFEFFx' }],
    ['another file', file('{"a":1}', 'other'), { sourceKey: 'other' }, { a: 1 }],
  ])('%s', async (_what, item, parameters, expected) => {
    const { outputs, error } = await runNode({ type, parameters, items: [item] });
    expect(error).toBeUndefined();
    expect(outputs[0]).toEqual([{ json: expected, pairedItem: { item: 0 } }]);
  });

  it('keeps the file if set', async () => {
    const { outputs } = await runNode({ type, parameters: { options: { keepSource: true } }, items: [file('{}')] });
    expect(Object.keys(outputs[0]?.[0]?.binary ?? {})).toEqual(['data']);
  });

  it.each([
    ['a missing file', { json: {} }, {}, 'Item 0 has no file named "data"'],
    ['text that is not JSON', file('x'), {}, 'does not contain JSON'],
    ['JSON that is a list', file('[]'), {}, 'not an object'],
    ['an unknown encoding', file('{}'), { options: { encoding: 'none' } }, 'The encoding "none" is unknown'],
    ['a hostile field', file('{}'), { setAllData: false, destinationKey: '__proto__.x' }, '__proto__'],
  ])('rejects %s', async (_what, item, parameters, message) => {
    expect((await runNode({ type, parameters, items: [item] })).error?.message).toContain(message);
  });
});

describe('to a file', () => {
  const parameters = (more: Record<string, unknown>): Record<string, unknown> => ({ mode: 'jsonToBinary', ...more });
  it.each<[what: string, more: Record<string, unknown>, content: string, json: unknown]>([
    ['all fields', {}, '{"a":{"b":"é"},"c":"eA=="}', {}],
    ['all fields, and the source', { options: { keepSource: true } }, '{"a":{"b":"é"},"c":"eA=="}', { a: { b: 'é' }, c: 'eA==' }],
    ['one field', { convertAllData: false, sourceKey: 'a.b' }, '"é"', { a: {}, c: 'eA==' }],
    [
      'one field as it is',
      { convertAllData: false, sourceKey: 'a.b', options: { useRawData: true, keepSource: true } },
      'é',
      { a: { b: 'é' }, c: 'eA==' },
    ],
    ['an object as it is', { convertAllData: false, sourceKey: 'a', options: { useRawData: true } }, '{"b":"é"}', { c: 'eA==' }],
    ['base64', { convertAllData: false, sourceKey: 'c', options: { dataIsBase64: true } }, 'x', { a: { b: 'é' } }],
    [
      'a byte order mark',
      { convertAllData: false, sourceKey: 'a.b', options: { useRawData: true, addBOM: true, keepSource: true } },
      '\uFEFFé',
      { a: { b: 'é' }, c: 'eA==' },
    ],
  ])('%s', async (_what, more, content, json) => {
    const { outputs, error } = await runNode({ type, parameters: parameters(more), items: [{ a: { b: 'é' }, c: 'eA==' }] });
    expect(error).toBeUndefined();
    expect(outputs[0]?.[0]?.json).toEqual(json);
    expect(bytesOf(outputs[0]?.[0]?.binary?.['data']).toString()).toBe(content);
  });

  it('has a name, a type and an encoding', async () => {
    const options = { fileName: 'a.txt', mimeType: 'text/plain', encoding: 'windows1252', useRawData: true };
    const more = parameters({ convertAllData: false, sourceKey: 't', destinationKey: 'out', options });
    const entry = (await runNode({ type, version: 1, parameters: more, items: [{ t: 'é' }] })).outputs[0]?.[0]?.binary?.['out'];
    expect(entry).toMatchObject({ fileName: 'a.txt', mimeType: 'text/plain', fileExtension: 'txt' });
    expect([...bytesOf(entry)]).toEqual([0xe9]);
  });

  it.each([
    ['a missing field', { convertAllData: false, sourceKey: 'none' }, 'Item 0 has no field "none"'],
    ['text that is not base64', { convertAllData: false, sourceKey: 'a', options: { dataIsBase64: true } }, 'does not contain base64'],
  ])('rejects %s', async (_what, more, message) => {
    expect((await runNode({ type, parameters: parameters(more), items: [{ a: '%%' }] })).error?.message).toContain(message);
  });
});
