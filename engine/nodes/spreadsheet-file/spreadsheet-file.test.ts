// Spreadsheet File: reading in both versions, and writing.
import { describe, expect, it } from 'vitest';
import type { BinaryEntry, Item } from '../../contract/run-data.ts';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.spreadsheetFile';
const csv = (content: string, fileName = 'a.csv'): Item => ({
  json: {},
  binary: { data: { data: Buffer.from(content).toString('base64'), mimeType: 'text/plain', fileExtension: 'csv', fileName } },
});

describe('reading', () => {
  it.each<[what: string, version: number, parameters: Record<string, unknown>, expected: unknown[]]>([
    ['CSV with numbers in version 1', 1, {}, [{ A: 1, B: 'é' }, { A: 2 }]],
    ['CSV as texts in version 2', 2, {}, [{ A: '1', B: 'é' }, { A: '2' }]],
    ['CSV as a spreadsheet in version 2', 2, { fileFormat: 'xlsx' }, [{ A: 1, B: 'é' }, { A: 2 }]],
    ['CSV as read before', 1, { options: { readAsString: true, rawData: true } }, [{ A: '1', B: 'é' }, { A: '2' }]],
    ['rows without names', 1, { options: { headerRow: false } }, [{ row: ['A', 'B'] }, { row: [1, 'é'] }, { row: [2] }]],
    ['some rows', 2, { fileFormat: 'csv', options: { maxRowCount: 1 } }, [{ A: '1', B: 'é' }]],
  ])('%s', async (_what, version, parameters, expected) => {
    const { outputs, error } = await runNode({ type, version, parameters, items: [csv('A,B\n1,é\n2,\n')] });
    expect(error).toBeUndefined();
    expect(outputs[0]).toEqual(expected.map((json) => ({ json, pairedItem: { item: 0 } })));
  });

  it.each([1, 2])('keeps times and long numbers of CSV as they are written, in version %d', async (version) => {
    const { json } = await runNode({ type, version, items: [csv('A,B,C\n2023-06-15 20:20:00,24187476554123456789,007\n')] });
    expect(json).toEqual([{ A: '2023-06-15 20:20:00', B: '24187476554123456789', C: '007' }]);
  });

  it('numbers columns of one name in CSV, where version 1 reads a spreadsheet', async () => {
    for (const version of [1, 2]) expect((await runNode({ type, version, items: [csv('A,A\nx,y')] })).json).toEqual([{ A: 'x', A_1: 'y' }]);
  });

  it('reports what is missing, or continues on failure', async () => {
    const parameters = { options: { sheetName: 'None' } };
    expect((await runNode({ type, version: 1, parameters, items: [csv('A')] })).error?.message).toContain('no sheet named "None"');
    const { json } = await runNode({ type, version: 2, items: [{}], node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ error: 'Item 0 has no file named "data".' }]);
  });
});

describe('writing', () => {
  it.each([
    [1, '\uFEFFa\n1'],
    [2, 'a\n1'],
  ])('CSV starts with a byte order mark in version %d: %j', async (version, text) => {
    const { outputs } = await runNode({ type, version, parameters: { operation: 'toFile', fileFormat: 'csv' }, items: [{ a: 1 }] });
    expect(Buffer.from(outputs[0]?.[0]?.binary?.['data']?.data ?? '', 'base64').toString()).toBe(text);
  });

  it.each(['csv', 'html', 'ods', 'xls', 'xlsx'])('all items to one file of %s', async (fileFormat) => {
    const parameters = { operation: 'toFile', fileFormat, binaryPropertyName: 'out', options: { fileName: `x.${fileFormat}` } };
    const { outputs, error } = await runNode({ type, version: 1, parameters, items: [{ a: 1, b: { c: 'x' } }, { a: 2 }] });
    expect(error).toBeUndefined();
    expect(outputs[0]).toMatchObject([
      { json: {}, binary: { out: { fileName: `x.${fileFormat}` } }, pairedItem: [{ item: 0 }, { item: 1 }] },
    ]);
    const items = [{ json: {}, binary: { data: outputs[0]?.[0]?.binary?.['out'] as BinaryEntry } }];
    expect((await runNode({ type, version: 1, items })).json).toEqual([{ a: 1, 'b.c': 'x' }, { a: 2 }]);
  });

  it.each(['csv', 'xlsx'])('dates as texts to %s', async (fileFormat) => {
    const when = "={{ DateTime.fromISO('2026-01-02T03:04:05Z', { zone: 'utc' }) }}";
    const assignments = [
      { id: 'a', name: 'a', type: 'any', value: when },
      { id: 'b', name: 'b', type: 'any', value: '={{ new Date(0) }}' },
    ];
    const { outputs: rows } = await runNode({ type: 'n8n-nodes-base.set', version: 3.4, parameters: { assignments: { assignments } } });
    const { outputs } = await runNode({ type, version: 2, parameters: { operation: 'toFile', fileFormat }, items: rows[0] ?? [] });
    const read = await runNode({
      type,
      version: 2,
      parameters: { fileFormat },
      items: [{ json: {}, binary: outputs[0]?.[0]?.binary ?? {} }],
    });
    expect(read.json).toEqual([{ a: '2026-01-02T03:04:05.000Z', b: '1970-01-01T00:00:00.000Z' }]);
  });

  it('of rich text, and without header', async () => {
    const parameters = { operation: 'toFile', fileFormat: 'rtf', options: { headerRow: false } };
    const { outputs } = await runNode({ type, version: 2, parameters, items: [{ a: 'x' }] });
    expect(Buffer.from(outputs[0]?.[0]?.binary?.['data']?.data ?? '', 'base64').toString()).toMatch(/^\{\\rtf1.*x\\cell/s);
  });
});
