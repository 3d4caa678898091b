// The values of cells with dates and numbers: dates as ISO texts, numbers with leading zeros as they are shown, and numbers of text files only if
// nothing is lost.

/** The parts of a cell that decide its value. */
export interface SheetCell {
  t: string;
  v?: unknown;
  /** Number format, such as `yyyy-mm-dd`. */
  z?: unknown;
  /** Formatted text; of text files, the text in the file. */
  readonly w?: string;
}

/** The part of the library that reads number formats. */
export interface DateFormats {
  is_date(format: string): boolean;
  parse_date_code(serial: number, options: { readonly date1904: boolean }): DateParts | null;
}

interface DateParts {
  readonly y: number;
  readonly m: number;
  readonly d: number;
  readonly H: number;
  readonly M: number;
  readonly S: number;
}

/** A number as programs write it: no leading zeros or plus sign, no hexadecimal digits, and no more digits than a number can hold. */
function isExact(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  return !/^\s*(?:\+|-?0\d|-?0x)/i.test(text) && digits.replace(/^0+/, '').length <= 15;
}

/** Whether a cell of a text file stays text: converting it could lose something. This is so for dates, whose order and zone are unknown, and for all but plain numbers. */
const staysText = ({ z, w = '' }: SheetCell, formats: DateFormats): boolean => (typeof z === 'string' && formats.is_date(z)) || !isExact(w);

export type SheetRows = readonly (readonly (SheetCell | null | undefined)[] | undefined)[];

/** Replaces numbers by the text that `numberText` returns for them. The library would make dates of those with formats, so these are removed. */
function replaceNumbers(rows: SheetRows, numberText: (cell: SheetCell & { readonly v: number }) => string | undefined): void {
  for (const cell of rows.flatMap((row) => row ?? [])) {
    if (cell?.t !== 'n' || typeof cell.v !== 'number') continue;
    const text = numberText(cell as SheetCell & { readonly v: number });
    if (text !== undefined) Object.assign(cell, { t: 's', v: text });
    delete cell.z;
  }
}

/** Replaces the numbers of a text file by the texts in the file, where they would lose something. */
export function keepTexts(rows: SheetRows, formats: DateFormats): void {
  replaceNumbers(rows, (cell) => (staysText(cell, formats) ? cell.w : undefined));
}

/**
 * Replaces the serial numbers of dates by ISO texts: `2026-07-02`, `2026-07-02T14:30:00`, `14:30:00`. Durations become as they are shown (`30:00`), and
 * so do codes, whose format has leading zeros (`00000`).
 */
export function writeShown(rows: SheetRows, formats: DateFormats, date1904: boolean): void {
  replaceNumbers(rows, (cell) => {
    if (typeof cell.z !== 'string') return undefined;
    if (formats.is_date(cell.z)) return dateText(cell, cell.z, formats, date1904);
    return isCode(cell.z) && Number.isInteger(cell.v) ? cell.w : undefined;
  });
}

/** Whether a number format pads with zeros and has no parts of amounts: `00000` of ZIP codes, `00000-0000`, `"A"000`. */
const isCode = (format: string): boolean => {
  const digits = (format.split(';')[0] ?? '').replaceAll(/"[^"]*"|\\.|\[\$[^\]]*\]|_./g, '');
  return /^[-()/ ]*0(?:[-()/ ]*0)+[-()/ ]*$/.test(digits);
};

/** Gives cells that contain a date without a format for dates one. `dated`: the same cells, with their dates as objects. */
export function markDates(rows: SheetRows, dated: SheetRows, formats: DateFormats): void {
  for (const [at, row] of rows.entries()) {
    for (const [column, cell] of row?.entries() ?? []) {
      if (cell?.t !== 'n' || dated[at]?.[column]?.t !== 'd') continue;
      if (typeof cell.z === 'string' && formats.is_date(cell.z)) continue;
      cell.z = Number.isInteger(cell.v) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
    }
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

function dateText(
  { v, w }: SheetCell & { readonly v: number },
  format: string,
  formats: DateFormats,
  date1904: boolean,
): string | undefined {
  const parts = formats.parse_date_code(v, { date1904 });
  if (parts === null) return undefined;
  const letters = format.replaceAll(/"[^"]*"|\\.|\[\$[^\]]*\]/g, '');
  if (/\[[hms]+\]/i.test(letters)) return w;
  const time = `${two(parts.H)}:${two(parts.M)}:${two(parts.S)}`;
  const hasDate = /[yd]|mmm/i.test(letters) || !/[hs]/i.test(letters);
  // Days before the first of the calendar, and the 29th of February 1900, do not exist.
  if (!hasDate && v < 1) return time;
  const day = new Date(Date.UTC(parts.y, parts.m - 1, parts.d));
  if (day.getUTCMonth() !== parts.m - 1) return w;
  const date = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`;
  return time === '00:00:00' && !/[hs]/i.test(letters) ? date : `${date}T${time}`;
}
