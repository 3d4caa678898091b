// Which executions are kept: by the workflow's settings, and by the instance's where the workflow leaves it to them.
import type { ExecutionMode, ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowSettings } from '../../contract/workflow.ts';

export interface SavingDefaults {
  readonly saveDataErrorExecution: 'all' | 'none';
  readonly saveDataSuccessExecution: 'all' | 'none';
  readonly saveManualExecutions: boolean;
  /** Keep after each node what the run has so far; off when absent. */
  readonly saveExecutionProgress?: boolean;
}

export interface SavingRules {
  /** It is noted as soon as it begins: because it will be kept however it ends, or for what it has done when the process dies. */
  readonly fromStart: boolean;
  /** Saves progress after each node. */
  readonly progress: boolean;
  keeps(status: ExecutionStatus): boolean;
}

/** Kept however it ends. */
export const keptAll: SavingRules = { fromStart: true, progress: false, keeps: () => true };

/**
 * The rules for one execution. One that waits is always kept: nothing else could take it up again. Manual runs are kept whatever their end, or not
 * at all (documented for `saveManualExecutions`).
 */
export function savingRules(settings: WorkflowSettings | undefined, mode: ExecutionMode, defaults: SavingDefaults): SavingRules {
  const progress = choice(settings?.saveExecutionProgress, defaults.saveExecutionProgress === true);
  if (mode === 'manual') {
    const manual = choice(settings?.saveManualExecutions, defaults.saveManualExecutions);
    return manual ? { ...keptAll, progress } : { fromStart: false, progress: false, keeps: (status) => status === 'waiting' };
  }
  const error = choice(settings?.saveDataErrorExecution, defaults.saveDataErrorExecution === 'all');
  const success = choice(settings?.saveDataSuccessExecution, defaults.saveDataSuccessExecution === 'all');
  if (error && success) return progress ? { ...keptAll, progress } : keptAll;
  return {
    // Without an end it counts as failed.
    fromStart: progress || error,
    progress,
    keeps: (status) => status === 'waiting' || (status === 'success' ? success : error),
  };
}

function choice(value: unknown, byDefault: boolean): boolean {
  if (value === 'all' || value === true || value === 'true') return true;
  if (value === 'none' || value === false || value === 'false') return false;
  return byDefault;
}
