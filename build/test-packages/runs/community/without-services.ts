// Community packages that need no service: one operation of each, and one that cannot succeed.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import { zipStream } from '../../../../engine/nodes/_shared/files/zip.ts';
import type { Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';

interface PlainCase {
  readonly name: string;
  readonly node: string;
  readonly parameters: object;
  /** Content of the file of the node's input. */
  readonly file?: { readonly fileName: string; readonly mimeType: string; readonly content: () => Promise<Uint8Array> };
  /** Fields of the item that comes out. */
  readonly item?: JsonObject;
  /** Name and MIME type of the file that comes out, and what it begins with. */
  readonly made?: { readonly fileName?: string; readonly mimeType: string; readonly start: string };
  /** Parameters with which the node fails; absent if it accepts everything. */
  readonly failing?: object;
}

/** `{"alg":"none"}` and `{"sub":"ann"}`, without a signature. */
const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A document of Word with a placeholder for a name. */
function letter(): Promise<Uint8Array> {
  const office = 'application/vnd.openxmlformats-';
  const head = '<?xml version="1.0"?>';
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${office}package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${docx}.main+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Dear {name}</w:t></w:r></w:p></w:body></w:document>`,
  };
  const entries = Object.entries(files).map(([name, content]) => ({ name, content: Readable.from([Buffer.from(content)]) }));
  return buffer(Readable.from(zipStream(entries, 0)));
}

/** A picture of one pixel, as PNG. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const cases: readonly PlainCase[] = [
  {
    name: 'n8n-nodes-turndown-html-to-markdown',
    node: 'mdTurndown',
    parameters: { operation: 'htmlToMarkdown', input: '<h2>Title</h2><p>A <b>bold</b> word</p>', outputKey: 'text' },
    item: { text: 'Title\n-----\n\nA **bold** word' },
  },
  {
    name: 'n8n-nodes-jwt-validate',
    node: 'jwtValidate',
    parameters: { operation: 'decode', jwtToken: token },
    item: { jwtPayload: { sub: 'ann' } },
    failing: { operation: 'decode', jwtToken: 'no token' },
  },
  {
    name: 'n8n-nodes-html-tag-extract',
    node: 'htmlParts',
    parameters: { htmlString: '<html><head><title>Lamps</title></head><body><h1>All lamps</h1></body></html>' },
    item: { data: { title: 'Lamps' } },
  },
  {
    name: 'n8n-nodes-html-tag-extract',
    node: 'jsonParse',
    parameters: { jsonString: 'Here it is: {"lamps": 2}' },
    item: { jsonObject: { lamps: 2 }, parsingSuccessful: true },
  },
  {
    name: 'n8n-nodes-docxtemplater',
    node: 'docxTemplater',
    parameters: { operation: 'render', binaryProperty: 'data', context: '{"name":"Ann"}' },
    file: { fileName: 'letter.docx', mimeType: docx, content: letter },
    made: { mimeType: docx, start: 'PK' },
    failing: { operation: 'render', binaryProperty: 'missing', context: '{}' },
  },
  {
    name: 'n8n-nodes-convert-image',
    node: 'imageFormatConverter',
    parameters: { inputType: 'file', outputFileFormat: 'image/bmp', outputType: 'file', quality: 80 },
    file: { fileName: 'dot.png', mimeType: 'image/png', content: async () => Buffer.from(dot, 'base64') },
    made: { mimeType: 'image/bmp', start: 'BM' },
    failing: { inputType: 'base64', base64Field: 'missing', outputFileFormat: 'image/bmp', outputType: 'file' },
  },
];

export const withoutServices: readonly (RunCase & { readonly name: string })[] = cases.map((each) => ({
  name: each.name,
  make: each.name,
  nodes: each.node,
  checks: each.failing === undefined ? 'the result comes out' : 'the result comes out; wrong input is told',
  run: async (instance) => {
    const { file, item, made: created } = each;
    const node = (parameters: object): Readonly<Record<string, Sketch>> => ({
      ...(file === undefined ? {} : { File: storedFile(file) }),
      Node: { type: `${each.name}.${each.node}`, parameters },
    });
    const input = [{ content: Buffer.from((await file?.content()) ?? '').toString('base64') }];
    const run = await instance.run(node(each.parameters), input);
    assert.equal(run.error, undefined);
    if (item !== undefined) assert.partialDeepStrictEqual(run.json('Node'), [item]);
    if (created !== undefined) {
      const { start, ...entry } = created;
      const [first] = run.items('Node');
      assert.partialDeepStrictEqual(first?.binary?.['data'], entry);
      assert.ok((await instance.file(first)).startsWith(start), `the file does not start with ${start}`);
    }
    if (each.failing !== undefined) assert.equal((await instance.run(node(each.failing), input)).status, 'error');
  },
}));

/** Turns the content of the item into a stored file. */
const storedFile = ({ fileName, mimeType }: NonNullable<PlainCase['file']>): Sketch => ({
  type: 'n8n-nodes-base.convertToFile',
  typeVersion: 1.1,
  parameters: { operation: 'toBinary', sourceProperty: 'content', binaryPropertyName: 'data', options: { fileName, mimeType } },
});
