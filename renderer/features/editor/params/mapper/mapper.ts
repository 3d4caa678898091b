// The value of a resource mapper: the fields of a resource and the values mapped to them.
import { objectOf, takeFrom } from '../../../../../engine/contract/exact-values.ts';
import type { NodeProperty, PropertyType } from '../../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import {
  isNeededField,
  mapperNeeds,
  type MapperField,
  type MapperNeeds,
  type MapperValue,
} from '../../../../../engine/workflow/parameters/resource-mapper.ts';

/** The options of a mapper, from `typeOptions.resourceMapper`. */
export interface MapperRules extends MapperNeeds {
  /** Method that loads the fields from a service. */
  readonly method: string | undefined;
  /** Method that loads the fields without a service. */
  readonly localMethod: string | undefined;
  readonly takesManyMatches: boolean;
  readonly takesInput: boolean;
  /** Whether all fields are initially added, not only required ones. */
  readonly addsAll: boolean;
  readonly asksConversion: boolean;
  readonly singular: string | undefined;
  readonly plural: string | undefined;
  readonly label: string | undefined;
  readonly noFields: string | undefined;
  readonly matching: { readonly title?: string; readonly description?: string; readonly hint?: string };
}

/** Parses the options of a description, which may come from a package. */
export function mapperRules({ typeOptions }: Pick<NodeProperty, 'typeOptions'>): MapperRules {
  const rules = recordOf(typeOptions?.['resourceMapper']);
  const words = recordOf(rules['fieldWords']);
  const labels = recordOf(rules['matchingFieldsLabels']);
  return {
    method: nonEmptyString(rules['resourceMapperMethod']),
    localMethod: nonEmptyString(rules['localResourceMapperMethod']),
    ...mapperNeeds(rules['mode']),
    takesManyMatches: rules['multiKeyMatch'] === true,
    takesInput: rules['supportAutoMap'] === true,
    addsAll: rules['addAllFields'] !== false,
    asksConversion: rules['showTypeConversionOptions'] === true,
    singular: nonEmptyString(words['singular']),
    plural: nonEmptyString(words['plural']),
    label: nonEmptyString(rules['valuesLabel']),
    noFields: nonEmptyString(rules['noFieldsError']),
    matching: Object.fromEntries(
      ['title', 'description', 'hint'].flatMap((key) => (nonEmptyString(labels[key]) ? [[key, labels[key]]] : [])),
    ),
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const nonEmptyString = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const canMatch = ({ canBeUsedToMatch }: MapperField): boolean => canBeUsedToMatch !== false;

/** Merges loaded fields into the value: mapped values are kept, missing fields are dropped, removed fields stay removed. */
export function withFields(before: MapperValue, fields: readonly MapperField[], rules: MapperRules): MapperValue {
  const former = new Map(before.schema.map((field) => [field.id, field]));
  const fieldsById = new Map(fields.map((field) => [field.id, field]));
  const matchingColumns = before.matchingColumns.filter((id) => fieldsById.has(id));
  const byDefault = fields.filter((field) => field.defaultMatch === true && canMatch(field)).map(({ id }) => id);
  const matching =
    matchingColumns.length > 0 ? matchingColumns : rules.isMatching ? byDefault.slice(0, rules.takesManyMatches ? undefined : 1) : [];
  const schema = fields.map((field) => {
    const old = former.get(field.id);
    const isNeeded = matching.includes(field.id) || isNeededField(field, before, rules);
    const isRemoved = !isNeeded && (old === undefined ? !rules.addsAll : old.removed === true);
    return { ...field, removed: isRemoved };
  });
  return {
    attemptToConvertTypes: false,
    convertFieldsToString: false,
    ...before,
    schema,
    value: valuesOf(before, schema),
    matchingColumns: matching,
  };
}

/** Returns the values of the existing fields; null for fields without a value. */
function valuesOf({ value }: MapperValue, schema: readonly MapperField[]): Readonly<Record<string, unknown>> {
  const filled = value ?? {};
  return objectOf(
    schema
      .filter(({ removed }) => removed !== true)
      .map(({ id }) => [id, (Object.hasOwn(filled, id) ? takeFrom(filled, id) : undefined) ?? null]),
  );
}

/** Whether the loaded fields differ from the stored ones, apart from notation. */
export function hasOtherFields(one: readonly MapperField[], other: readonly MapperField[]): boolean {
  const meaning = (fields: readonly MapperField[]): string =>
    JSON.stringify(fields.map(({ id, displayName, type, required = false, options = [] }) => [id, displayName, type, required, options]));
  return meaning(one) !== meaning(other);
}

/** Removes fields, or adds them back empty. */
export function withRemoved(before: MapperValue, ids: readonly string[], isRemoved: boolean): MapperValue {
  const schema = before.schema.map((field) => (ids.includes(field.id) ? { ...field, removed: isRemoved } : field));
  return { ...before, schema, value: valuesOf(before, schema) };
}

/** Sets the matching columns; removed ones are added back. */
export const withMatching = (before: MapperValue, matchingColumns: readonly string[]): MapperValue =>
  withRemoved({ ...before, matchingColumns }, matchingColumns, false);

/** Returns the shown fields, matching columns first. */
export function visibleFields({ schema, matchingColumns }: MapperValue): readonly MapperField[] {
  const isMatching = ({ id }: MapperField): boolean => matchingColumns.includes(id);
  const there = schema.filter((field) => field.removed !== true && (field.display !== false || isMatching(field)));
  return [...there.filter(isMatching), ...there.filter((field) => !isMatching(field))];
}

/** Returns the removed fields. */
export const hiddenFields = ({ schema }: MapperValue): readonly MapperField[] =>
  schema.filter(({ removed, display }) => removed === true && display !== false);

/** Parameter type for each field type. */
export function fieldType({ type, options }: MapperField): PropertyType {
  if (options !== undefined && options.length > 0) return 'options';
  if (type === 'number' || type === 'boolean' || type === 'dateTime') return type;
  return type === 'object' || type === 'array' ? 'json' : 'string';
}
