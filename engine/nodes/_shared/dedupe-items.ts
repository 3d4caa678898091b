// Which items of one input repeat an earlier one, and what is left when they are gone.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { NodeError, pairTo } from '../../sdk/index.ts';
import { atOnce, type Pace, type SlicedWork } from '../../sdk/slices.ts';
import { exactKey, framedKey } from './compare-values.ts';
import { type FieldPath, fieldPath, getField, hasField } from './field-path.ts';
import { flattenKeys } from './flatten-keys.ts';
import { omitFields, pickFields } from './pick-fields.ts';

export interface DedupeSettings {
  readonly compare: 'allFields' | 'selectedFields' | 'allFieldsExcept';
  /** The fields compared, or those left out. */
  readonly fields: readonly string[];
  readonly dotNotation: boolean;
  /** Keep only the fields that were compared. */
  readonly removeOtherFields: boolean;
  /** Insist on every compared field being there, with one type in all items, as the first versions did. */
  readonly strictTypes: boolean;
}

/** As dedupeInSlices, for short lists. */
export function dedupeItems(items: readonly Item[], settings: DedupeSettings): Item[] {
  return atOnce((pace) => dedupeInSlices(items, settings, pace));
}

/** The first item of each kind, in order. Throws NodeError when fields are to be named but are not, or break the strict rules. */
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
  return paths.map((path) => framedKey(getField(json, path))).join('');
}

function comparedFields(json: JsonObject, paths: readonly FieldPath[], compare: DedupeSettings['compare']): JsonObject {
  if (compare === 'allFields') return json;
  return compare === 'selectedFields' ? pickFields(json, paths) : omitFields(json, paths);
}

function* checkFields(
  items: readonly Item[],
  paths: readonly FieldPath[],
  { compare, strictTypes }: DedupeSettings,
  pace: Pace,
): SlicedWork<void> {
  if (compare === 'selectedFields') {
    for (const path of paths) {
      yield* checkPresence(items, path, strictTypes, pace);
      if (strictTypes) yield* checkTypes(items, (item, lookAt) => lookAt(path.name, getField(item.json, path)), pace);
    }
  } else if (strictTypes) {
    yield* checkTypes(items, (item, lookAt) => lookAtAll(flattenKeys(omitFields(item.json, paths)), lookAt), pace);
  }
}

function lookAtAll(fields: JsonObject, lookAt: LookAt): void {
  for (const name of Object.keys(fields)) lookAt(name, fields[name]);
}

/** The strict rules want a field in all items, the others in at least one. */
function* checkPresence(items: readonly Item[], path: FieldPath, inAll: boolean, pace: Pace): SlicedWork<void> {
  const isMissing = inAll
    ? yield* pace.some(items, (item) => !hasField(item.json, path))
    : items.length > 0 && !(yield* pace.some(items, (item) => hasField(item.json, path)));
  if (!isMissing) return;
  const where = inAll ? 'is missing in some input items' : 'is in none of the input items';
  throw new NodeError(`The field "${path.name}" ${where}. Check its spelling, or compare other fields.`);
}

type LookAt = (name: string, value: unknown) => void;

/** Throws for the first of the fields, as they come up, that has more than one type. `lookAtFields` tells the fields of an item. */
function* checkTypes(items: readonly Item[], lookAtFields: (item: Item, lookAt: LookAt) => void, pace: Pace): SlicedWork<void> {
  const types = new Map<string, string>();
  const mixed = new Set<string>();
  const lookAt: LookAt = (name, value) => {
    const type = types.get(name);
    if (type === undefined) types.set(name, typeof value);
    else if (type !== typeof value) mixed.add(name);
  };
  yield* pace.each(items, (item) => lookAtFields(item, lookAt));
  const name = mixed.size === 0 ? undefined : [...types.keys()].find((name) => mixed.has(name));
  if (name === undefined) return;
  throw new NodeError(`'${name}' isn't always the same type`, {
    description:
      'The type of this field has to be the same in all items. Change the data before this node, or use the current version of the node.',
  });
}
