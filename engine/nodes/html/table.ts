// Converts items to an HTML table.
import { takeFrom } from '../../contract/exact-values.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import type { Pace, SlicedWork } from '../../sdk/slices.ts';
import { textOf } from '../_shared/text-of.ts';

/** `options` as stored in workflow files. */
export interface TableOptions {
  readonly capitalize?: boolean;
  /** Whether to omit the built-in style. */
  readonly customStyling?: boolean;
  readonly caption?: string;
  readonly tableAttributes?: string;
  readonly headerAttributes?: string;
  readonly rowAttributes?: string;
  readonly cellAttributes?: string;
}

const styles = {
  table: 'border-collapse:collapse;border-radius:8px;overflow:hidden;font-family:sans-serif;font-size:14px',
  th: 'background:#f0f1f4;border:1px solid #d6d8df;padding:8px 12px;text-align:left',
  td: 'border:1px solid #d6d8df;padding:8px 12px',
  caption: 'caption-side:top;font-weight:bold;padding:8px;text-align:left',
} as const;

/** Returns a table with a row per item, and a column per field of any item. Texts are inserted unescaped, since they may contain HTML. */
export function* htmlTable(items: readonly Item[], options: TableOptions, pace: Pace): SlicedWork<string> {
  const names = new Set<string>();
  yield* pace.each(items, (item) => {
    for (const name of Object.keys(item.json)) names.add(name);
  });
  const columns = [...names];
  const open = (tag: keyof typeof styles | 'tr', attributes: string | undefined): string =>
    `<${tag}${attributesOf(tag, attributes, options)}>`;
  const headings = columns.map(
    (name) => `${open('th', options.headerAttributes)}${options.capitalize === true ? capitalized(name) : name}</th>`,
  );
  const [row, cell] = [open('tr', options.rowAttributes), open('td', options.cellAttributes)];
  const rows = yield* pace.map(items, (item) => {
    const cells = columns.map((name) => `${cell}${cellText(item.json, name)}</td>`);
    return `${row}${cells.join('')}</tr>`;
  });
  const caption =
    options.caption === undefined || options.caption === '' ? '' : `${open('caption', undefined)}${options.caption}</caption>`;
  const head = `<thead>${open('tr', options.rowAttributes)}${headings.join('')}</tr></thead>`;
  return `${open('table', options.tableAttributes)}${caption}${head}<tbody>${rows.join('')}</tbody></table>`;
}

function attributesOf(tag: keyof typeof styles | 'tr', attributes: string | undefined, { customStyling }: TableOptions): string {
  const own = attributes === undefined || attributes.trim() === '' ? '' : ` ${attributes.trim()}`;
  const hasStyle = /(?:^|\s)style\s*=/i.test(own);
  return tag === 'tr' || customStyling === true || hasStyle ? own : ` style="${styles[tag]}"${own}`;
}

/** Converts `first_name` to `First Name`. */
function capitalized(name: string): string {
  return name
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function cellText(json: JsonObject, name: string): string {
  const value = Object.hasOwn(json, name) ? takeFrom(json, name) : undefined;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return `<input type="checkbox"${value ? ' checked' : ''} disabled>`;
  return textOf(value);
}
