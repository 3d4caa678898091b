// Tables in rich text (RTF 1.9): writes them, and reads the texts of their cells.
import type { CodePages, Decoder } from './text-encoding.ts';

/** Returns a document with a table. Characters outside of ASCII are written as `\u`, which every program reads alike. Columns fit their content. */
export function rtfTable(rows: readonly (readonly unknown[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => `\\cellx${at + 1}`).join('');
  const lines = rows.map((row) => {
    const cells = Array.from({ length: width }, (_, at) => ` ${escaped(row[at])}\\cell`).join('');
    return `\\trowd\\trautofit1${columns}\\pard\\intbl${cells}\\pard\\intbl\\row`;
  });
  return `{\\rtf1\\ansi${lines.join('')}}`;
}

function escaped(value: unknown): string {
  if (value === undefined || value === null) return '';
  const cellText = typeof value === 'boolean' ? String(value).toUpperCase() : String(value as string | number);
  // oxlint-disable-next-line no-control-regex -- control characters are escaped
  return cellText.replaceAll(/\r\n|[\u0000-\u001f\\{}]|[^\u0000-\u007e]/gs, (match) => {
    if (/^[\r\n]/.test(match)) return '\\line ';
    if (match === '\t') return '\\tab ';
    if (/[\\{}]/.test(match)) return `\\${match}`;
    if (match < ' ') return `\\'${match.charCodeAt(0).toString(16).padStart(2, '0')}`;
    // Signed units of UTF-16, each with a replacement for programs that do not know them.
    return [...Array(match.length).keys()].map((at) => `\\u${(match.charCodeAt(at) << 16) >> 16}?`).join('');
  });
}

/** Groups whose text is not that of the document. */
const hidden = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'listtable',
  'listoverridetable',
  'header',
  'footer',
  'fldinst',
]);

const characters: ReadonlyMap<string, string> = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
]);

const symbols: ReadonlyMap<string, string> = new Map([
  ['~', '\u00a0'],
  ['_', '\u2011'],
  ['\n', '\n'],
  ['\r', '\n'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
]);

interface Group {
  isHidden: boolean;
  /** Number of characters that stand for one `\u` in programs that do not know it. */
  fallback: number;
}

/** Returns the texts of the table's cells by row. `content`: the bytes of the file as Latin-1; `decoderOf`: of a code page. */
export function rtfRows(content: string, decoderOf: CodePages): string[][] {
  const reader = new RtfReader(decoderOf);
  const token = /\\([a-z]+)(-?\d+)? ?|\\'([\da-fA-F]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gs;
  for (const [, word, value, hex, symbol, brace, plain] of content.matchAll(token)) {
    if (brace !== undefined) reader.brace(brace);
    else if (word !== undefined) reader.control(word, value === undefined ? undefined : Number(value));
    else if (symbol !== undefined) reader.symbol(symbol);
    else if (hex !== undefined) reader.bytes([Number.parseInt(hex, 16)]);
    else if (plain !== undefined) reader.bytes(Buffer.from(plain, 'latin1'));
  }
  return reader.rows;
}

class RtfReader {
  readonly rows: string[][] = [];
  readonly #decoderOf: CodePages;
  readonly #groups: Group[] = [];
  #group: Group = { isHidden: false, fallback: 1 };
  #decode: Decoder;
  #row: string[] = [];
  #cell = '';
  /** Bytes of the cell that are not decoded yet: several may form one character. */
  #bytes: number[] = [];
  /** Number of characters to skip after a `\u`. */
  #skipped = 0;

  constructor(decoderOf: CodePages) {
    this.#decoderOf = decoderOf;
    this.#decode = decoderOf(1252);
  }

  brace(brace: string): void {
    this.#skipped = 0;
    if (brace === '{') this.#groups.push({ ...this.#group });
    else this.#group = this.#groups.pop() ?? this.#group;
  }

  symbol(symbol: string): void {
    if (symbol === '*') this.#group.isHidden = true;
    else if (this.#skipped > 0) this.#skipped--;
    else this.#add(symbols.get(symbol) ?? '');
  }

  bytes(bytes: ArrayLike<number>): void {
    const start = Math.min(this.#skipped, bytes.length);
    this.#skipped -= start;
    if (this.#group.isHidden) return;
    for (let at = start; at < bytes.length; at++) this.#bytes.push(bytes[at] ?? 0);
  }

  control(word: string, value: number | undefined): void {
    if (hidden.has(word)) this.#group.isHidden = true;
    else if (word === 'ansicpg' && value !== undefined) this.#decode = this.#decoderOf(value);
    else if (word === 'uc' && value !== undefined) this.#group.fallback = Math.max(0, value);
    else if (word === 'u' && value !== undefined) {
      this.#add(String.fromCharCode(value & 0xffff));
      this.#skipped = this.#group.fallback;
    } else if (word === 'cell') this.#row.push(this.#takeCell());
    else if (word === 'row') {
      this.#takeCell();
      this.rows.push(this.#row);
      this.#row = [];
    } else if (word === 'trowd' && this.#row.length === 0) {
      // Text before a table is not that of its first cell.
      this.#takeCell();
    } else this.#add(characters.get(word) ?? '');
  }

  #add(text: string): void {
    if (this.#group.isHidden || text === '') return;
    this.#decodeBytes();
    this.#cell += text;
  }

  #takeCell(): string {
    this.#decodeBytes();
    const cell = this.#cell;
    this.#cell = '';
    return cell;
  }

  #decodeBytes(): void {
    if (this.#bytes.length > 0) this.#cell += this.#decode(Uint8Array.from(this.#bytes));
    this.#bytes = [];
  }
}
