// Sets a value in a copy of a node's parameters, by paths such as `options.timeout` and `values[2].name`, and removes choices that it makes invalid.
import { ExactNumber, isSameNumber, listOf, takeAll, takeFrom, withoutField, withTaken } from '../../../../engine/contract/exact-values.ts';
import { isExpression, type JsonObject } from '../../../../engine/contract/json.ts';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { customApiCall } from '../../../../engine/workflow/issues/parameter-issues.ts';
import type { NodeDescription, NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { visibleProperties } from '../../../../engine/workflow/parameters/parameters.ts';
import { getPath, isForbiddenKey, parsePath } from '../../../../engine/workflow/values/object-path.ts';
import { ownValue, sameJson } from '../../../../engine/workflow/values/own-properties.ts';

/**
 * Returns the stored parameters with a value at a path; undefined removes it. Containers on the path that are not stored are
 * copied from `complete`, the parameters with their defaults, so that changing an entry of a default list keeps the others.
 */
export function withParameter(stored: JsonObject, complete: JsonObject, path: string, value: unknown): JsonObject {
  const keys = parsePath(path);
  if (keys.length === 0 || keys.some(isForbiddenKey)) return stored;
  return written(stored, complete, keys, value) as JsonObject;
}

/** Whether the parameter at the path already has this value. `complete`: the parameters with their defaults. */
export function isCurrent(complete: JsonObject, path: string, value: unknown): boolean {
  if (value === undefined) return false;
  const current = takenAt(complete, path);
  return current instanceof ExactNumber || value instanceof ExactNumber ? isSameNumber(current, value) : sameJson(current, value);
}

/** Returns the value at a path; an ExactNumber for a number that is not exact. */
export function takenAt(parameters: object, path: string): unknown {
  const keys = parsePath(path);
  const holder = keys.length > 1 ? getPath(parameters, keys.slice(0, -1)) : parameters;
  const key = keys.at(-1) ?? '';
  return isContainer(holder) && Object.hasOwn(holder, key) ? takeFrom(holder, key) : undefined;
}

/** Types of the parameters that `displayOptions` usually refer to. */
const deciding: ReadonlySet<string> = new Set(['options', 'boolean']);

/**
 * Returns the parameters after a change of the named one, without values that are no longer offered: if another variant of a parameter is
 * shown, such as the operations of another resource, and its options lack the stored value, the variant's default applies.
 */
export function withoutOldChoices(
  before: JsonObject,
  after: JsonObject,
  name: string,
  node: Pick<WorkflowNode, 'typeVersion'>,
  description: NodeDescription,
): JsonObject {
  if (!description.properties.some((property) => property.name === name && deciding.has(property.type))) return after;
  const visibleBefore = new Set(visibleProperties(description.properties, before, node, description));
  let result = after;
  // Removing one value can show other variants of further parameters.
  for (;;) {
    const old = visibleProperties(description.properties, result, node, description).find(
      (property) => property.name !== name && !visibleBefore.has(property) && lacks(property, ownValue(result, property.name)),
    );
    if (old === undefined) return result;
    result = withoutField(result, old.name);
  }
}

function lacks({ type, options = [], typeOptions }: NodeProperty, value: unknown): boolean {
  if (type !== 'options' || value === undefined || value === customApiCall || isExpression(value)) return false;
  // These options are loaded later.
  if (typeOptions?.loadOptionsMethod !== undefined || typeOptions?.['loadOptions'] !== undefined) return false;
  return !options.some((option) => 'value' in option && option.value === value);
}

function written(stored: unknown, complete: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const base = isContainer(stored) ? stored : isContainer(complete) ? complete : /^\d+$/.test(key) ? [] : {};
  const next = written(read(base, key), isContainer(complete) ? read(complete, key) : undefined, rest, value);
  if (Array.isArray(base)) {
    const index = Number(key);
    if (next === undefined) return listOf(takeAll(base).filter((_, at) => at !== index));
    // An index beyond the end appends.
    return withTaken(base, String(Math.min(index, base.length)), next);
  }
  return next === undefined ? withoutField(base, key) : withTaken(base, key, next);
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

const read = (from: object, key: string): unknown => getPath(from, [key]);
