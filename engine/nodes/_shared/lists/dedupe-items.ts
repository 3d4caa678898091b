// Finds and removes items that repeat an earlier item of the same input.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import { NodeError, pairTo } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';
import { exactKey, framedKey, framedMember } from '../compare-values.ts';
import { type FieldPath, fieldPath, getField, omitFields, pickFields, flattenKeys, parentOf } from '../fields/field-path.ts';

export interface DedupeSettings {
  readonly compare: 'allFields' | 'selectedFields' | 'allFieldsExcept';
  /** The fields to compare or to exclude. */
  readonly fields: readonly string[];
  readonly dotNotation: boolean;
  /** Whether only the compared fields are kept. */
  readonly removeOtherFields: boolean;
  /** Whether a field with values of several types is an error; if not, values of different types differ. */
  readonly strictTypes: boolean;
}

/** Returns the first of each group of equal items, in order. Throws NodeError if required field names are missing, or fields cannot be compared. */
export function* dedupeInSlices(items: readonly Item[], settings: DedupeSettings, pace: Pace): SlicedWork<Item[]> {
  const { compare, fields } = settings;
  if (compare !== 'allFields' && fields.length === 0) {
    const label = compare === 'selectedFields' ? 'Fields to Compare' : 'Fields to Exclude';
    throw new NodeError(`No field is given. Enter at least one name in "${label}".`, { code: 'PARAMETER_INVALID' });
  }
  const paths = fields.map((name) => fieldPath(name, settings.dotNotation));
  yield* checkFields(items, paths, settings, pace);
  const seen = new Set<string>();
  const output: Item[] = [];
  yield* pace.each(items, (item, index) => {
    const key = keyOf(item.json, paths, compare);
    if (seen.has(key)) return;
    seen.add(key);
    output.push(pairTo(settings.removeOtherFields ? { ...item, json: comparedFields(item.json, paths, compare) } : item, index));
  });
  return output;
}

function keyOf(json: JsonObject, paths: readonly FieldPath[], compare: DedupeSettings['compare']): string {
  if (compare === 'allFields') return exactKey(json);
  if (compare === 'allFieldsExcept') return exactKey(omitFields(json, paths));
  return paths.map((path) => keyOfField(json, path)).join('');
}

function keyOfField(json: JsonObject, path: FieldPath): string {
  const value = getField(json, path);
  const parent = typeof value === 'number' ? parentOf(json, path) : undefined;
  return parent === undefined ? framedKey(value) : framedMember(...parent);
}

function comparedFields(json: JsonObject, paths: readonly FieldPath[], compare: DedupeSettings['compare']): JsonObject {
  if (compare === 'allFields') return json;
  return compare === 'selectedFields' ? pickFields(json, paths) : omitFields(json, paths);
}

/**
 * Throws for fields that cannot be compared: a field must be in all items and, with `strictTypes`, have one type. Fields are checked in order of
 * first occurrence, and the error describes the first item that violates the rule.
 */
function* checkFields(
  items: readonly Item[],
  paths: readonly FieldPath[],
  { compare, strictTypes }: DedupeSettings,
  pace: Pace,
): SlicedWork<void> {
  if (compare === 'selectedFields') {
    for (const path of paths) yield* checkField(path.name, items, (item) => getField(item.json, path), strictTypes, pace);
    return;
  }
  const flat = yield* pace.map(items, (item) => flattenKeys(omitFields(item.json, paths)));
  const names = new Set<string>();
  yield* pace.each(flat, (fields) => Object.keys(fields).forEach((name) => names.add(name)));
  for (const name of names) yield* checkField(name, flat, (fields) => fields[name], strictTypes, pace);
}

function* checkField<T>(
  name: string,
  list: readonly T[],
  valueOf: (entry: T) => unknown,
  strictTypes: boolean,
  pace: Pace,
): SlicedWork<void> {
  let type: string | undefined;
  yield* pace.each(list, (entry) => {
    const value = valueOf(entry);
    if (value === undefined) {
      throw new NodeError(`'${name}' field is missing from some input items`, {
        hint: 'Check the spelling of the field, or compare other fields.',
      });
    }
    type ??= typeof value;
    if (!strictTypes || type === typeof value) return;
    throw new NodeError(`'${name}' isn't always the same type`, {
      description: 'The type of this field has to be the same in all items. Change the data before this node.',
    });
  });
}
