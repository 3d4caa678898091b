// Converts values to database cells and back. SQLite has no booleans, objects or lists: booleans are 1 and 0 in columns known to contain
// booleans; objects and lists are JSON after a marker.
import { parseExactly, stringifyExactly } from '../../../contract/exact-numbers.ts';
import type { JsonValue } from '../../../contract/json.ts';

export type Cell = string | number | bigint | null;

/** A private-use character, which users' texts are unlikely to contain. A text that starts with it gets a second one in front. */
const mark = '\uE000';

/** Type of a column or expression: `unknown` for mixed types, `null` if all values are NULL. */
export type CellType = 'number' | 'text' | 'boolean' | 'json' | 'null' | 'unknown';

export function toCell(value: unknown): Cell {
  switch (typeof value) {
    case 'string':
      return value.startsWith(mark) ? mark + value : value;
    case 'number':
      // Integers are stored as INTEGER, so that their text has no fraction.
      return Number.isSafeInteger(value) ? BigInt(value) : Number.isFinite(value) ? value : null;
    case 'bigint':
      return toCell(Number(value));
    case 'boolean':
      return value ? 1n : 0n;
    case 'object':
      return value === null ? null : objectCell(value);
    default:
      return null;
  }
}

function objectCell(value: object): Cell {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  const json = stringifyExactly(value) as string | undefined;
  if (json === undefined || json === 'null') return null;
  // Objects with a JSON form of their own, such as Luxon dates, may become text.
  return json.startsWith('"') ? toCell(JSON.parse(json)) : `${mark}j${json}`;
}

export function fromCell(cell: Cell, type: CellType): JsonValue {
  if (typeof cell === 'bigint') return fromCell(Number(cell), type);
  if (typeof cell === 'number') return type === 'boolean' ? cell !== 0 : cell;
  if (typeof cell !== 'string' || !cell.startsWith(mark)) return cell;
  return cell.startsWith(`${mark}j`) ? (parseExactly(cell.slice(2)) as JsonValue) : cell.slice(1);
}

export function typeOfValue(value: unknown): CellType {
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
    case 'bigint':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      if (value === null || value === undefined) return 'null';
      return value instanceof Date ? 'text' : 'json';
  }
}

/** Returns the type of a column that contains values of all these types. */
export function unify(types: Iterable<CellType>): CellType {
  let unified: CellType = 'null';
  for (const type of types) {
    if (type === 'null' || type === unified) continue;
    if (unified !== 'null') return 'unknown';
    unified = type;
  }
  return unified;
}
