// Mapped inputs of a sub-workflow: reduces an item to the fields that the called workflow declares.
import { ExactNumber, objectOf, plainValue, takeEntries } from '../../../contract/exact-values.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';
import { validateFieldType } from '../../../workflow/values/type-validation.ts';

interface InputField {
  readonly id?: string;
  readonly type?: string;
  readonly removed?: boolean;
}

/** A `workflowInputs` parameter without its values. */
export interface InputMapping {
  readonly mappingMode?: string;
  readonly schema?: readonly InputField[] | null;
  readonly attemptToConvertTypes?: boolean;
  readonly convertFieldsToString?: boolean;
}

/**
 * Returns the json to pass for one item: its own fields, and over them the mapped ones, each of the type that the called workflow declares. Fields
 * that the mapping has removed are left out. Undefined if the item is passed unchanged. `values`: the mapped values, evaluated for this item; a field
 * that is mapped to null is undefined. Throws NodeError PARAMETER_INVALID for a value of another type.
 */
export function mapInputs(
  json: JsonObject,
  mapping: InputMapping,
  values: JsonObject | null | undefined,
  itemIndex: number,
): JsonObject | undefined {
  const { mappingMode } = mapping;
  if (mappingMode !== 'autoMapInputData' && mappingMode !== 'defineBelow') return undefined;
  const fields = mapping.schema ?? [];
  const mapped = mappingMode === 'defineBelow' ? takeEntries(values ?? {}) : [];
  const removed = new Set(fields.filter((field) => field.removed === true).map(({ id }) => id));
  if (mapped.length === 0 && removed.size === 0) return undefined;
  const types = new Map(fields.map(({ id, type = 'any' }) => [id, type]));
  const typed = mapped.map(([id, value]) => [id, converted(value, id, types.get(id) ?? 'any', mapping, itemIndex)] as const);
  return objectOf([...takeEntries(json), ...typed].filter(([id]) => !removed.has(id))) as JsonObject;
}

function converted(input: unknown, name: string, type: string, mapping: InputMapping, itemIndex: number): unknown {
  const value =
    input instanceof ExactNumber && type === 'string' && mapping.convertFieldsToString === true ? input.text : plainValue(input);
  if (value === null || value === undefined) return undefined;
  // Texts are unchanged, or converted by a separate option.
  const strict = mapping.attemptToConvertTypes !== true && type !== 'string';
  const result = validateFieldType(name, value, type, { strict, parseStrings: mapping.convertFieldsToString === true });
  if (result.valid) return result.newValue === value && input instanceof ExactNumber && typeof value === 'number' ? input : result.newValue;
  throw new NodeError(`${result.errorMessage} [item ${itemIndex}]`, {
    code: 'PARAMETER_INVALID',
    itemIndex,
    parameter: `workflowInputs.value.${name}`,
    description: `The called workflow expects a ${type} in "${name}". Change the value${strict ? ', or turn on "Attempt to convert types"' : ''}.`,
  });
}
