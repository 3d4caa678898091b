// Tables in HTML: writes them, and prepares HTML tables of other programs for the spreadsheet library.
import type { load as Load } from 'cheerio';

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes.get(character) ?? character);

/** A line break of any system. In the text of a cell, HTML would show it as a space. */
const lineBreak = /\r\n|\r|\n/g;

/** Characters that HTML does not allow, not even as references. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const forbidden = /[\u0000-\u0008\u000b\u000e-\u001f\ufffe\uffff]/g;

/**
 * Returns a page with a table, in the form that SheetJS documents: the types of cells are in `data-t`, so that texts that look like numbers or formulas
 * stay texts, and their values in `data-v`, unless they have several lines.
 */
export function htmlTable(rows: readonly (readonly unknown[])[], columnName: (at: number) => string): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const names = Array.from({ length: width }, (_, at) => columnName(at));
  const lines = rows.map((row, at) => `<tr>${names.map((name, column) => cellOf(row[column], `sjs-${name}${at + 1}`)).join('')}</tr>`);
  const head = '<head><meta charset="utf-8"/><title>SheetJS Table Export</title></head>';
  return `<html>${head}<body><table>${lines.join('')}</table></body></html>`;
}

function cellOf(value: unknown, id: string): string {
  if (value === undefined || value === null) return `<td id="${id}"></td>`;
  if (typeof value === 'number') return `<td data-t="n" data-v="${value}" id="${id}">${value}</td>`;
  if (typeof value === 'boolean') return `<td data-t="b" data-v="${value}" id="${id}">${String(value).toUpperCase()}</td>`;
  const cellText = escaped(String(value as string).replaceAll(forbidden, ''));
  // A line break in the attribute would damage the cell when it is read.
  const attribute = /\s/.test(cellText.replaceAll(' ', '')) ? '' : ` data-v="${cellText}"`;
  return `<td data-t="s"${attribute} id="${id}">${cellText.replaceAll(lineBreak, '<br/>')}</td>`;
}

const blockEnd =
  /<\/(?:address|blockquote|dd|div|dt|figcaption|h[1-6]|li|p|pre|section|summary)\s*>(?!\s*<\/(?:td|th|ol|ul|dl|div|section)\b)/gi;

/** Returns the page with each character reference as its character, and with line breaks between blocks: the spreadsheet library knows neither. */
export function readableHtml(html: string, load: typeof Load): string {
  const columnsByName = new Map<string, string>();
  const characterOf = (reference: string): string => {
    let column = columnsByName.get(reference);
    if (column === undefined) columnsByName.set(reference, (column = escaped(load(reference, undefined, false).text())));
    return column;
  };
  return html.replaceAll(blockEnd, '$&<br/>').replaceAll(/&(?:#x[\da-f]+|#\d+|[a-z]\w*);/gi, characterOf);
}
