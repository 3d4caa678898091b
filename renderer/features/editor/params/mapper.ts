// The value of a resource mapper: which fields a resource has, and what each is filled with.
import { isRecord } from '../../../../engine/workflow/own-properties.ts';
import type { PropertyType } from '../../../../engine/workflow/node-type.ts';

export interface MapperField {
  readonly id: string;
  readonly displayName: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly display?: boolean;
  readonly removed?: boolean;
  readonly readOnly?: boolean;
  readonly canBeUsedToMatch?: boolean;
  readonly defaultMatch?: boolean;
  readonly options?: readonly { readonly name: string; readonly value: string | number | boolean }[];
}

export interface MapperValue {
  readonly mappingMode: string;
  /** By field id; null while nothing was chosen. */
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly matchingColumns: readonly string[];
  readonly schema: readonly MapperField[];
  readonly [extra: string]: unknown;
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

export function mapperValueOf(value: unknown): MapperValue {
  const given = isRecord(value) ? value : {};
  const schema = Array.isArray(given['schema'])
    ? (given['schema'] as unknown[]).filter(
        (field): field is MapperField & Record<string, unknown> => isRecord(field) && typeof field['id'] === 'string',
      )
    : [];
  return {
    ...given,
    mappingMode: typeof given['mappingMode'] === 'string' ? given['mappingMode'] : 'defineBelow',
    value: isRecord(given['value']) ? given['value'] : null,
    matchingColumns: strings(given['matchingColumns']),
    schema,
  };
}

/** The value for fields that were loaded: what was filled in stays, fields that are gone are left out, removed ones stay removed. */
export function withFields(before: MapperValue, fields: readonly MapperField[], addsAll: boolean): MapperValue {
  const former = new Map(before.schema.map((field) => [field.id, field]));
  const schema = fields.map((field) => {
    const old = former.get(field.id);
    const isRemoved = old === undefined ? !addsAll && field.required !== true : old.removed === true;
    return { ...field, ...(isRemoved ? { removed: true } : {}) };
  });
  const known = new Set(fields.map(({ id }) => id));
  const filled = Object.fromEntries(Object.entries(before.value ?? {}).filter(([id]) => known.has(id)));
  const value = Object.fromEntries(schema.filter(({ removed }) => removed !== true).map(({ id }) => [id, filled[id] ?? null]));
  const matching = before.matchingColumns.filter((id) => known.has(id));
  return {
    ...before,
    schema,
    value,
    matchingColumns: matching.length > 0 ? matching : fields.filter(({ defaultMatch }) => defaultMatch === true).map(({ id }) => id),
  };
}

export function withRemoved(before: MapperValue, id: string, isRemoved: boolean): MapperValue {
  const schema = before.schema.map((field) => (field.id === id ? { ...field, removed: isRemoved } : field));
  const value = isRemoved
    ? Object.fromEntries(Object.entries(before.value ?? {}).filter(([key]) => key !== id))
    : { ...before.value, [id]: null };
  return { ...before, schema, value };
}

/** Parameter types by the types of fields. */
export function fieldType({ type, options }: MapperField): PropertyType {
  if (options !== undefined && options.length > 0) return 'options';
  return type === 'number'
    ? 'number'
    : type === 'boolean'
      ? 'boolean'
      : type === 'dateTime'
        ? 'dateTime'
        : type === 'object' || type === 'array'
          ? 'json'
          : 'string';
}
