// Which items of one input repeat an earlier one, and what is left when they are gone.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { NodeError, pairTo } from '../../sdk/index.ts';
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

/** The first item of each kind, in order. Throws NodeError when fields are to be named but are not, or break the strict rules. */
export function dedupeItems(items: readonly Item[], settings: DedupeSettings): Item[] {
  const { compare, fields } = settings;
  if (compare !== 'allFields' && fields.length === 0) {
    const label = compare === 'selectedFields' ? 'Fields to Compare' : 'Fields to Exclude';
    throw new NodeError(`No field is given. Enter at least one name in "${label}".`, { code: 'PARAMETER_INVALID' });
  }
  const paths = fields.map((name) => fieldPath(name, settings.dotNotation));
  checkFields(items, paths, settings);
  const seen = new Set<string>();
  const output: Item[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as Item;
    const key = keyOf(item.json, paths, compare);
    if (seen.has(key)) continue;
    seen.add(key);
    output.push(pairTo(settings.removeOtherFields ? { ...item, json: comparedFields(item.json, paths, compare) } : item, index));
  }
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

function checkFields(items: readonly Item[], paths: readonly FieldPath[], { compare, strictTypes }: DedupeSettings): void {
  if (compare === 'selectedFields') {
    for (const path of paths) {
      const missing = (item: Item): boolean => !hasField(item.json, path);
      if (strictTypes ? items.some(missing) : items.length > 0 && items.every(missing)) {
        const where = strictTypes ? 'is missing in some input items' : 'is in none of the input items';
        throw new NodeError(`The field "${path.name}" ${where}. Check its spelling, or compare other fields.`);
      }
      if (strictTypes)
        checkType(
          path.name,
          items.map((item) => getField(item.json, path)),
        );
    }
  } else if (strictTypes) {
    checkAllTypes(items.map((item) => flattenKeys(omitFields(item.json, paths))));
  }
}

function checkAllTypes(flatItems: readonly JsonObject[]): void {
  const names = new Set(flatItems.flatMap((flat) => Object.keys(flat)));
  for (const name of names)
    checkType(
      name,
      flatItems.filter((flat) => name in flat).map((flat) => flat[name]),
    );
}

function checkType(name: string, values: readonly unknown[]): void {
  const type = typeof values[0];
  if (values.some((value) => typeof value !== type)) {
    throw new NodeError(`'${name}' isn't always the same type`, {
      description:
        'The type of this field has to be the same in all items. Change the data before this node, or use the current version of the node.',
    });
  }
}
