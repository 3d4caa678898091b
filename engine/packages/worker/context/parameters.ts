// getNodeParameter of package code: reads resolved parameters, in windows of many items, so that the engine is rarely asked.
import { DateTime } from 'luxon';
import { ensureType, type EnsuredType } from '../../../workflow/parameters/parameter-types.ts';
import { getPath } from '../../../workflow/values/object-path.ts';
import { validateFieldType } from '../../../workflow/values/type-validation.ts';
import { engineError } from '../../modules/failures.ts';
import { ApplicationError } from '../../modules/errors.ts';
import type { ErrorData } from '../../../channel/errors.ts';
import { ExpressionError } from '../../modules/workflow-errors.ts';
import type { ContextData, ParamWindow } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';

export interface ParameterOptions {
  /** Returns the value of a resource locator, extracted by the rule of its mode. */
  readonly extractValue?: boolean;
  readonly ensureType?: EnsuredType;
  /** Returns the text that the user entered, with its expressions. */
  readonly rawExpressions?: boolean;
  readonly skipValidation?: boolean;
}

/** Values of parameters for a window of items. */
interface ReadWindow {
  readonly from: number;
  readonly count: number;
  readonly values: ReadonlyMap<string, { readonly list: readonly unknown[]; readonly failures: ReadonlyMap<number, ErrorData> }>;
}

/** Maximum number of paths that are remembered. */
const MOST_PATHS = 1000;

export class PackageParameters {
  readonly #call: PackageCall;
  readonly #context: ContextData;
  readonly #variable: ReadonlySet<string>;
  #window: ReadWindow | undefined;
  /** For each path that was read without finding a value: whether the node has a parameter there. */
  readonly #present = new Map<string, boolean>();

  constructor(call: PackageCall, context: ContextData) {
    this.#call = call;
    this.#context = context;
    this.#variable = new Set(context.variable);
    if (context.firstValues !== undefined) this.#window = this.#opened(context.firstValues);
  }

  /**
   * Returns a copy that package code may change; undefined if an expression has no value. The fallback is only for a parameter that the node does not
   * have. Throws ApplicationError if there is neither.
   */
  get(name: string, itemIndex: number, fallback?: unknown, options: ParameterOptions = {}): unknown {
    const match = this.#read(name, itemIndex, options);
    if (match === undefined && !this.#has(name)) {
      if (fallback !== undefined) return fallback;
      throw new ApplicationError('Could not get parameter', {
        extra: { parameterName: name },
        description: `The node has no parameter "${name}".`,
      });
    }
    const value = options.extractValue === true ? this.#extracted(match, name, itemIndex) : match;
    const ensured = options.ensureType === undefined ? value : ofType(value, options.ensureType, name);
    const own = typeof ensured === 'object' && ensured !== null ? this.#call.copyOf(ensured) : ensured;
    return options.ensureType === undefined && options.rawExpressions !== true ? this.#checked(own, name) : own;
  }

  #has(path: string): boolean {
    let isPresent = this.#present.get(path);
    if (isPresent === undefined) {
      isPresent = getPath(this.#context.node.parameters, path) !== undefined;
      // Package code may make paths of the data of each item.
      if (this.#present.size >= MOST_PATHS) this.#present.clear();
      this.#present.set(path, isPresent);
    }
    return isPresent;
  }

  /** Converts the checked parameters at the path and below it. */
  #checked(value: unknown, name: string): unknown {
    const { checked, timezone } = this.#context;
    if (checked === undefined) return value;
    const path = name.replaceAll(/\[\d+\]/g, '');
    let result = value;
    for (const [at, type] of Object.entries(checked)) {
      const steps = at === path ? [] : at.startsWith(`${path}.`) ? at.slice(path.length + 1).split('.') : undefined;
      if (steps !== undefined) result = changedAt(result, steps, (current) => this.#own(checkedValue(current, type, timezone)));
    }
    return result;
  }

  /** Converts a date to the package's own Luxon; returns other values unchanged. */
  #own(value: unknown): unknown {
    return DateTime.isDateTime(value) ? this.#call.dateTime(value.toMillis(), value.zoneName ?? 'UTC', value.locale) : value;
  }

  /** Returns all parameters of an item. */
  all(itemIndex: number): Record<string, unknown> {
    const { constants } = this.#context;
    return this.#call.copyOf({
      ...constants,
      ...Object.fromEntries([...this.#variable].map((name) => [name, this.#read(name, itemIndex, {})])),
    });
  }

  #read(path: string, itemIndex: number, { rawExpressions = false }: ParameterOptions): unknown {
    if (rawExpressions) return getPath(this.#context.node.parameters, path);
    const isTop = this.#variable.has(path);
    const top = isTop ? path : (/^[^.[]+/.exec(path)?.[0] ?? path);
    if (!isTop && !this.#variable.has(top))
      return Object.hasOwn(this.#context.constants, top) ? getPath(this.#context.constants, path) : undefined;
    const { from, values } = this.#windowOf(itemIndex);
    const match = values.get(top);
    if (match === undefined) return undefined;
    const failure = match.failures.get(itemIndex - from);
    if (failure === undefined) {
      const value = match.list[itemIndex - from];
      return path === top ? value : getPath({ [top]: value }, path);
    }
    // Another part of the parameter failed, unless the whole is wanted.
    if (path !== top) return this.#call.valueFor('param', { path, itemIndex, raw: false });
    throw engineError(failure);
  }

  #windowOf(itemIndex: number): ReadWindow {
    const cached = this.#window;
    if (cached !== undefined && itemIndex >= cached.from && itemIndex < cached.from + cached.count) return cached;
    const window = this.#opened(this.#call.ask('params', { itemIndex }) as ParamWindow);
    this.#window = window;
    return window;
  }

  #opened({ from, count, values, failures }: ParamWindow): ReadWindow {
    const read = Object.entries(values).map(([name, packed]) => {
      const failed = Object.hasOwn(failures, name) ? failures[name] : [];
      return [name, { list: this.#call.values(packed), failures: new Map(failed) }] as const;
    });
    return { from, count, values: new Map(read) };
  }

  /** A resource locator's value: the text between the parentheses of the first group of the mode's rule, or the value itself. */
  #extracted(value: unknown, path: string, itemIndex: number): unknown {
    if (typeof value !== 'object' || value === null || !('__rl' in value)) return value;
    return this.#call.valueFor('extract', { path, itemIndex });
  }
}

/**
 * Converts a text to the type, and a `Date` to an object of Luxon if the type is `dateTime`. Returns everything else, and texts that cannot be
 * converted, unchanged.
 */
export function checkedValue(value: unknown, type: string, timezone: string): unknown {
  const isDate = type === 'dateTime' && value instanceof Date;
  if (!isDate && (typeof value !== 'string' || value === '')) return value;
  const result = validateFieldType('', value, type, { timezone });
  return result.valid ? result.newValue : value;
}

/** Returns the value with a change at a path; lists on the way are changed in every entry. */
function changedAt(value: unknown, steps: readonly string[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.map((entry) => changedAt(entry, steps, change));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: changedAt((value as Readonly<Record<string, unknown>>)[step], rest, change) };
}

/** Throws ExpressionError, which package code expects, if the value does not fit. */
function ofType(value: unknown, type: EnsuredType, name: string): unknown {
  try {
    return ensureType(type, value, name);
  } catch (error) {
    throw new ExpressionError((error as Error).message, { cause: error as Error, parameter: name });
  }
}
