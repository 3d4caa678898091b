// Public interface of executions for other features: the displayed state of an execution, and actions on it.
export { durationOf, type ExecutionOutcome } from './execution-state.ts';
export { ExecutionStatus } from './execution-status.tsx';
export { useExecutionActions } from './use-execution-actions.ts';
export { WaitDetails } from './wait-details.tsx';
