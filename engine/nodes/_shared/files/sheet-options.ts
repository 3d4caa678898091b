// Options for reading and writing tables: their properties, and reading their values.
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import type { JsonObject } from '../../../contract/json.ts';
import type { DisplayOptions, NodeProperty } from '../../../workflow/node-type.ts';
import type { ExecuteContext } from '../../../sdk/index.ts';
import { workInSlices } from '../../../sdk/slices.ts';
import { parseOnThread } from '../parse-tasks.ts';
import { textOf } from '../text-of.ts';
import { csvStream, readCsv } from './csv.ts';
import { tableOf } from './sheets.ts';
import { bytesOfFile, encodingOptions } from './text-encoding.ts';
import { flag, isOn } from '../flags.ts';

/** Maximum number of rows that are written on the engine's thread. */
const SMALL_TABLE = 100;

type Options = Readonly<Record<string, unknown>>;
type Shown = DisplayOptions | undefined;

const visible = (property: NodeProperty, displayOptions: Shown): NodeProperty =>
  displayOptions === undefined ? property : { ...property, displayOptions };
const textProperty = (displayName: string, name: string, value: string, description: string, placeholder?: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: value,
  description,
  ...(placeholder === undefined ? {} : { placeholder }),
});

const withoutMark = (value: boolean): NodeProperty =>
  flag('Exclude Byte Order Mark (BOM)', 'enableBOM', 'Whether to remove a byte order mark from the first name', value);

const withMark = (value: boolean): NodeProperty =>
  flag(
    'Add Byte Order Mark (BOM)',
    'addBOM',
    'Whether to start the file with a byte order mark, by which Excel recognizes letters outside of ASCII',
    value,
  );

const skippedRecords: NodeProperty = {
  displayName: 'Skip Records with Errors',
  name: 'skipRecordsWithErrors',
  type: 'fixedCollection',
  default: { value: { enabled: true, maxSkippedRecords: -1 } },
  description: 'Skip records that cannot be read',
  options: [
    {
      name: 'value',
      displayName: 'Value',
      values: [
        flag('Enabled', 'enabled', 'Whether to skip records with errors'),
        {
          displayName: 'Max Skipped Records',
          name: 'maxSkippedRecords',
          type: 'number',
          default: -1,
          description: 'Maximum number of records to skip before the node fails; -1 for no limit',
        },
      ],
    },
  ],
};

/**
 * Options for reading tables. `csv` and `sheet`: display rules of those for CSV and for spreadsheets; `newest`: version from which byte order marks
 * are removed unless the option is off.
 */
export const readingOptions = (csv: DisplayOptions, sheet: Shown, newest: number): readonly NodeProperty[] => [
  visible(textProperty('Delimiter', 'delimiter', ',', 'Separator between two cells, such as ; or \\t', 'e.g. ,'), csv),
  visible(
    {
      displayName: 'Encoding',
      name: 'encoding',
      type: 'options',
      options: encodingOptions,
      default: 'utf8',
      description: 'Encoding of the text in the file',
    },
    csv,
  ),
  visible(withoutMark(false), { show: { ...csv.show, '@version': [{ _cnd: { lt: newest } }] } }),
  visible(withoutMark(true), { show: { ...csv.show, '@version': [{ _cnd: { gte: newest } }] } }),
  visible(flag('Preserve Quotes', 'relaxQuotes', 'Whether to allow quotes within cells that do not start with one'), csv),
  flag('Header Row', 'headerRow', 'Whether the first row contains the column names', true),
  flag('Include Empty Cells', 'includeEmptyCells', 'Whether to include empty cells as empty texts'),
  visible(
    {
      displayName: 'Max Number of Rows to Load',
      name: 'maxRowCount',
      type: 'number',
      default: -1,
      description: 'Maximum number of rows to read; -1 for all',
    },
    csv,
  ),
  visible(
    textProperty('Range', 'range', '', 'Part of the sheet to read, such as A2:C9, or the number of rows to skip', 'e.g. A2:C9'),
    sheet,
  ),
  visible(
    flag('RAW Data', 'rawData', 'Whether to keep the cells of text files as texts, and dates as the numbers that spreadsheets store'),
    sheet,
  ),
  visible(flag('Read As String', 'readAsString', 'Whether to read the file as UTF-8 text. Text files are always read as UTF-8.'), sheet),
  visible(textProperty('Sheet Name', 'sheetName', 'Sheet', 'Name of the sheet to read; the first if empty', 'e.g. mySheet'), sheet),
  visible(skippedRecords, csv),
  visible(
    {
      displayName: 'Starting Line',
      name: 'fromLine',
      type: 'number',
      default: 0,
      description: 'First line to read, counted from 1; 0 for the first',
    },
    csv,
  ),
];

/**
 * Options for writing tables. `rules`: display rules of those that only some formats have; `newest`: version from which CSV files start without a byte
 * order mark unless the option is on.
 */
export const writingOptions = (
  rules: { readonly csv: DisplayOptions; readonly compressed?: Shown; readonly named?: Shown },
  newest: number,
): readonly NodeProperty[] => [
  visible(withMark(true), { show: { ...rules.csv.show, '@version': [{ _cnd: { lt: newest } }] } }),
  visible(withMark(false), { show: { ...rules.csv.show, '@version': [{ _cnd: { gte: newest } }] } }),
  visible(flag('Compression', 'compression', 'Whether to compress the file'), rules.compressed),
  visible(textProperty('Delimiter', 'delimiter', ',', 'Separator between two cells, such as ; or \\t', 'e.g. ,'), rules.csv),
  textProperty('File Name', 'fileName', '', 'Name of the file', 'e.g. mySpreadsheet.csv'),
  flag('Header Row', 'headerRow', 'Whether the first row contains the column names', true),
  visible(textProperty('Sheet Name', 'sheetName', 'Sheet', 'Name of the sheet', 'e.g. mySheet'), rules.named),
];

/**
 * Returns the rows of an item's file in the given format: `csv`, or any spreadsheet format. `newest`: version from which dates are texts, and byte
 * order marks are removed.
 */
export async function rowsOfFile(
  ctx: ExecuteContext,
  entry: BinaryEntry,
  { format, newest }: { readonly format: string; readonly newest: number },
  options: Options,
): Promise<JsonObject[]> {
  const headerRow = isOn(options, 'headerRow', true);
  const includeEmptyCells = isOn(options, 'includeEmptyCells', false);
  if (format !== 'csv') {
    return parseOnThread(ctx, 'sheetRows', false, await bytesOfFile(ctx, entry), {
      headerRow,
      includeEmptyCells,
      rawData: isOn(options, 'rawData', false),
      datesAsText: ctx.version >= newest,
      sheetName: textOf(options['sheetName']) || undefined,
      range: textOf(options['range']) || undefined,
      maxUnpacked: ctx.archives.maxBytes,
    });
  }
  const skip = (options['skipRecordsWithErrors'] as { readonly value?: Options } | undefined)?.value;
  return readCsv(ctx, entry, {
    headerRow,
    includeEmptyCells,
    delimiter: textOf(options['delimiter']) || ',',
    encoding: textOf(options['encoding']) || 'utf8',
    enableBom: isOn(options, 'enableBOM', ctx.version >= newest),
    relaxQuotes: isOn(options, 'relaxQuotes', false),
    fromLine: Number(options['fromLine'] ?? 0),
    maxRows: Number(options['maxRowCount'] ?? -1),
    numbersNames: ctx.version >= newest,
    maxSkipped: skip?.['enabled'] === true ? Number(skip['maxSkippedRecords'] ?? -1) : undefined,
  });
}

const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['rtf', 'application/rtf'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
]);

/** Writes all items to one file. `newest`: version from which CSV files start without a byte order mark. */
export async function fileOfItems(
  ctx: ExecuteContext,
  items: readonly Item[],
  { format, newest }: { readonly format: string; readonly newest: number },
  options: Options,
): Promise<BinaryEntry> {
  const rows = items.map(({ json }) => json);
  const headerRow = isOn(options, 'headerRow', true);
  const content =
    format === 'csv'
      ? csvStream(
          rows,
          { headerRow, delimiter: textOf(options['delimiter']) || ',', addBom: isOn(options, 'addBOM', ctx.version < newest) },
          ctx.signal,
        )
      : await parseOnThread(ctx, 'sheetFile', rows.length <= SMALL_TABLE, await workInSlices(ctx.signal, (pace) => tableOf(rows, pace)), {
          format,
          headerRow,
          sheetName: textOf(options['sheetName']) || 'Sheet',
          compression: isOn(options, 'compression', false),
        });
  const mimeType = mimeTypes.get(format);
  return ctx.binary.write(content, {
    fileName: textOf(options['fileName']) || `spreadsheet.${format}`,
    ...(mimeType === undefined ? {} : { mimeType }),
  });
}
