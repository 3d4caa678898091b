// Which executions are kept: by the workflow's settings, and by the instance's where the workflow leaves it to them (spec 2 §3, §9).
import type { ExecutionMode, ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowSettings } from '../../contract/workflow.ts';

export interface SavingDefaults {
  readonly saveDataErrorExecution: 'all' | 'none';
  readonly saveDataSuccessExecution: 'all' | 'none';
  readonly saveManualExecutions: boolean;
}

export interface SavingRules {
  /** It is noted as soon as it begins, because it will be kept however it ends. */
  readonly fromStart: boolean;
  keeps(status: ExecutionStatus): boolean;
}

const all: SavingRules = { fromStart: true, keeps: () => true };

/** The rules for one execution. One that waits is always kept: nothing else could take it up again. */
export function savingRules(settings: WorkflowSettings | undefined, mode: ExecutionMode, defaults: SavingDefaults): SavingRules {
  if (mode === 'manual') {
    const manual = choice(settings?.saveManualExecutions, defaults.saveManualExecutions);
    return manual ? all : { fromStart: false, keeps: (status) => status === 'waiting' };
  }
  const error = choice(settings?.saveDataErrorExecution, defaults.saveDataErrorExecution === 'all');
  const success = choice(settings?.saveDataSuccessExecution, defaults.saveDataSuccessExecution === 'all');
  if (error && success) return all;
  return {
    fromStart: false,
    keeps: (status) => status === 'waiting' || (status === 'success' ? success : error),
  };
}

function choice(value: unknown, byDefault: boolean): boolean {
  if (value === 'all' || value === true || value === 'true') return true;
  if (value === 'none' || value === false || value === 'false') return false;
  return byDefault;
}
