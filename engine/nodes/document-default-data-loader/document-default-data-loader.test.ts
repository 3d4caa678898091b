// Documents of fields and files, as a vector store inserts them.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { AttachedNode, RootOutcome } from '../../testing/models/run-root-node.ts';
import { embeddings, loader } from '../../testing/models/store-parts.ts';
import { samplePdf } from '../../testing/sample-pdf.ts';
import { zipStream } from '../_shared/files/zip.ts';

const { run } = openAiRuns();

const insert = (
  parameters: JsonObject,
  item: Item | JsonObject,
  version = 1.1,
  attached: readonly AttachedNode[] = [],
): Promise<RootOutcome> =>
  run([], {
    type: 'vectorStoreInMemory',
    parameters: { mode: 'insert' },
    items: [item],
    attached: [embeddings(), loader(parameters, version), ...attached],
  });

const splitter: AttachedNode = {
  name: 'Splitter',
  type: 'textSplitterCharacterTextSplitter',
  by: 'ai_textSplitter',
  to: 'Loader',
  parameters: { separator: ' ', chunkSize: 9 },
};

const texts = ({ json }: RootOutcome): readonly unknown[] => json.map(({ pageContent }) => pageContent);
const metadata = ({ json }: RootOutcome): readonly unknown[] => json.map((each) => each['metadata']);
const lines = (from: number, to: number): JsonObject => ({ lines: { from, to } });

describe('documents of fields', () => {
  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ['each text', {}, { title: 'Mill', year: 1800, parts: [{ name: 'Wheel' }, { name: ' ' }] }, ['Mill', 'Wheel']],
    [
      'fields that pointers name',
      { options: { pointers: '/title, /inner/note' } },
      { title: 'Mill', inner: { note: 'Old', other: 'x' } },
      ['Mill', 'Old'],
    ],
    ['fields of inner objects', { options: { pointers: '/note' } }, { list: [{ note: 'a' }, { note: ['b', 'c'] }] }, ['a', 'b', 'c']],
    ['a pointer with a slash in a name', { options: { pointers: '/a~1b' } }, { 'a/b': 'x' }, ['x']],
    ['a text that is entered', { jsonMode: 'expressionData', jsonData: '={{ $json.a }}: {{ $json.b }}' }, { a: 'x', b: 1 }, ['x: 1']],
    ['an object that is entered', { jsonMode: 'expressionData', jsonData: '={{ $json.a }}' }, { a: { b: 'x', c: 'y' } }, ['x', 'y']],
    ['nothing', { jsonMode: 'expressionData', jsonData: '={{ $json.none }}' }, {}, []],
  ])('are made of %s', async (_, parameters, item, expected) => {
    const outcome = await insert(parameters, item);
    expect(outcome.error).toBeUndefined();
    expect(texts(outcome)).toEqual(expected);
  });

  it('have the metadata of the options, with the values of their item', async () => {
    const metadataValues = [
      { name: 'year', value: '={{ $json.year }}' },
      { name: '__proto__', value: 'x' },
    ];
    const outcome = await insert({ options: { metadata: { metadataValues } } }, { title: 'Mill', year: 1800 });
    const [first] = metadata(outcome);
    expect(first).toMatchObject({ source: 'blob', blobType: 'application/json', line: 1, loc: lines(1, 1), year: 1800 });
    expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
  });
});

describe('long texts', () => {
  const text = `${'a'.repeat(600)}\n\n${'b'.repeat(600)}\n${'c'.repeat(300)}`;

  it('are split simply, with the lines of each chunk, since version 1.1', async () => {
    const outcome = await insert({}, { text });
    expect(texts(outcome)).toEqual(['a'.repeat(600), `${'b'.repeat(600)}\n${'c'.repeat(300)}`]);
    expect(metadata(outcome)).toMatchObject([{ loc: lines(1, 1) }, { loc: lines(3, 4) }]);
  });

  it.each<[number, JsonObject]>([
    [1, {}],
    [1.1, { textSplittingMode: 'custom' }],
  ])('are split by a splitter in version %d with %j', async (version, parameters) => {
    const outcome = await insert(parameters, { text: 'one two three four' }, version, [splitter]);
    expect(outcome.error).toBeUndefined();
    expect(texts(outcome)).toEqual(['one two', 'three', 'four']);
    expect(outcome.runData['Splitter']?.[0]?.data?.['ai_textSplitter']?.[0]?.[0]?.json).toEqual({ response: ['one two', 'three', 'four'] });
  });

  it.each<[number, JsonObject]>([
    [1, {}],
    [1.1, { textSplittingMode: 'custom' }],
  ])('need a splitter in version %d with %j', async (version, parameters) => {
    expect((await insert(parameters, { text: 'one' }, version)).error).toContain('Text Splitter');
  });
});

const file = (content: string | Uint8Array, mimeType: string, name = 'data'): Item => ({
  json: {},
  binary: { [name]: { data: Buffer.from(content).toString('base64'), mimeType, fileName: `file-${name}` } },
});

async function zipped(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const sources = Object.entries(files).map(([name, content]) => ({
    name,
    content: (async function* () {
      yield Buffer.from(content);
    })(),
  }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(sources, 0)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const binary = (parameters: JsonObject = {}): JsonObject => ({ dataType: 'binary', ...parameters });

describe('documents of files', () => {
  it.each<[string, string, string, JsonObject, readonly string[]]>([
    ['a text', 'text/markdown', '# Mill', {}, ['# Mill']],
    ['JSON', 'application/json', '{"a":"x","b":["y",1]}', {}, ['x', 'y']],
    ['JSON with pointers', 'application/ld+json', '{"a":"x","b":"y"}', { options: { pointers: '/b' } }, ['y']],
    ['CSV', 'text/csv', 'name,floors\nMill,3\nBarn,1', {}, ['name: Mill\nfloors: 3', 'name: Barn\nfloors: 1']],
    ['a column of CSV', 'text/csv', 'name;floors\nMill;3', { options: { separator: ';', column: 'floors' } }, ['3']],
    ['a format that is chosen', 'application/octet-stream', 'a\nx', { loader: 'csvLoader' }, ['a: x']],
    ['CSV as a text', 'text/csv', 'a\nx', { loader: 'textLoader' }, ['a\nx']],
    ['an empty text', 'text/plain', '', {}, []],
  ])('are made of %s', async (_, mimeType, content, parameters, expected) => {
    const outcome = await insert(binary(parameters), file(content, mimeType));
    expect(outcome.error).toBeUndefined();
    expect(texts(outcome)).toEqual(expected);
  });

  it('are made of the pages of a PDF file', async () => {
    const pdf = samplePdf([['One'], ['Two']], 'Mine');
    const outcome = await insert(binary(), file(pdf, 'application/pdf'));
    expect(texts(outcome)).toEqual(['One', 'Two']);
    expect(metadata(outcome)).toMatchObject([
      { blobType: 'application/pdf', pdf: { totalPages: 2, info: { Title: 'Mine' } }, loc: { pageNumber: 1, ...lines(1, 1) } },
      { loc: { pageNumber: 2 } },
    ]);
    const whole = await insert(binary({ options: { splitPages: false } }), file(pdf, 'application/pdf'));
    expect(texts(whole)).toEqual(['One\n\nTwo']);
  });

  it('are made of a Word document', async () => {
    const xml =
      '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>The </w:t></w:r><w:r><w:t xml:space="preserve">mill &amp; more</w:t></w:r></w:p>' +
      '<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:delText>gone</w:delText></w:r></w:p></w:body></w:document>';
    const docx = await zipped({ 'word/document.xml': xml });
    const outcome = await insert(binary(), file(docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'));
    expect(texts(outcome)).toEqual(['The mill & more\na\tb\nc']);
  });

  it('are made of the chapters of a book, in the order of reading', async () => {
    const epub = await zipped({
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
      'OEBPS/book.opf':
        '<package><manifest><item id="a" href="text/a%20b.xhtml"/><item id="b" href="text/b.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/><itemref idref="none"/></spine></package>',
      'OEBPS/text/a b.xhtml': '<html><head><title>no</title></head><body><p>Second</p></body></html>',
      'OEBPS/text/b.xhtml': '<html><body><h1>First</h1><p>chapter</p></body></html>',
    });
    const outcome = await insert(binary(), file(epub, 'application/epub+zip'));
    expect(outcome.error).toBeUndefined();
    expect(texts(outcome)).toEqual([expect.stringMatching(/^first\s+chapter$/i), 'Second']);
    expect(metadata(outcome)).toMatchObject([{ chapter: 'b.xhtml' }, { chapter: 'a%20b.xhtml' }]);
  });

  it('are made of all files of an item, or of one', async () => {
    const both = { json: {}, binary: { ...file('one', 'text/plain', 'a').binary, ...file('two', 'text/plain', 'b').binary } };
    expect(texts(await insert(binary(), both))).toEqual(['one', 'two']);
    expect(texts(await insert(binary({ binaryMode: 'specificField', binaryDataKey: 'b' }), both))).toEqual(['two']);
  });

  it.each<[string, JsonObject, Item, string]>([
    ['no file', {}, { json: {} }, 'has no file named "data"'],
    ['another name', { binaryMode: 'specificField', binaryDataKey: 'x' }, file('a', 'text/plain'), 'has no file named "x"'],
    ['an image', {}, file('a', 'image/png'), 'A file of the type "image/png" cannot be loaded'],
    ['an unknown format', { loader: 'toString' }, file('a', 'text/plain'), 'cannot be loaded'],
    ['JSON that is none', {}, file('{', 'application/json'), 'does not contain JSON'],
    ['a column that is missing', { options: { column: 'x' } }, file('a\n1', 'text/csv'), 'has no column "x"'],
    ['a Word document that is none', { loader: 'docxLoader' }, file('a', 'text/plain'), 'is not a zip archive'],
    ['a book that is none', { loader: 'epubLoader' }, file('a', 'text/plain'), 'is not a zip archive'],
  ])('fail for %s', async (_, parameters, item, message) => {
    expect((await insert(binary(parameters), item)).error).toContain(message);
  });

  it('fail for an archive of another kind', async () => {
    const zip = await zipped({ 'other.xml': '<a/>' });
    expect((await insert(binary({ loader: 'docxLoader' }), file(zip, 'application/zip'))).error).toContain('is not a Word document');
    expect((await insert(binary({ loader: 'epubLoader' }), file(zip, 'application/zip'))).error).toContain('is not an EPUB book');
  });
});
