// Counts the calls of models by a run, and refuses them beyond the limits: of the run and of the day, for the workflow and for the instance.
import type { ModelLimits } from '../../contract/model-limits.ts';
import { sumOfUse, type ModelTokens, type ModelTotals, type ModelUse } from '../../contract/model-use.ts';
import type { WorkflowSettings } from '../../contract/workflow.ts';
import type { ModelPrice } from '../../contract/rest/models.ts';
import { NodeError, type ModelCall, type ModelCalls, type ModelName } from '../../sdk/index.ts';
import { ledgerOfRuns, type ModelLedger } from './model-ledger.ts';
import { costOf, providerName } from './model-prices.ts';

export interface ModelBudgetSettings {
  readonly now: () => number;
  readonly ledger: ModelLedger | undefined;
  readonly workflow: { readonly id: string | undefined; readonly name: string; readonly limits: ModelLimits };
  /** Use of the run so far, which is stored with its state. */
  readonly state: { modelUse: ModelTotals };
  /** The budget of the run that called this one: what this one uses counts there too. */
  readonly caller: ModelBudget | undefined;
}

export class ModelBudget implements ModelCalls {
  readonly #settings: ModelBudgetSettings;
  readonly #ledger: ModelLedger;

  constructor(settings: ModelBudgetSettings) {
    this.#settings = settings;
    this.#ledger = settings.ledger ?? ledgerOfRuns();
  }

  async begin(model: ModelName): Promise<ModelCall> {
    const { now } = this.#settings;
    const price = await this.#ledger.price(model);
    await this.#assertDay();
    this.#assertRun();
    const startedAt = now();
    let use: ModelUse | undefined;
    return { end: (tokens) => (use ??= this.#count(model, Math.max(0, now() - startedAt), { price, tokens })) };
  }

  /** Throws MODEL_LIMIT_REACHED. */
  async #assertDay(): Promise<void> {
    const { workflow } = this.#settings;
    const instance = this.#ledger.limits();
    if (!hasLimit(workflow.limits, 'day') && !hasLimit(instance, 'day')) return;
    const used = await this.#ledger.today(workflow.id);
    if (workflow.id !== undefined) assertWithin('day', workflow.limits, used.workflow, workflow.name);
    assertWithin('day', instance, used.instance);
  }

  /** Throws MODEL_LIMIT_REACHED if this run has reached its limit, or if a run that called it has. */
  #assertRun(): void {
    const { workflow, state, caller } = this.#settings;
    assertWithin('run', workflow.limits, state.modelUse, workflow.name);
    assertWithin('run', this.#ledger.limits(), state.modelUse);
    if (caller !== undefined) caller.#assertRun();
  }

  #count({ provider, model }: ModelName, milliseconds: number, { price, tokens }: Charge): ModelUse {
    const cost = price === undefined || tokens === undefined ? undefined : costOf(price, tokens);
    const totals = { tokens: tokens === undefined ? 0 : tokens.input + tokens.output, milliseconds, cost: cost ?? 0 };
    this.#add(totals);
    this.#ledger.add(this.#settings.workflow.id, totals);
    return {
      provider: providerName(provider),
      model,
      milliseconds,
      ...(tokens === undefined ? {} : { tokens }),
      ...(cost === undefined ? {} : { cost }),
    };
  }

  #add(totals: ModelTotals): void {
    const { state, caller } = this.#settings;
    state.modelUse = sumOfUse(state.modelUse, totals);
    if (caller !== undefined) caller.#add(totals);
  }
}

interface BudgetedRun {
  readonly workflow: { readonly graph: { readonly name: string; readonly settings: WorkflowSettings } };
  readonly principal: { readonly workflowId: string | undefined };
  readonly ports: { readonly clock: { now(): number }; readonly models?: ModelLedger };
  readonly state: ModelBudgetSettings['state'];
}

/** Returns the budget of a run, or of a node outside of one. */
export function runBudget({ workflow, principal, ports, state }: BudgetedRun, caller?: ModelBudget): ModelBudget {
  const { name, settings } = workflow.graph;
  return new ModelBudget({
    now: () => ports.clock.now(),
    ledger: ports.models,
    workflow: { id: principal.workflowId, name, limits: settings.modelLimits ?? {} },
    state,
    caller,
  });
}

interface Charge {
  readonly price: ModelPrice | undefined;
  readonly tokens: ModelTokens | undefined;
}

type Period = 'run' | 'day';

const hasLimit = (limits: ModelLimits, period: Period): boolean => kinds.some((kind) => (limits[`${period}${kind}`] ?? 0) > 0);

const kinds = ['Tokens', 'Seconds', 'Cost'] as const;

/** Throws MODEL_LIMIT_REACHED. `workflow`: its name, if the limits are those of a workflow. */
function assertWithin(period: Period, limits: ModelLimits, { tokens, milliseconds, cost }: ModelTotals, workflow?: string): void {
  const used = { Tokens: tokens, Seconds: milliseconds / 1000, Cost: cost };
  for (const kind of kinds) {
    const limit = limits[`${period}${kind}`] ?? 0;
    if (limit > 0 && used[kind] >= limit) throw limitReached(period, kind, { limit, used: used[kind] }, workflow);
  }
}

function limitReached(
  period: Period,
  kind: (typeof kinds)[number],
  { limit, used }: { readonly limit: number; readonly used: number },
  workflow: string | undefined,
): NodeError {
  const owner = workflow === undefined ? 'the instance' : `the workflow "${workflow}"`;
  const per = period === 'run' ? 'execution' : 'day';
  const later = period === 'day' ? ', or run the workflow tomorrow' : '';
  return new NodeError(
    `The limit of ${owner} for the use of models is reached: ${number(kind, used)} of ${number(kind, limit)} ${unit[kind]} per ${per} are used.`,
    {
      code: 'MODEL_LIMIT_REACHED',
      hint:
        workflow === undefined
          ? `The owner or an admin can change the limit in the settings, under "Models"${later}.`
          : `Change the limit in the settings of the workflow, under "Limits for models"${later}.`,
    },
  );
}

const number = (kind: (typeof kinds)[number], value: number): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: kind === 'Cost' ? 4 : kind === 'Seconds' ? 1 : 0 }).format(value);

const unit = { Tokens: 'tokens', Seconds: 'seconds of calls', Cost: 'US dollars' } as const;
