// Decides which executions are saved: by the workflow's settings, or by the defaults of the instance.
import type { ExecutionMode, ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowSettings } from '../../contract/workflow.ts';

export interface SavingDefaults {
  readonly saveDataErrorExecution: 'all' | 'none';
  readonly saveDataSuccessExecution: 'all' | 'none';
  readonly saveManualExecutions: boolean;
  /** Whether progress is saved after each node. Default: false. */
  readonly saveExecutionProgress?: boolean;
  /** Whether several servers share the database. Default: false. */
  readonly hasMembers?: boolean;
}

export interface SavingRules {
  /** Whether a row is written at the start: if the execution is saved whatever its outcome, or with its progress. */
  readonly fromStart: boolean;
  /** Whether progress is saved after each node. */
  readonly progress: boolean;
  /** Whether the execution is removed again after a day. */
  readonly isTemporary?: boolean;
  shouldSave(status: ExecutionStatus): boolean;
}

/** Default: all executions are saved. */
export const savedAll: SavingDefaults = { saveDataErrorExecution: 'all', saveDataSuccessExecution: 'all', saveManualExecutions: true };

/** Saves executions whatever their outcome. */
export const saveAlways: SavingRules = { fromStart: true, progress: false, shouldSave: () => true };

/**
 * Returns the rules for one execution. Waiting executions are always saved, since they could not resume otherwise. Manual runs are saved whatever
 * their outcome: permanently if `saveManualExecutions` is set, otherwise for a day. Manual executions of unsaved
 * workflows are not saved. If several servers share the database, each of them must find manual runs while they run.
 */
export function savingRules(
  settings: WorkflowSettings | undefined,
  mode: ExecutionMode,
  defaults: SavingDefaults,
  isWorkflowSaved = true,
): SavingRules {
  const progress = choice(settings?.saveExecutionProgress, defaults.saveExecutionProgress === true);
  if (mode === 'manual') {
    const manual = choice(settings?.saveManualExecutions, defaults.saveManualExecutions);
    if (manual) return { ...saveAlways, progress };
    const fromStart = defaults.hasMembers === true;
    const unsaved = { fromStart, progress: false };
    return isWorkflowSaved
      ? { ...unsaved, isTemporary: true, shouldSave: () => true }
      : { ...unsaved, isTemporary: fromStart, shouldSave: (status) => status === 'waiting' };
  }
  const error = choice(settings?.saveDataErrorExecution, defaults.saveDataErrorExecution === 'all');
  const success = choice(settings?.saveDataSuccessExecution, defaults.saveDataSuccessExecution === 'all');
  if (error && success) return progress ? { ...saveAlways, progress } : saveAlways;
  return {
    // An execution without an end counts as failed.
    fromStart: progress || error,
    progress,
    shouldSave: (status) => status === 'waiting' || (status === 'success' ? success : error),
  };
}

function choice(value: unknown, byDefault: boolean): boolean {
  if (value === 'all' || value === true || value === 'true') return true;
  if (value === 'none' || value === false || value === 'false') return false;
  return byDefault;
}
