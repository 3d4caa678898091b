// The schema of all items as a tree: field names, the kinds of their values, and an example of each.
import type { Item } from '../../../../../engine/contract/run-data.ts';
import type { Key } from '../place.ts';
import { briefText, isNested, kindOf, type ValueKind } from '../values.ts';

/** Maximum number of levels, and of fields per object. */
const MAX_DEPTH = 10;
const MAX_FIELDS = 500;
/** Maximum number of entries of a list that are inspected. */
const MAX_ENTRIES = 20;

type FieldKind = Exclude<ValueKind, 'undefined' | 'empty'>;

interface SchemaField {
  readonly key: Key;
  readonly kinds: ReadonlySet<FieldKind>;
  /** The first value that is not empty. */
  readonly example: unknown;
  readonly fields: ReadonlyMap<string, SchemaField>;
}

interface Gathered extends SchemaField {
  readonly kinds: Set<FieldKind>;
  example: unknown;
  readonly fields: Map<string, Gathered>;
}

export interface Schema {
  readonly fields: ReadonlyMap<string, SchemaField>;
}

const newField = (key: Key): Gathered => ({ key, kinds: new Set(), example: undefined, fields: new Map() });

export class SchemaGatherer {
  readonly #root = newField('');
  #schema: Schema = { fields: this.#root.fields };
  #isCurrent = true;

  add({ json }: Item): void {
    this.#gather(this.#root, json, 0);
  }

  /** Returns the same object until the schema changes. */
  get schema(): Schema {
    if (!this.#isCurrent) this.#schema = { fields: this.#root.fields };
    this.#isCurrent = true;
    return this.#schema;
  }

  #gather(field: Gathered, value: unknown, depth: number): void {
    const kind = kindOf(value);
    if (kind === 'undefined') return;
    const fieldKind = kind === 'empty' ? 'text' : kind;
    if (!field.kinds.has(fieldKind)) {
      field.kinds.add(fieldKind);
      this.#isCurrent = false;
    }
    if ((field.example === undefined || field.example === null || field.example === '') && value !== field.example) {
      field.example = value;
      this.#isCurrent = false;
    }
    if (!isNested(value) || depth >= MAX_DEPTH) return;
    if (Array.isArray(value)) {
      const length = Math.min(value.length, MAX_ENTRIES);
      for (let index = 0; index < length; index++) this.#gather(this.#child(field, 0), value[index], depth + 1);
      return;
    }
    for (const key in value) {
      if (!Object.hasOwn(value, key) || (!field.fields.has(key) && field.fields.size >= MAX_FIELDS)) continue;
      this.#gather(this.#child(field, key), (value as Record<string, unknown>)[key], depth + 1);
    }
  }

  #child(field: Gathered, key: Key): Gathered {
    // The key `0` of an object and the entries of a list are different fields.
    const name = typeof key === 'number' ? '[]' : `.${key}`;
    const child = field.fields.get(name);
    if (child !== undefined) return child;
    const createdField = newField(key);
    field.fields.set(name, createdField);
    this.#isCurrent = false;
    return createdField;
  }
}

export interface SchemaRow {
  readonly id: string;
  /** 1 for fields of the item itself. */
  readonly depth: number;
  readonly keys: readonly Key[];
  readonly field: SchemaField;
  /** Undefined if the field has no fields of its own. */
  readonly isOpen: boolean | undefined;
  readonly position: number;
  readonly siblings: number;
}

interface RowsOptions {
  /** Beginning of the rows' ids. */
  readonly prefix?: string;
  /** Levels above the fields of the item. */
  readonly levels?: number;
}

/** Returns the rows of a schema. With a search word, only fields whose name or example matches, and their ancestors. */
export function schemaRows(
  schema: Schema,
  closed: ReadonlySet<string>,
  word = '',
  { prefix = '', levels = 0 }: RowsOptions = {},
): readonly SchemaRow[] {
  const needle = word.toLowerCase();
  const rows: SchemaRow[] = [];
  const add = (fields: ReadonlyMap<string, SchemaField>, above: string, keys: readonly Key[]): void => {
    const visibleFields = [...fields].filter(([, field]) => needle === '' || isFound(field, needle));
    visibleFields.forEach(([name, field], index) => {
      const id = above + name.replaceAll('~', '~0').replaceAll('/', '~1') + '/';
      const isOpen = field.fields.size === 0 ? undefined : needle !== '' || !closed.has(id);
      const path = [...keys, field.key];
      rows.push({ id, depth: levels + path.length, keys: path, field, isOpen, position: index + 1, siblings: visibleFields.length });
      if (isOpen === true) add(field.fields, id, path);
    });
  };
  add(schema.fields, prefix, []);
  return rows;
}

/** Whether the field's own name or example contains the search word. */
export function isMatch({ key, example }: SchemaField, needle: string): boolean {
  return String(key).toLowerCase().includes(needle) || (!isNested(example) && briefText(example, 1000).toLowerCase().includes(needle));
}

const isFound = (field: SchemaField, needle: string): boolean =>
  isMatch(field, needle) || [...field.fields.values()].some((inner) => isFound(inner, needle));
