// Sums of the use of models that runs have recorded, and their texts.
import type { RunData } from '../../../../engine/contract/run-data.ts';
import { recordedUse, type ModelUse } from '../../../../engine/contract/model-use.ts';

export interface UseSum {
  readonly calls: number;
  /** Tokens. */
  readonly input: number;
  readonly output: number;
  /** US dollars, of the calls whose model has a price. */
  readonly cost: number;
  /** Number of calls whose model has no price, or whose service tells no tokens. */
  readonly unpriced: number;
}

export function sumOfUse(uses: readonly ModelUse[]): UseSum {
  let [input, output, cost, unpriced] = [0, 0, 0, 0];
  for (const use of uses) {
    input += use.tokens?.input ?? 0;
    output += use.tokens?.output ?? 0;
    cost += use.cost ?? 0;
    if (use.cost === undefined) unpriced++;
  }
  return { calls: uses.length, input, output, cost, unpriced };
}

/** Returns what all nodes of an execution have recorded. */
export const usedModels = (runData: RunData): UseSum =>
  sumOfUse(
    Object.values(runData)
      .flat()
      .flatMap((task) => recordedUse(task)),
  );

type Translate = (key: string, values: Readonly<Record<string, unknown>>) => string;

/** Returns the cost as a text; empty without calls. `t`: translates keys of the steps. */
export function costText(t: Translate, { calls, cost, unpriced }: Pick<UseSum, 'calls' | 'cost' | 'unpriced'>): string {
  if (calls === 0) return '';
  if (unpriced === calls) return t('steps.noPrice', {});
  return unpriced === 0 ? dollars(cost) : t('steps.costWithUnpriced', { cost: dollars(cost), count: unpriced });
}

/** Small amounts have two digits that are not 0. */
const dollars = (amount: number): string =>
  new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: 'USD',
    ...(amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
  }).format(amount);
