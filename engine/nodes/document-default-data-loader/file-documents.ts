// The documents in a file, by its format.
import type { BinaryEntry } from '../../contract/run-data.ts';
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import { NodeError, type ExecuteContext, type TextDocument } from '../../sdk/index.ts';
import { ownValue } from '../../workflow/values/own-properties.ts';
import { readCsv } from '../_shared/files/csv.ts';
import { bytesOfFile, parseJsonFile, textOfFile } from '../_shared/files/text-encoding.ts';
import { parseOnThread } from '../_shared/parse-tasks.ts';
import { documentsOfJson, pointersOf } from './json-documents.ts';
import { chaptersOfBook, textOfWord } from './zipped-documents.ts';

type Reader = (ctx: ExecuteContext, file: BinaryEntry, itemIndex: number) => Promise<readonly TextDocument[]>;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** By the name that the parameter `loader` has for the format. */
const readers: Readonly<Record<string, Reader>> = {
  csvLoader: csvRows,
  docxLoader: async (ctx, file) => [blob(file, await textOfWord(ctx, file))],
  epubLoader: async (ctx, file) => (await chaptersOfBook(ctx, file)).map(({ name, text }) => blob(file, text, { chapter: name })),
  jsonLoader: async (ctx, file, itemIndex) =>
    documentsOfJson(await parseJsonFile(ctx, await bytesOfFile(ctx, file), file.fileName ?? '', 'utf8'), pointersOf(ctx, itemIndex)),
  pdfLoader: pdfPages,
  textLoader: async (ctx, file) => [blob(file, await textOfFile(ctx, file, 'utf8'))],
};

/** Returns the documents, without empty ones. Throws NodeError if the format cannot be read. */
export async function documentsOfFile(ctx: ExecuteContext, file: BinaryEntry, itemIndex: number): Promise<readonly TextDocument[]> {
  const loader = ctx.param('loader', itemIndex, 'auto');
  const name = loader === 'auto' ? loaderFor(file.mimeType) : loader;
  const reader = name !== undefined && Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (reader === undefined) {
    throw new NodeError(`A file of the type "${file.mimeType}" cannot be loaded.`, {
      itemIndex,
      parameter: 'loader',
      hint: 'Use a text, CSV, JSON, PDF, Word (.docx) or EPUB file, or choose the format under "Data Format".',
    });
  }
  return (await reader(ctx, file, itemIndex)).filter(({ pageContent }) => pageContent.trim() !== '');
}

function loaderFor(type: string): string | undefined {
  if (type === 'application/pdf') return 'pdfLoader';
  if (type === 'text/csv' || type === 'application/csv') return 'csvLoader';
  if (type === 'application/epub+zip') return 'epubLoader';
  if (type === WORD) return 'docxLoader';
  if (/^application\/(?:.+\+)?json$/.test(type)) return 'jsonLoader';
  return type.startsWith('text/') || /^application\/(?:.+\+)?(?:xml|yaml|x-yaml|javascript)$/.test(type) ? 'textLoader' : undefined;
}

const blob = ({ mimeType: blobType }: BinaryEntry, pageContent: string, more: JsonObject = {}): TextDocument => ({
  pageContent,
  metadata: { source: 'blob', blobType, ...more },
});

async function csvRows(ctx: ExecuteContext, file: BinaryEntry, itemIndex: number): Promise<readonly TextDocument[]> {
  const delimiter = ctx.param('options.separator', itemIndex, ',');
  const column = ctx.param('options.column', itemIndex, '');
  const rows = await readCsv(ctx, file, {
    delimiter: delimiter === '' ? ',' : delimiter,
    encoding: 'utf8',
    enableBom: true,
    fromLine: 1,
    headerRow: true,
    includeEmptyCells: true,
    numbersNames: true,
    maxRows: -1,
    relaxQuotes: true,
  });
  return rows.map((row, index) => blob(file, rowText(row, column), { line: index + 1 }));
}

function rowText(row: JsonObject, column: string): string {
  const lines = Object.entries(row).map(([name, value]) => `${name}: ${String(value as JsonValue)}`);
  if (column === '') return lines.join('\n');
  const value = ownValue(row, column);
  if (value !== undefined) return String(value as JsonValue);
  throw new NodeError(`The file has no column "${column}".`, {
    code: 'PARAMETER_INVALID',
    parameter: 'options.column',
    hint: `Its columns are: ${Object.keys(row).join(', ')}.`,
  });
}

async function pdfPages(ctx: ExecuteContext, file: BinaryEntry, itemIndex: number): Promise<readonly TextDocument[]> {
  const splits = ctx.param('options.splitPages', itemIndex, true);
  const { text, numpages, info, version } = await parseOnThread(ctx, 'pdfText', false, await bytesOfFile(ctx, file), {
    maxPages: 0,
    joinPages: !splits,
  });
  const pdf = { version, info, totalPages: numpages };
  const pages = Array.isArray(text) ? (text as readonly string[]) : [String(text ?? '')];
  return pages.map((page, index) => blob(file, page, { pdf, ...(splits ? { loc: { pageNumber: index + 1 } } : {}) }));
}
