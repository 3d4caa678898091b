// The use of models: counted per day, limited and priced for all runs of the instance.
import type { ModelLimits } from '../../contract/model-limits.ts';
import type { ModelLedger } from '../../execution/index.ts';
import type { ServiceConfig } from '../service-config.ts';
import { DailyUse, type DailyUsePorts } from './daily-use.ts';
import { ModelPrices } from './model-prices.ts';
import type { SettingRepository } from '../../store/index.ts';

type LimitSettings = Pick<
  ServiceConfig['settings'],
  'modelRunTokens' | 'modelRunSeconds' | 'modelRunCost' | 'modelDayTokens' | 'modelDaySeconds' | 'modelDayCost'
>;

export interface ModelServices {
  readonly prices: ModelPrices;
  readonly use: DailyUse;
  readonly ledger: ModelLedger;
}

export interface ModelPorts extends DailyUsePorts {
  readonly openSettings: () => Promise<Pick<SettingRepository, 'get' | 'set'>>;
  /** The current limits of the instance. */
  readonly limits: () => ModelLimits;
}

export function createModelServices({ limits, openSettings, ...ports }: ModelPorts): ModelServices {
  const prices = new ModelPrices(openSettings);
  const use = new DailyUse(ports);
  const ledger: ModelLedger = {
    limits,
    price: (model) => prices.price(model),
    today: (workflowId = '') => use.today(workflowId),
    add: (workflowId = '', totals) => use.add(workflowId, totals),
  };
  return { prices, use, ledger };
}

/** Returns the limits of the instance. */
export const modelLimitsOf = (settings: LimitSettings): ModelLimits => ({
  runTokens: settings.modelRunTokens,
  runSeconds: settings.modelRunSeconds,
  runCost: settings.modelRunCost,
  dayTokens: settings.modelDayTokens,
  daySeconds: settings.modelDaySeconds,
  dayCost: settings.modelDayCost,
});
