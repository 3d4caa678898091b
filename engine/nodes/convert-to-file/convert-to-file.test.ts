// Convert to File: every file format, and what is rejected.
import { describe, expect, it } from 'vitest';
import type { BinaryEntry } from '../../contract/run-data.ts';
import { deeplyNested } from '../../testing/deeply-nested.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { parseExactly } from '../../contract/exact-numbers.ts';

const type = 'n8n-nodes-base.convertToFile';
const people = [
  { id: 1, name: 'Ann "A"', tags: ['x', 'y'], address: { city: 'Köln' } },
  { id: 2, name: 'a,b\nc', extra: true, none: null },
];
const run = (parameters: Record<string, unknown>, items: readonly Record<string, unknown>[] = people): Promise<NodeOutcome> =>
  runNode({ type, parameters, items });
const fileIn = ({ outputs }: NodeOutcome, name = 'data'): BinaryEntry | undefined => outputs[0]?.[0]?.binary?.[name];
const textIn = (outcome: NodeOutcome, name = 'data'): string => Buffer.from(fileIn(outcome, name)?.data ?? '', 'base64').toString();

describe('tables', () => {
  it('as CSV have a column for each nested field, and quotes where needed', async () => {
    const outcome = await run({});
    expect(textIn(outcome)).toBe('id,name,tags.0,tags.1,address.city,extra,none\n1,"Ann ""A""",x,y,Köln,,\n2,"a,b\nc",,,,TRUE,');
    expect(outcome.outputs[0]).toMatchObject([
      {
        json: {},
        binary: { data: { fileName: 'spreadsheet.csv', mimeType: 'text/csv', fileExtension: 'csv' } },
        pairedItem: [{ item: 0 }, { item: 1 }],
      },
    ]);
  });

  it('read delimiter, name and header from the options', async () => {
    const options = { delimiter: '\\t', fileName: 'mine.tsv', headerRow: false };
    const outcome = await run({ options, binaryPropertyName: 'out' }, [{ a: 'x\ty', b: 2 }]);
    expect(textIn(outcome, 'out')).toBe('"x\ty"\t2');
    expect(fileIn(outcome, 'out')?.fileName).toBe('mine.tsv');
  });

  it.each<[version: number, options: object, start: string]>([
    [1, {}, '\uFEFFa'],
    [1, { addBOM: false }, 'a'],
    [1.1, {}, 'a'],
    [1.1, { addBOM: true }, '\uFEFFa'],
  ])('as CSV start with a mark in version %d with %j: %j', async (version, options, start) => {
    const { outputs } = await runNode({ type, version, parameters: { options }, items: [{ a: 'é' }] });
    expect(Buffer.from(outputs[0]?.[0]?.binary?.['data']?.data ?? '', 'base64').toString()).toBe(`${start}\né`);
  });

  const texts = {
    'na\r\nme': 'a\r\nb\n\nc\rd',
    日本: '日本 😀 Привет é',
    tags: '<b>&amp; "q" \'s\' {x} \\y \\u233? \\par',
    code: '007',
    formula: '=1+1',
    date: '2026-01-02',
    comma: 'a,b;c\td',
    reference: '&#233; &eacute; &#10;',
  };
  /** What the format itself can hold. */
  const inFormat: Readonly<Record<string, (text: string) => string>> = {
    html: (text) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' '),
    rtf: (text) => text.replaceAll(/\r\n?/g, '\n'),
    xlsx: (text) => text.replaceAll('\r\n', '\n'),
  };
  it.each(['csv', 'xlsx', 'xls', 'ods', 'rtf', 'html'])('as %s keep line breaks, markup and all scripts', async (operation) => {
    const output = await run({ operation }, [texts]);
    const items = [{ json: {}, binary: { data: fileIn(output) as BinaryEntry } }];
    const { json, error } = await runNode({ type: 'n8n-nodes-base.extractFromFile', parameters: { operation }, items });
    expect(error).toBeUndefined();
    const as = inFormat[operation] ?? ((text: string): string => text);
    expect(json).toEqual([Object.fromEntries(Object.entries(texts).map(([name, text]) => [as(name), as(text)]))]);
  });

  it('as HTML and RTF are escaped as the formats say', async () => {
    const html = textIn(await run({ operation: 'html', options: { headerRow: false } }, [{ a: '<é>\r\n"b"', b: 1, c: true }]));
    expect(html).toContain('<meta charset="utf-8"/>');
    expect(html).toContain(
      '<td data-t="s" id="sjs-A1">&lt;é&gt;<br/>&quot;b&quot;</td><td data-t="n" data-v="1" id="sjs-B1">1</td>' +
        '<td data-t="b" data-v="true" id="sjs-C1">TRUE</td>',
    );
    const rtf = textIn(await run({ operation: 'rtf', options: { headerRow: false } }, [{ a: '{é}\r\n\\😀' }]));
    expect(rtf).toContain('\\{\\u233?\\}\\line \\\\\\u-10179?\\u-8704?\\cell\\pard\\intbl\\row');
    expect(rtf).toMatch(/^\{\\rtf1\\ansi/);
  });

  it.each(['xlsx', 'xls', 'ods', 'rtf', 'html'])('as %s can be read again', async (operation) => {
    const nodeOutcome = await run({ operation, options: { sheetName: 'Mine', compression: true } }, [
      { n: 1.5, t: '=1+1', flag: true },
      { n: 2, t: 'é' },
    ]);
    expect(nodeOutcome.error).toBeUndefined();
    expect(fileIn(nodeOutcome)?.fileName).toBe(`spreadsheet.${operation}`);
    const items = [{ json: {}, binary: { data: fileIn(nodeOutcome) as BinaryEntry } }];
    const { json, error } = await runNode({ type: 'n8n-nodes-base.extractFromFile', parameters: { operation }, items });
    expect(error).toBeUndefined();
    // As a formula, it would be read back as its result, or empty.
    expect(json).toEqual([
      { n: 1.5, t: '=1+1', flag: true },
      { n: 2, t: 'é' },
    ]);
  });

  it('contain numbers that JavaScript cannot represent as they were read', async () => {
    const rows = parseExactly('[{"id":7615917337495251231,"a":{"b":-9223372036854775808}}]') as Record<string, unknown>[];
    expect(textIn(await run({}, rows))).toBe('id,a.b\n7615917337495251231,-9223372036854775808');
    expect(textIn(await run({ operation: 'toJson' }, rows))).toBe('[{"id":7615917337495251231,"a":{"b":-9223372036854775808}}]');
  });

  it('treat hostile names as data', async () => {
    expect(textIn(await run({}, [JSON.parse('{"__proto__":1,"constructor":2}') as Record<string, unknown>]))).toBe(
      '__proto__,constructor\n1,2',
    );
  });
});

describe('JSON', () => {
  it.each([
    ['of all items', {}, ['[{"a":1},{"a":"é"}]']],
    ['of all items, laid out', { options: { format: true } }, ['[\n  {\n    "a": 1\n  },\n  {\n    "a": "é"\n  }\n]']],
    ['of each item', { mode: 'each' }, ['{"a":1}', '{"a":"é"}']],
    ['with a mark', { mode: 'each', options: { addBOM: true } }, ['\uFEFF{"a":1}', '\uFEFF{"a":"é"}']],
  ])('%s', async (_what, parameters, texts) => {
    const { outputs } = await run({ operation: 'toJson', ...parameters }, [{ a: 1 }, { a: 'é' }]);
    expect(outputs[0]?.map(({ binary }) => Buffer.from(binary?.['data']?.data ?? '', 'base64').toString())).toEqual(texts);
    expect(outputs[0]?.[0]?.binary?.['data']).toMatchObject({ fileName: 'file.json', mimeType: 'application/json' });
  });
});

it.each(['once', 'each'])('reports that data is nested too deeply for JSON (%s)', async (mode) => {
  const { error } = await runNode({
    type: 'n8n-nodes-base.convertToFile',
    parameters: { operation: 'toJson', mode },
    items: [deeplyNested(100_000)],
  });
  expect(error?.message).toBe('The data is nested too deeply for this node.');
});

describe('fields', () => {
  it.each([
    ['text', 'é', {}, 'c3a9'],
    ['text in another encoding', 'é', { encoding: 'latin1' }, 'e9'],
    ['text with a mark', 'x', { addBOM: true }, 'efbbbf78'],
    ['a number', 5, {}, '35'],
    ['an object', { b: 1 }, {}, Buffer.from('{"b":1}').toString('hex')],
  ])('of %s become a text file', async (_what, t, options, hex) => {
    const outcome = await run({ operation: 'toText', sourceProperty: 'a.t', options }, [{ a: { t } }]);
    expect(outcome.error).toBeUndefined();
    expect(Buffer.from(fileIn(outcome)?.data ?? '', 'base64').toString('hex')).toBe(hex);
    expect(fileIn(outcome)).toMatchObject({ fileName: 'file.txt', mimeType: 'text/plain' });
  });

  it.each<[what: string, value: string, options: Record<string, unknown>, expected: Record<string, unknown>]>([
    ['base64', 'eA==', {}, { data: 'eA==', mimeType: 'text/plain' }],
    ['base64 of an image', 'iVBORw0KGgo=', {}, { mimeType: 'image/png', fileExtension: 'png' }],
    ['a data URL', 'data:image/gif;base64,eA==', {}, { data: 'eA==', mimeType: 'image/gif' }],
    ['a name and a type', 'eA==', { fileName: 'a.pdf', mimeType: 'application/pdf' }, { fileName: 'a.pdf', mimeType: 'application/pdf' }],
    ['the content itself', 'x', { dataIsBase64: false }, { data: 'eA==' }],
  ])('of %s become the file', async (_what, value, options, expected) => {
    expect(fileIn(await run({ operation: 'toBinary', sourceProperty: 'v', options }, [{ v: value }]))).toMatchObject(expected);
  });
});

describe('an event', () => {
  it('becomes a calendar file', async () => {
    const parameters = {
      operation: 'iCal',
      title: 'Party',
      start: '2026-02-01T10:00:00Z',
      end: '',
      additionalFields: { fileName: 'p.ics', uid: 'u1' },
    };
    const outcome = await run(parameters, [{}]);
    expect(textIn(outcome)).toContain('UID:u1\r\nSUMMARY:Party\r\n');
    expect(fileIn(outcome)).toMatchObject({ fileName: 'p.ics', mimeType: 'text/calendar' });
  });
});

it.each<[what: string, parameters: Record<string, unknown>, message: string]>([
  ['an empty field name', { operation: 'toText', sourceProperty: '' }, 'Enter the name of the field'],
  ['a missing field', { operation: 'toText', sourceProperty: 'none.x' }, 'Item 0 has no value in the field "none.x"'],
  ['text that is not base64', { operation: 'toBinary', sourceProperty: 'name' }, 'does not contain base64'],
  ['an unknown encoding', { operation: 'toText', sourceProperty: 'name', options: { encoding: 'x' } }, 'The encoding "x" is unknown'],
  ['an unknown operation', { operation: 'none' }, 'does not exist'],
  ['a sheet name that Excel refuses', { operation: 'xlsx', options: { sheetName: 'a/b' } }, 'cannot be written'],
])('rejects %s, or continues on failure', async (_what, parameters, message) => {
  expect((await run(parameters)).error?.message).toContain(message);
  if (parameters['operation'] === 'none') return;
  const { json } = await runNode({ type, parameters, items: people, node: { onError: 'continueRegularOutput' } });
  expect(String(json[0]?.['error'])).toContain(message);
});
