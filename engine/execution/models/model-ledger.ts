// What the runs of an instance share about models: limits, prices, and the use of the day.
import type { ModelLimits } from '../../contract/model-limits.ts';
import { noModelUse, type ModelTotals } from '../../contract/model-use.ts';
import type { ModelPrice } from '../../contract/rest/models.ts';
import type { ModelName } from '../../sdk/index.ts';
import { builtInPrices } from './built-in-prices.ts';
import { priceOf } from './model-prices.ts';

export interface ModelLedger {
  /** Limits of the instance. */
  limits(): ModelLimits;
  price(model: ModelName): Promise<ModelPrice | undefined>;
  /** Returns the use of the current day. `workflowId`: undefined for workflows that are not saved. */
  today(workflowId: string | undefined): Promise<{ readonly workflow: ModelTotals; readonly instance: ModelTotals }>;
  /** Adds a call to the use of the day, at once for the calls of this process. */
  add(workflowId: string | undefined, use: ModelTotals): void;
}

/** Without a database, nothing is counted beyond the run. `limits`: those of the instance. */
export const ledgerOfRuns = (limits: ModelLimits = {}): ModelLedger => ({
  limits: () => ({ ...limits, dayTokens: 0, daySeconds: 0, dayCost: 0 }),
  price: async (model) => priceOf(builtInPrices.prices, model),
  today: async () => ({ workflow: noModelUse, instance: noModelUse }),
  add: () => undefined,
});
