// Mapped inputs of a sub-workflow: reduces an item to the fields that the called workflow declares.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError } from '../../sdk/index.ts';
import { validateFieldType } from '../../workflow/values/type-validation.ts';

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
 * Returns the fields to pass for one item. Undefined if the item is passed unchanged: the called workflow declares no fields, or the mapping is
 * of another kind. `values`: the mapped values, evaluated for this item. A field without a value is null.
 */
export function mapInputs(
  json: JsonObject,
  mapping: InputMapping,
  values: JsonObject | null | undefined,
  itemIndex: number,
): JsonObject | undefined {
  const fields = (mapping.schema ?? []).filter((field) => field.removed !== true && field.id !== undefined);
  const isAutomatic = mapping.mappingMode === 'autoMapInputData';
  if (!isAutomatic && mapping.mappingMode !== 'defineBelow') return undefined;
  const source = isAutomatic ? json : (values ?? {});
  if (fields.length === 0) return isAutomatic || Object.keys(source).length === 0 ? undefined : { ...source };
  return Object.fromEntries(
    fields.map(({ id = '', type = 'any' }) => {
      const value = (Object.hasOwn(source, id) ? source[id] : undefined) ?? null;
      return [id, converted(value, id, type, mapping, itemIndex)];
    }),
  );
}

function converted(value: unknown, name: string, type: string, mapping: InputMapping, itemIndex: number): unknown {
  if (mapping.attemptToConvertTypes !== true || value === null) return value;
  const result = validateFieldType(name, value, type, { parseStrings: mapping.convertFieldsToString === true });
  if (result.valid) return result.newValue;
  throw new NodeError(`${result.errorMessage} [item ${itemIndex}]`, {
    code: 'PARAMETER_INVALID',
    itemIndex,
    parameter: `workflowInputs.value.${name}`,
    description: `The called workflow expects a ${type} in "${name}". Change the value, or turn off "Attempt to convert types".`,
  });
}
