// Reads CSV record by record, and writes it row by row.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Options } from 'csv-parse';
import type { JsonObject } from '../../../contract/json.ts';
import type { BinaryEntry } from '../../../contract/run-data.ts';
import { NodeError, type ExecuteContext } from '../../../sdk/index.ts';
import { mapInSlices, workInSlices } from '../../../sdk/slices.ts';
import { namedRow, uniqueNames } from './rows.ts';
import { tableOf } from './sheets.ts';
import { textOfFile } from './text-encoding.ts';

const BOM = '\uFEFF';

export interface CsvReading {
  readonly delimiter: string;
  readonly encoding: string;
  /** Whether to remove a byte order mark from the first name. */
  readonly enableBom: boolean;
  /** First line to read, counted from 1. */
  readonly fromLine: number;
  readonly headerRow: boolean;
  readonly includeEmptyCells: boolean;
  /** Whether columns of the same name get a number; otherwise the last one counts. */
  readonly numbersNames: boolean;
  /** Maximum number of records; negative for all. */
  readonly maxRows: number;
  readonly relaxQuotes: boolean;
  /** Maximum number of invalid records to skip; -1 for all; undefined to fail on the first one. */
  readonly maxSkipped?: number | undefined;
}

/** Yields the records of a CSV file: objects keyed by its header, or `{ row: { 0: … } }` if it has no header. */
export async function readCsv(ctx: ExecuteContext, entry: BinaryEntry, reading: CsvReading): Promise<JsonObject[]> {
  const { parse } = await import('csv-parse');
  const isUtf8 = /^utf-?8$/i.test(reading.encoding);
  const start = { hasBom: false };
  const content = isUtf8 ? withoutBom(ctx.binary.stream(entry), start) : [await textOfFile(ctx, entry, reading.encoding)];
  const parser = parse({ ...parserOptions(reading), ...skipping(reading.maxSkipped) });
  // Errors of the source reach the loop below through the parser.
  pipeline(Readable.from(content), parser).catch(() => undefined);
  const rows: JsonObject[] = [];
  let names: readonly string[] | undefined;
  const isSet = (value: unknown): boolean => reading.includeEmptyCells || value !== '';
  try {
    for await (const record of parser as AsyncIterable<readonly string[]>) {
      ctx.signal.throwIfAborted();
      if (reading.headerRow && names === undefined) {
        const written = start.hasBom && !reading.enableBom ? record.with(0, `${BOM}${record[0] ?? ''}`) : record;
        names = reading.numbersNames ? uniqueNames(written) : written;
        continue;
      }
      if (reading.maxRows >= 0 && rows.length >= reading.maxRows) break;
      rows.push(
        names === undefined
          ? {
              row: namedRow(
                record.map((_, at) => String(at)),
                record,
                isSet,
              ),
            }
          : namedRow(names, record, isSet),
      );
    }
  } catch (error) {
    throw ctx.signal.aborted ? error : csvFailure(error, entry);
  } finally {
    parser.destroy();
  }
  return rows;
}

const parserOptions = ({ delimiter, fromLine, relaxQuotes }: CsvReading): Options => ({
  delimiter: delimiter === '\\t' ? '\t' : delimiter,
  skip_empty_lines: true,
  relax_quotes: relaxQuotes,
  ...(fromLine > 1 ? { from_line: fromLine } : {}),
});

function skipping(most: number | undefined): Options {
  if (most === undefined) return {};
  let count = 0;
  return {
    skip_records_with_error: true,
    on_skip: (error) => {
      if (most >= 0 && ++count > most) throw error ?? new Error('too many records with errors');
      return undefined;
    },
  };
}

/** Removes the byte order mark, which would hide a leading quote; `start` reports whether there was one. */
async function* withoutBom(content: AsyncIterable<Uint8Array>, start: { hasBom: boolean }): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of content) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.byteLength < 3) continue;
    start.hasBom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
    yield start.hasBom ? head.subarray(3) : head;
    head = undefined;
  }
  if (head !== undefined && head.byteLength > 0) yield head;
}

function csvFailure(error: unknown, entry: BinaryEntry): unknown {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (typeof code !== 'string' || !/^(?:CSV|INVALID)_/.test(code)) return error;
  return new NodeError(`The file "${entry.fileName ?? 'without a name'}" cannot be read as CSV: ${message}`, {
    hint: 'Check the options "Delimiter", "Relax Quotes" and "Starting Line", or skip bad records with "Skip Records with Errors".',
    cause: error,
  });
}

/** Yields the bytes of a CSV file with these rows. `addBom`: whether it starts with a byte order mark, by which Excel recognizes UTF-8. */
export async function* csvStream(
  rows: readonly JsonObject[],
  { delimiter, headerRow, addBom }: { readonly delimiter: string; readonly headerRow: boolean; readonly addBom: boolean },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { names, cells } = await workInSlices(signal, (pace) => tableOf(rows, pace));
  const separator = delimiter === '\\t' ? '\t' : delimiter;
  const line = (row: readonly unknown[]): string => names.map((_, at) => cellText(row[at], separator)).join(separator);
  const lines = await mapInSlices(headerRow ? [names, ...cells] : cells, signal, line);
  let csv = addBom ? BOM : '';
  for (const [at, row] of lines.entries()) {
    csv += at === 0 ? row : `\n${row}`;
    if (csv.length < 65_536) continue;
    yield Buffer.from(csv);
    csv = '';
  }
  yield Buffer.from(csv);
}

function cellText(value: unknown, separator: string): string {
  if (value === undefined || value === null) return '';
  const cellText = typeof value === 'boolean' ? String(value).toUpperCase() : String(value as string | number);
  return cellText.includes(separator) || /["\r\n]/.test(cellText) ? `"${cellText.replaceAll('"', '""')}"` : cellText;
}
