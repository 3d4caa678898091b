// Reads and writes spreadsheets: XLSX, XLS, ODS, RTF and HTML tables.
import type { BookType, WorkSheet } from '@e965/xlsx';
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';
import { type Pace, type SlicedWork } from '../../../sdk/slices.ts';
import { exactText } from '../../../contract/exact-numbers.ts';
import { flattenKeys } from '../fields/field-path.ts';
import { htmlTable, readableHtml } from './html-table.ts';
import { rtfRows, rtfTable } from './rtf-table.ts';
import { codePages, decodeText } from './text-encoding.ts';
import { namedRow, uniqueNames } from './rows.ts';
import { keepTexts, markDates, type SheetRows, writeShown } from './sheet-cells.ts';
import { unzipped, zipEntries } from './zip.ts';

const MAX_CELLS = 20_000_000;

export interface SheetReading {
  /** Default: the first sheet. */
  readonly sheetName?: string | undefined;
  /** Cells to read, such as `A2:C9`, or the number of rows to skip. */
  readonly range?: string | undefined;
  readonly headerRow: boolean;
  readonly includeEmptyCells: boolean;
  /** Whether cells of text files stay text. */
  readonly rawData: boolean;
  /** Whether dates of spreadsheets are ISO texts instead of serial numbers, unless `rawData` is on. */
  readonly datesAsText: boolean;
  /** Maximum size of the unpacked spreadsheet in bytes: small files may claim more than fits into memory. */
  readonly maxUnpacked: number;
}

/**
 * Returns the rows of a sheet: objects keyed by the header, or `{ row: […] }` if it has no header. Formulas are not evaluated; their stored results
 * are used.
 */
export async function readSheet(bytes: Uint8Array, reading: SheetReading): Promise<JsonObject[]> {
  const isZip = startsWith(bytes, [0x50, 0x4b]);
  const hasDateCells = isZip && (await unpackedHasDateCells(bytes, reading.maxUnpacked));
  const xlsx = await import('@e965/xlsx');
  const table = isZip || isOldExcel(bytes) ? undefined : await textOfTable(bytes);
  const writesDates = table === undefined && reading.datesAsText && !reading.rawData;
  // Number formats are needed only to recognize dates: with them, the library would return dates in its own way.
  const cellNF = table !== undefined || writesDates;
  const options = { raw: reading.rawData, dense: true, cellFormula: false, cellHTML: false, cellNF };
  const book = attempt('The file cannot be read as a spreadsheet', () =>
    table === undefined ? xlsx.read(bytes, { ...options, type: 'array' }) : xlsx.read(table, { ...options, type: 'string' }),
  );
  const name = reading.sheetName ?? book.SheetNames[0] ?? '';
  const sheet = book.SheetNames.includes(name) ? book.Sheets[name] : undefined;
  if (sheet === undefined) throw noSheet(name, book.SheetNames);
  if (sheet['!ref'] === undefined) return [];
  const cells = rowsOf(sheet);
  if (table !== undefined) keepTexts(cells, xlsx.SSF);
  else if (writesDates) {
    if (hasDateCells) markDates(cells, rowsOf(xlsx.read(bytes, { ...options, type: 'array', cellDates: true }).Sheets[name]), xlsx.SSF);
    writeShown(cells, xlsx.SSF, book.Workbook?.WBProps?.date1904 === true);
  }
  const area = areaOf(sheet['!ref'], reading.range, (range) => xlsx.utils.decode_range(range));
  if ((area.e.r - area.s.r + 1) * (area.e.c - area.s.c + 1) > MAX_CELLS) {
    throw new NodeError(`The sheet "${name}" spans more than ${MAX_CELLS} cells.`, {
      code: 'FILE_TOO_LARGE',
      hint: 'Enter the part to read in the option "Range", such as A1:F1000.',
    });
  }
  const rowsIn = (from: number, to: number, raw: boolean): readonly (readonly unknown[])[] =>
    to < from
      ? []
      : xlsx.utils.sheet_to_json<unknown[]>(sheet, {
          header: 1,
          raw,
          blankrows: true,
          range: { s: { r: from, c: area.s.c }, e: { r: to, c: area.e.c } },
        });
  const empty = reading.includeEmptyCells ? '' : undefined;
  const width = area.e.c - area.s.c + 1;
  const filled = (row: readonly unknown[]): unknown[] =>
    Array.from({ length: empty === undefined ? row.length : width }, (_, at) => row[at] ?? empty ?? null);
  if (!reading.headerRow) return rowsIn(area.s.r, area.e.r, true).map((row) => ({ row: filled(row) }) as JsonObject);
  const names = headerNames(rowsIn(area.s.r, area.s.r, false)[0] ?? [], width);
  const isSet = (value: unknown): boolean => value !== undefined && value !== null;
  return rowsIn(area.s.r + 1, area.e.r, true)
    .filter((row) => row.some(isSet))
    .map((row) =>
      namedRow(
        names,
        Array.from({ length: width }, (_, at) => row[at] ?? empty),
        isSet,
      ),
    );
}

const noSheet = (name: string, existingNames: readonly string[]): NodeError =>
  new NodeError(`The spreadsheet has no sheet named "${name}".`, {
    code: 'PARAMETER_INVALID',
    parameter: 'options.sheetName',
    hint: existingNames.length === 0 ? 'It has no sheets.' : `Its sheets are: ${existingNames.join(', ')}.`,
  });

/** Dense sheets hold their cells by row and column. */
const rowsOf = (sheet: WorkSheet | undefined): SheetRows => (sheet?.['!data'] ?? []) as SheetRows;

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean => head.every((byte, at) => bytes[at] === byte);

/** Whether the file is an OLE compound file, or a record stream of an older Excel version. */
const isOldExcel = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) || [0, 2, 4, 8].some((version) => startsWith(bytes, [9, version]));

/** Files with spreadsheet names may also contain HTML, RTF or CSV, which is returned as text that the library can read. */
async function textOfTable(bytes: Uint8Array): Promise<string> {
  if (startsWith(bytes, [0xff, 0xfe])) return decodeText(bytes, 'utf16le');
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('\0')) {
    throw new NodeError('The file cannot be read as a spreadsheet: it has another format or is damaged.', {
      hint: 'Choose the operation that matches the file.',
    });
  }
  if (head.startsWith('{\\rtf')) return csvText(rtfRows(Buffer.from(bytes).toString('latin1'), await codePages()));
  const text = await decodeText(bytes);
  return /<(?:html|table|body)\b/i.test(text) ? readableHtml(text, (await import('cheerio')).load) : text;
}

const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n');

interface Area {
  readonly s: { readonly r: number; readonly c: number };
  readonly e: { readonly r: number; readonly c: number };
}

function areaOf(whole: string, range: string | undefined, decode: (range: string) => Area): Area {
  const area = decode(whole);
  if (range === undefined || range.trim() === '') return area;
  const trimmedRange = range.trim();
  if (/^\d+$/.test(trimmedRange)) return { s: { r: Number(trimmedRange), c: area.s.c }, e: area.e };
  if (!/^\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?$/i.test(trimmedRange)) {
    throw new NodeError(`The range "${range}" is invalid. Write it as A2:C9, or as the number of rows to skip.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'options.range',
    });
  }
  return decode(trimmedRange.toUpperCase());
}

/** Returns the column names: the texts of the header, `__EMPTY` for empty cells, with duplicates numbered. */
const headerNames = (header: readonly unknown[], width: number): readonly string[] =>
  uniqueNames(Array.from({ length: width }, (_, at) => String((header[at] as string | number | boolean | null | undefined) ?? '__EMPTY')));

/** The attribute of cells whose value is an ISO date (ECMA-376, 18.18.11). */
const dateCell = [Buffer.from(' t="d"'), Buffer.from(" t='d'")];

/**
 * Unpacks the whole archive once without keeping it, because the sizes in its directory cannot be trusted. Returns whether it seems to have cells of
 * dates. Throws FILE_TOO_LARGE.
 */
async function unpackedHasDateCells(bytes: Uint8Array, maxUnpacked: number): Promise<boolean> {
  let size = 0;
  let isFound = false;
  for (const entry of zipEntries(bytes)) {
    const isSheet = /^xl\/worksheets\//i.test(entry.name);
    let rest: Uint8Array = new Uint8Array();
    for await (const chunk of unzipped(entry)) {
      size += chunk.byteLength;
      if (size > maxUnpacked) {
        throw new NodeError(`The unpacked spreadsheet is larger than ${Math.round(maxUnpacked / 1024 ** 2)} MiB.`, {
          code: 'FILE_TOO_LARGE',
          hint: 'Split it, save it as CSV, which is read as a stream, or raise the setting MILLRACE_ARCHIVE_MAX.',
        });
      }
      if (!isSheet || isFound) continue;
      const part = Buffer.concat([rest, chunk]);
      isFound = dateCell.some((attribute) => part.includes(attribute));
      rest = part.subarray(-5);
    }
  }
  return isFound;
}

export interface SheetWriting {
  readonly format: string;
  readonly sheetName: string;
  readonly headerRow: boolean;
  readonly compression: boolean;
}

/** Returns the bytes of a spreadsheet with this table. Text is written as text, even if it looks like a formula. */
export async function writeSheet(
  { names, cells }: Table,
  { format, sheetName, headerRow, compression }: SheetWriting,
): Promise<Uint8Array> {
  const rows = headerRow ? [names, ...cells] : [...cells];
  if (format === 'rtf') return Buffer.from(rtfTable(rows));
  const xlsx = await import('@e965/xlsx');
  if (format === 'html') return Buffer.from(htmlTable(rows, (at) => xlsx.utils.encode_col(at)));
  return attempt('The spreadsheet cannot be written', () => {
    const sheet = xlsx.utils.aoa_to_sheet(rows);
    const book = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(book, sheet, sheetName);
    // Without a table of shared strings, the library reads `&amp;` in a cell of XLSX back as `&`.
    return xlsx.write(book, { type: 'buffer', bookType: format as BookType, bookSST: format === 'xlsx', compression }) as Uint8Array;
  });
}

export interface Table {
  readonly names: string[];
  readonly cells: readonly unknown[][];
}

/** Converts rows to a table: nested fields become columns such as `a.b`. */
export function* tableOf(rows: readonly JsonObject[], pace: Pace): SlicedWork<Table> {
  const columns = new Map<string, number>();
  const cells = yield* pace.map(rows, (row) => {
    const line: unknown[] = [];
    const flat = flattenKeys(row);
    for (const [name, value] of Object.entries(flat)) {
      let at = columns.get(name);
      if (at === undefined) columns.set(name, (at = columns.size));
      line[at] = exactText(flat, name) ?? cellValue(value);
    }
    return line;
  });
  return { names: [...columns.keys()], cells };
}

/** Dates are texts, as in JSON. Other objects are empty here, because filled ones have become columns. */
function cellValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  const written = typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : undefined;
  return typeof written === 'object' || written === undefined ? '' : written;
}

function attempt<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new NodeError(`${what}: ${(cause as Error).message}`, {
      hint: 'Check that the operation matches the file, and that the file is not damaged.',
      cause,
    });
  }
}
