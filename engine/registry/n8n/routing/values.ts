// Evaluates expressions in routing. Values that depend on secrets of the credential stay in the engine: package code receives tokens in their place.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isExpression } from '../../../contract/json.ts';
import type { DetachedContext } from '../../../sdk/index.ts';
import type { Fields } from './rules.ts';

/** Names that expressions in routing have in addition: `$value`, `$parent`, `$response` … */
export type Names = Fields;

export interface RoutingCredential {
  readonly type: string;
  /** Data for `$credentials`; empty if no expression reads it. */
  readonly data: Fields;
  /** Names of its secret fields. */
  readonly secret: ReadonlySet<string>;
  /** Whether it signs requests. */
  readonly signs: boolean;
}

export class RoutingValues {
  readonly #ctx: DetachedContext;
  readonly #itemIndex: number;
  readonly #credential: RoutingCredential | undefined;
  readonly #hidesSecrets: boolean;
  readonly #names: Names;
  readonly #hidden = new Map<string, unknown>();

  /** `hidesSecrets`: whether the request passes through package code before it is sent. `names`: available in all expressions. */
  constructor(
    ctx: DetachedContext,
    itemIndex: number,
    { credential, hidesSecrets, names }: { credential: RoutingCredential | undefined; hidesSecrets: boolean; names: Names },
  ) {
    this.#ctx = ctx;
    this.#itemIndex = itemIndex;
    this.#credential = credential;
    this.#hidesSecrets = hidesSecrets;
    this.#names = names;
  }

  /** Secret texts of the credential, which must not appear in errors. */
  get secrets(): readonly string[] {
    const { data = {}, secret = new Set() } = this.#credential ?? {};
    return Object.entries(data).flatMap(([name, value]) =>
      secret.has(name) && typeof value === 'string' && value.length > 3 ? [value] : [],
    );
  }

  /** Returns the value with all expressions in it evaluated. Throws the error of an expression. */
  of(value: unknown, names: Names = {}): unknown {
    if (isExpression(value)) return this.#evaluated(value, names);
    if (Array.isArray(value)) return value.map((entry) => this.of(entry, names));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.of(entry, names)]));
  }

  /** Returns the value with the hidden secrets in place of their tokens. */
  reveal(value: unknown): unknown {
    if (this.#hidden.size === 0) return value;
    if (typeof value === 'string') return this.#revealed(value);
    if (Array.isArray(value)) return value.map((entry) => this.reveal(entry));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.reveal(entry)]));
  }

  #revealed(text: string): unknown {
    if (this.#hidden.has(text)) return this.#hidden.get(text);
    let result = text;
    for (const [token, value] of this.#hidden) result = result.replaceAll(token, () => String(value));
    return result;
  }

  #evaluated(expression: string, names: Names): unknown {
    const value = this.#evaluate(expression, names, this.#credential?.data ?? {});
    if (!this.#hidesSecrets || !this.#readsSecret(expression, names, value)) return value;
    const token = `secret-${randomUUID()}`;
    this.#hidden.set(token, value);
    return token;
  }

  /** Whether the value changes with the secrets of the credential. */
  #readsSecret(expression: string, names: Names, value: unknown): boolean {
    if (!expression.includes('$credentials')) return false;
    const { data = {}, secret = new Set() } = this.#credential ?? {};
    const otherValues = Object.entries(data).map(([name, entry]) => [name, secret.has(name) ? randomUUID() : entry]);
    try {
      return !isDeepStrictEqual(this.#evaluate(expression, names, Object.fromEntries(otherValues) as Fields), value);
    } catch {
      return true;
    }
  }

  #evaluate(expression: string, names: Names, $credentials: Fields): unknown {
    return this.#ctx.evaluate(expression, this.#itemIndex, { $version: this.#ctx.version, ...this.#names, ...names, $credentials });
  }
}
