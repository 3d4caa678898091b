// Columns and values of data tables: which are valid, and how they are stored and returned.
import { NodeError, type DataTable, type DataTableColumn, type DataTableFilter, type DataTableRow } from '../../sdk/index.ts';
import type { StoredTable, TableRow } from '../../store/index.ts';
import type { RowCondition, RowField, RowFilter, StoredColumn, StoredValues } from '../../store/repositories/data-tables.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

/** Columns that every table has. */
const system: ReadonlyMap<string, { readonly field: RowField; readonly type: StoredColumn['type'] }> = new Map([
  ['id', { field: 'id', type: 'number' }],
  ['createdAt', { field: 'created_at', type: 'date' }],
  ['updatedAt', { field: 'updated_at', type: 'date' }],
]);
const types: readonly unknown[] = ['string', 'number', 'boolean', 'date'] satisfies StoredColumn['type'][];
const tests: readonly unknown[] = [
  'eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'isEmpty', 'isNotEmpty',
] satisfies RowCondition['test'][]; // oxfmt-ignore

const MOST_COLUMNS = 100;
const LONGEST_NAME = 128;

const invalid = (message: string, hint?: string): NodeError =>
  new NodeError(message, { code: 'PARAMETER_INVALID', ...(hint === undefined ? {} : { hint }) });

/** Returns the name without spaces around it. Throws PARAMETER_INVALID. */
export function checkedTableName(name: unknown): string {
  const trimmed = typeof name === 'string' ? name.trim() : '';
  if (trimmed === '' || trimmed.length > LONGEST_NAME) throw invalid(`The name of a data table must have 1 to ${LONGEST_NAME} characters.`);
  return trimmed;
}

/** Throws PARAMETER_INVALID. */
export function checkedColumns(columns: unknown): readonly StoredColumn[] {
  const list = Array.isArray(columns) ? (columns as readonly unknown[]) : [];
  if (list.length > MOST_COLUMNS) throw invalid(`A data table can have at most ${MOST_COLUMNS} columns.`);
  const takenNames = new Set([...system.keys()].map((name) => name.toLowerCase()));
  return list.map((column, index) => {
    const { name, type } = isRecord(column) ? column : {};
    if (typeof name !== 'string' || !/^\p{L}[\p{L}\p{N}_ -]*$/u.test(name) || name.length > LONGEST_NAME) {
      throw invalid(`"${String(name)}" is not a valid name of a column.`, 'Use letters, digits, spaces, - and _, with a letter first.');
    }
    if (takenNames.has(name.toLowerCase()))
      throw invalid(`The column "${name}" exists already: every data table has its own id, createdAt and updatedAt.`);
    takenNames.add(name.toLowerCase());
    if (!types.includes(type)) throw invalid(`The column "${name}" has no valid type. Choose string, number, boolean or date.`);
    return { id: `c${index}`, name, type: type as StoredColumn['type'] };
  });
}

/** Returns the values to store, by id of the column. Throws PARAMETER_INVALID for unknown columns and wrong values. */
export function storedValues({ name: table, columns }: StoredTable, data: unknown): StoredValues {
  if (!isRecord(data)) throw invalid('A row of a data table must be an object with a value per column.');
  const columnsByName = new Map(columns.map((column) => [column.name, column]));
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const column = columnsByName.get(name);
        if (column === undefined) {
          const all = columns.map((each) => each.name).join(', ');
          throw invalid(
            system.has(name)
              ? `The column "${name}" is set by the data table itself.`
              : `The data table "${table}" has no column "${name}". Its columns are: ${all}.`,
          );
        }
        return [column.id, storedValue(column.type, value, name)];
      }),
  );
}

function storedValue(type: StoredColumn['type'], value: unknown, name: string): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  const converted = conversions[type](value);
  if (converted === undefined) {
    const valueText = typeof value === 'object' ? 'an object' : `"${String(value).slice(0, 100)}"`;
    throw invalid(`The column "${name}" has the type ${type}, and ${valueText} is not a ${type}.`);
  }
  return converted;
}

/** Return undefined for values that cannot be converted. */
const conversions: Readonly<Record<StoredColumn['type'], (value: unknown) => string | number | boolean | undefined>> = {
  string: (value) => (value instanceof Date ? isoOf(value) : typeof value === 'object' ? undefined : String(value)),
  number: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return value;
    const lowerCased = String(value).toLowerCase();
    return lowerCased === 'true' || lowerCased === '1' ? true : lowerCased === 'false' || lowerCased === '0' ? false : undefined;
  },
  date: (value) => {
    const time =
      value instanceof Date ? value.getTime() : typeof value === 'string' || typeof value === 'number' ? new Date(value).getTime() : NaN;
    return Number.isNaN(time) ? undefined : time;
  },
};

const isoOf = (date: Date): string | undefined => (Number.isNaN(date.getTime()) ? undefined : date.toISOString());

/** Throws PARAMETER_INVALID. */
export function fieldOf(
  { name: table, columns }: StoredTable,
  name: string,
): { readonly field: RowField; readonly type: StoredColumn['type'] } {
  const own = system.get(name);
  if (own !== undefined) return own;
  const column = columns.find((each) => each.name === name);
  if (column === undefined) throw invalid(`The data table "${table}" has no column "${name}".`);
  return { field: { column: column.id }, type: column.type };
}

/** Throws PARAMETER_INVALID for unknown columns and conditions, and for values that cannot be compared. */
export function rowFilter(table: StoredTable, filter: DataTableFilter | undefined): RowFilter {
  const conditions = (filter?.filters ?? []).map(({ columnName, condition, value }): RowCondition => {
    if (!tests.includes(condition)) throw invalid(`There is no condition "${condition}" for rows of data tables.`);
    const test = condition as RowCondition['test'];
    const { field, type } = fieldOf(table, columnName);
    const isText = test === 'like' || test === 'ilike';
    const stored = storedValue(isText ? 'string' : type, test === 'isEmpty' || test === 'isNotEmpty' ? null : value, columnName);
    return { field, test, value: typeof stored === 'boolean' ? Number(stored) : stored };
  });
  return { joint: filter?.type === 'or' ? 'or' : 'and', conditions };
}

/** Returns a row under the names of its columns. */
export function rowView({ columns }: Pick<StoredTable, 'columns'>, { id, createdAt, updatedAt, values }: TableRow): DataTableRow {
  return Object.fromEntries([
    ['id', id],
    ['createdAt', new Date(createdAt).toISOString()],
    ['updatedAt', new Date(updatedAt).toISOString()],
    ...columns.map(({ id: column, name, type }) => {
      const value = values[column] ?? null;
      return [name, type === 'date' && typeof value === 'number' ? new Date(value).toISOString() : value] as const;
    }),
  ]);
}

export const columnsView = ({ columns }: StoredTable): readonly DataTableColumn[] => columns.map((column, index) => ({ ...column, index }));

export const tableView = (table: StoredTable): DataTable => ({
  id: table.id,
  name: table.name,
  columns: columnsView(table),
  createdAt: new Date(table.createdAt).toISOString(),
  updatedAt: new Date(table.updatedAt).toISOString(),
});
