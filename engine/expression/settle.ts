// The end of an evaluation: converts its result to plain data of limited size, with private copies substituted.
import { checkTime, session, stepsFor, tooDeep, tooLarge } from './budget.ts';
import { hasNoSecrets } from './data/external-secrets.ts';
import { isScopeTable, NodeData } from './data/legacy-node.ts';
import { ItemData } from './data/names.ts';
import { InputReference, NodeReference } from './data/node-reference.ts';
import { ExpressionError } from './errors.ts';
import { defineField, materialise } from './guard/overlay.ts';
import { isPlain } from './guard/types.ts';

/** Maximum number of parts of a serialized result; shared parts count each time. */
const PART_LIMIT = 5_000_000;
const DEPTH_LIMIT = 2_000;
/** Number of parts after which their cost is charged. */
const CHARGED_AT_ONCE = 1024;
/** Cost per part of a result, which is checked here and converted to data later. */
const RESULT_COST = 32;

/** Checks and completes the result of code that may have built data of any shape. Throws ExpressionBudgetError. */
export function settle(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const result = materialise(value);
  let parts = 0;
  let charged = 0;
  // Charged on the way: a preview ends before it has walked through all of a large result.
  const charge = (): void => {
    if (session.depth > 0) stepsFor((parts - charged) * RESULT_COST);
    charged = parts;
  };
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') {
      parts += part.length >>> 8;
      return;
    }
    if (typeof part !== 'object' || part === null) return;
    if (depth > DEPTH_LIMIT) throw tooDeep();
    const entries: readonly unknown[] = Array.isArray(part) ? part : isPlain(part) ? Object.values(part) : [];
    parts += entries.length + 1;
    if (parts > PART_LIMIT) throw tooLarge();
    if (parts - charged > CHARGED_AT_ONCE) charge();
    for (const entry of entries) visit(entry, depth + 1);
  };
  visit(result, 0);
  charge();
  return result;
}

/**
 * Returns the value as data: fields that contain a function are removed, such list entries become null, and objects of the run such as `$input`
 * lose their methods. Data is returned unchanged. Throws ExpressionError for `this`, `$node` and similar objects.
 */
export function withoutFunctions(value: unknown): unknown {
  return new FunctionRemoval().clean(value);
}

/** Whether an object reads data of the run on access and contains no data itself. */
const isRunObject = (value: object): boolean =>
  value instanceof NodeReference || value instanceof InputReference || value instanceof NodeData || value instanceof ItemData;

/** Whether a value is a live object of the run, which must be converted before it leaves the evaluator. */
export const isOfRun = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (isScopeTable(value) || isRunObject(value));

class FunctionRemoval {
  readonly #cleaned = new Map<object, unknown>();
  #count = 0;

  clean(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (++this.#count % CHARGED_AT_ONCE === 0) checkTime();
    if (hasNoSecrets(value)) return undefined;
    if (isScopeTable(value)) {
      throw new ExpressionError('This contains all data of the expression. Name the part that you need.', {
        description: 'this, $node and $env are not values. Add the property that you need, such as $node["Name"].json.',
        context: { type: 'scope_value' },
      });
    }
    if (!Array.isArray(value) && !isPlain(value)) return isRunObject(value) ? {} : value;
    if (this.#cleaned.has(value)) return this.#cleaned.get(value);
    // A circular value is left unchanged.
    this.#cleaned.set(value, value);
    const cleaned = Array.isArray(value) ? this.#list(value) : this.#fields(value);
    this.#cleaned.set(value, cleaned);
    return cleaned;
  }

  #list(list: readonly unknown[]): unknown {
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const entry = list[index];
      if (typeof entry !== 'object' && typeof entry !== 'function') continue;
      const cleaned = typeof entry === 'function' ? null : this.clean(entry);
      if (cleaned === entry) continue;
      copy ??= list.slice();
      copy[index] = cleaned;
    }
    return copy ?? list;
  }

  #fields(object: Readonly<Record<string, unknown>>): unknown {
    let copy: Record<string, unknown> | undefined;
    for (const key of Object.keys(object)) {
      const entry = object[key];
      if (typeof entry !== 'object' && typeof entry !== 'function') continue;
      const cleaned = typeof entry === 'function' ? undefined : this.clean(entry);
      if (cleaned === entry) continue;
      copy ??= { ...object };
      if (typeof entry === 'function') delete copy[key];
      else defineField(copy, key, cleaned);
    }
    return copy ?? object;
  }
}
