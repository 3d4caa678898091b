// The tables of a query: the fields of the inputs, and which of them the query uses. Names in the database are generated, so that fields may have
// any name.
import { NumberTexts } from '../../../contract/exact-values.ts';
import type { Item } from '../../../contract/run-data.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { type Cell, type CellType, toCell, typeOfValue, unify } from './cells.ts';

export interface Column {
  readonly name: string;
  /** Its name in the database. */
  readonly sql: string;
  readonly type: CellType;
  /** Whether a value is JSON null, as opposed to missing. */
  readonly hasNull: boolean;
}

export class TableColumn implements Column {
  readonly name: string;
  readonly sql: string;
  readonly types = new Set<CellType>();
  /** Whether the query reads the column. Other columns are not loaded. */
  isUsed = false;
  /** Whether a join compares the column with values of another type, so that it is also loaded as text. */
  isKey = false;
  /** Whether the text column needs an explicit index. SQLite creates no automatic index for RIGHT and FULL joins. */
  isIndexed = false;

  constructor(name: string, index: number) {
    this.name = name;
    this.sql = `c${index}`;
  }

  get type(): CellType {
    return unify(this.types);
  }

  get hasNull(): boolean {
    return this.types.has('null');
  }

  /** Name of the column as text in the database. */
  get key(): string {
    return `k${this.sql}`;
  }
}

export class Table {
  readonly name: string;
  /** Its name in the database. */
  readonly sql: string;
  /** Index of the input whose items are the rows. */
  readonly input: number | undefined;
  readonly items: readonly Item[];
  readonly columns = new Map<string, TableColumn>();
  /** Whether a statement modifies the table, so that its rows no longer correspond to the items. */
  isChanged: boolean;
  isDropped = false;
  /** The numbers of the items that JavaScript cannot represent. */
  readonly texts = new NumberTexts();

  constructor(name: string, index: number, items?: readonly Item[]) {
    this.name = name;
    this.sql = `t${index}`;
    this.input = items === undefined ? undefined : index;
    this.items = items ?? [];
    this.isChanged = items === undefined;
  }

  column(name: string): TableColumn {
    let column = this.columns.get(name);
    if (column === undefined) this.columns.set(name, (column = new TableColumn(name, this.columns.size)));
    return column;
  }

  /** Records which fields the items have. */
  *scan(pace: Pace): SlicedWork<void> {
    yield* pace.each(this.items, ({ json }) => {
      for (const name of Object.keys(json)) {
        const value = json[name] as unknown;
        if (value !== undefined) this.column(name).types.add(typeOfValue(value));
      }
      this.texts.noteAll(json);
    });
  }

  get used(): readonly TableColumn[] {
    return [...this.columns.values()].filter((column) => column.isUsed || column.isKey);
  }

  /** Names of the database columns for the fields of `used`, in the order of `row`. */
  get sqlColumns(): readonly string[] {
    return this.used.flatMap((column) => (column.isKey ? [column.sql, column.key] : [column.sql]));
  }

  /** Those of `sqlColumns` that need an index. */
  get sqlIndexes(): readonly string[] {
    return this.used.filter(({ isIndexed }) => isIndexed).map(({ key }) => key);
  }

  /** Returns the row of an item: its number from 1, followed by the used fields. */
  row(item: Item, index: number, used: readonly TableColumn[]): readonly Cell[] {
    const row: Cell[] = [index + 1];
    for (const column of used) {
      const cell = toCell(Object.hasOwn(item.json, column.name) ? item.json[column.name] : undefined);
      row.push(cell);
      if (column.isKey) row.push(cell === null ? null : String(cell));
    }
    return row;
  }
}
