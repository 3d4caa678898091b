// Use of models: what is counted, and what is recorded with a run.
import { isRecord } from './json.ts';

/** Use of models by a run, or on a day. */
export interface ModelTotals {
  /** Input and output. */
  readonly tokens: number;
  /** Time that calls lasted. */
  readonly milliseconds: number;
  /** US dollars, of the calls whose model has a price. */
  readonly cost: number;
}

export const noModelUse: ModelTotals = { tokens: 0, milliseconds: 0, cost: 0 };

export const sumOfUse = (one: ModelTotals, other: ModelTotals): ModelTotals => ({
  tokens: one.tokens + other.tokens,
  milliseconds: one.milliseconds + other.milliseconds,
  cost: one.cost + other.cost,
});

/** Tokens of a call, as far as the service tells. */
export interface ModelTokens {
  readonly input: number;
  /** The part of the input that the service had in its cache. */
  readonly cachedInput?: number | undefined;
  readonly output: number;
}

/** One call of a model, as its node's run records it in `metadata.modelUse`. */
export interface ModelUse {
  /** Such as `openai`. */
  readonly provider: string;
  readonly model: string;
  readonly milliseconds: number;
  readonly tokens?: ModelTokens;
  /** US dollars, by the price at that time; absent for models without a price. */
  readonly cost?: number;
}

/** Returns the calls that a run has recorded. */
export function recordedUse(task: { readonly metadata?: Readonly<Record<string, unknown>> }): readonly ModelUse[] {
  const uses = task.metadata?.['modelUse'];
  return Array.isArray(uses) ? (uses as readonly unknown[]).filter((use): use is ModelUse => isUse(use)) : [];
}

const isUse = (use: unknown): boolean =>
  isRecord(use) &&
  typeof use['model'] === 'string' &&
  typeof use['milliseconds'] === 'number' &&
  (use['cost'] === undefined || typeof use['cost'] === 'number') &&
  (use['tokens'] === undefined || isTokens(use['tokens']));

const isTokens = (tokens: unknown): boolean =>
  isRecord(tokens) && typeof tokens['input'] === 'number' && typeof tokens['output'] === 'number';
