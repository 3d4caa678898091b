// Fields to set, prepared once per run: names and constant values are resolved before the first item.
import { mayBeInexact } from '../../contract/exact-numbers.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { ExecuteContext } from '../../sdk/index.ts';
import { fieldPath, removeField, setField, type FieldPath } from '../_shared/fields/field-path.ts';

/** A field's position in the parameters, its source value, and its conversion. */
export interface FieldSource {
  readonly namePath: string;
  readonly value: (itemIndex: number) => unknown;
  /** The text of a value that is a number and not exact. */
  readonly exactText?: (itemIndex: number) => string | undefined;
  /** Whether the value is the same for every item. */
  readonly isConstant: boolean;
  readonly convert: (value: unknown, name: string, itemIndex: number) => unknown;
}

/** Writes one field to an item's new json (the caller's own copy). */
export type FieldWriter = (json: JsonObject, itemIndex: number) => void;

/** Prepares a field. An invalid name or constant value throws only when it is used for an item, so that the error contains the item. */
export function fieldWriter(ctx: ExecuteContext, source: FieldSource, dotNotation: boolean): FieldWriter {
  const { namePath, value, convert, exactText } = source;
  const path = ctx.isParamConstant(namePath) ? attempt(() => fieldPath(ctx.param(namePath), dotNotation)) : undefined;
  if (path === undefined) {
    return (json, itemIndex) => {
      const dynamic = fieldPath(ctx.param(namePath, itemIndex), dotNotation);
      writeField(json, dynamic, convert(value(itemIndex), dynamic.name, itemIndex), exactText, itemIndex);
    };
  }
  const constant = source.isConstant ? attempt(() => ({ value: convert(value(0), path.name, 0) })) : undefined;
  return writer(
    path,
    constant === undefined ? (itemIndex) => convert(value(itemIndex), path.name, itemIndex) : () => constant.value,
    exactText,
  );
}

/** Returns the value of the parameter at a path. */
export function paramValue(ctx: ExecuteContext, path: string): Pick<FieldSource, 'value' | 'isConstant' | 'exactText'> {
  return {
    value: (itemIndex) => ctx.param(path, itemIndex),
    exactText: (itemIndex) => ctx.exactText(path, itemIndex),
    isConstant: ctx.isParamConstant(path),
  };
}

/** Like `paramValue`, for a text: the digits of a number that JavaScript cannot represent. */
export function paramText(ctx: ExecuteContext, path: string): Pick<FieldSource, 'value' | 'isConstant'> {
  const value = (itemIndex: number): unknown => {
    const read = ctx.param(path, itemIndex);
    return mayBeInexact(read) ? (ctx.exactText(path, itemIndex) ?? read) : read;
  };
  return { value, isConstant: ctx.isParamConstant(path) };
}

function attempt<T>(prepare: () => T): T | undefined {
  try {
    return prepare();
  } catch {
    return undefined;
  }
}

function writer(path: FieldPath, value: (itemIndex: number) => unknown, exactText: FieldSource['exactText']): FieldWriter {
  return (json, itemIndex) => writeField(json, path, value(itemIndex), exactText, itemIndex);
}

/** Sets a field. A field without a value is removed, but the objects on its path are created. */
function writeField(json: JsonObject, path: FieldPath, value: unknown, exactText: FieldSource['exactText'], itemIndex: number): void {
  const numberText = mayBeInexact(value) ? exactText?.(itemIndex) : undefined;
  setField(json, path, value, numberText);
  if (value === undefined) removeField(json, path);
}
