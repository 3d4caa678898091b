// Public interface of executions for other features: the displayed state of an execution, and what can be done with it.
export { durationOf, isWaitIndefinite, stateOf, type ExecutionOutcome, type ExecutionState } from './execution-state.ts';
export { ExecutionStatus } from './execution-status.tsx';
export { useExecutionActions } from './use-execution-actions.ts';
export { WaitDetails } from './wait-details.tsx';
