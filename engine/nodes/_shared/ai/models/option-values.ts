// Options of model nodes, of the kinds that the library takes.
import { NodeError, type ExecuteContext } from '../../../../sdk/index.ts';
import type { JsonObject } from '../../../../contract/json.ts';

/** Reads the options of a model node for one item. Options that the user has not added are undefined. */
export class OptionValues {
  readonly #ctx: ExecuteContext;
  readonly #itemIndex: number;
  readonly #path: string;

  /** `path`: where the options are. */
  constructor(ctx: ExecuteContext, itemIndex: number, path = 'options.') {
    this.#path = path;
    this.#ctx = ctx;
    this.#itemIndex = itemIndex;
  }

  /** Returns a number; undefined for none, and for the ones below `least`, by which nodes mean "no limit". */
  number(name: string, least = -Infinity): number | undefined {
    const value = this.#value(name);
    if (value === undefined || value === null || value === '') return undefined;
    const number = Number(value);
    if (Number.isNaN(number)) throw this.#invalid(name, 'a number');
    return number < least ? undefined : number;
  }

  text(name: string): string | undefined {
    const value = this.#value(name);
    return value === undefined || value === null || value === '' ? undefined : String(value);
  }

  flag(name: string): boolean | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : value === true || value === 'true';
  }

  /** Returns texts of a list that is separated by commas. */
  texts(name: string): string[] | undefined {
    const texts = (this.text(name) ?? '').split(',').map((text) => text.trim());
    const filled = texts.filter((text) => text !== '');
    return filled.length === 0 ? undefined : filled;
  }

  /** Returns the object of a JSON field; undefined if it is empty. Throws NodeError PARAMETER_INVALID. */
  object(name: string): JsonObject | undefined {
    const value = this.#value(name);
    const parsed = typeof value === 'string' && value.trim() !== '' ? this.#parsed(name, value) : value;
    if (parsed === undefined || parsed === null || parsed === '') return undefined;
    if (typeof parsed !== 'object' || Array.isArray(parsed)) throw this.#invalid(name, 'a JSON object');
    return Object.keys(parsed).length === 0 ? undefined : (parsed as JsonObject);
  }

  /** Returns the list of a field, or of its JSON; undefined if it is empty. Throws NodeError PARAMETER_INVALID. */
  list(name: string): readonly unknown[] | undefined {
    const value = this.#value(name);
    const parsed = typeof value === 'string' && value.trim() !== '' ? this.#parsed(name, value) : value;
    if (parsed === undefined || parsed === null || parsed === '') return undefined;
    if (!Array.isArray(parsed)) throw this.#invalid(name, 'a JSON list');
    return parsed;
  }

  /** Returns the options of a group that exists once. Some files have it as a list. */
  group(name: string): OptionValues {
    const place = Array.isArray(this.#value(name)) ? `${name}[0]` : name;
    return new OptionValues(this.#ctx, this.#itemIndex, `${this.#path}${place}.`);
  }

  #parsed(name: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#invalid(name, 'valid JSON');
    }
  }

  #value(name: string): unknown {
    return this.#ctx.param(`${this.#path}${name}`, this.#itemIndex);
  }

  #invalid(name: string, expected: string): NodeError {
    return new NodeError(`The option "${name}" of the node "${this.#ctx.node.name}" must be ${expected}.`, {
      code: 'PARAMETER_INVALID',
      parameter: `${this.#path}${name}`,
    });
  }
}

/** Returns the entries that are not undefined. */
export const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
