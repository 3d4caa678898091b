// Public interface of executions: the list as a page and a dialog, and the displayed state of an execution.
export { durationOf, isWaitIndefinite, stateOf, type ExecutionOutcome, type ExecutionState } from './execution-state.ts';
export { ExecutionStatus } from './execution-status.tsx';
export { useExecutionActions } from './use-execution-actions.ts';
export { WaitDetails } from './wait-details.tsx';
export { ExecutionsModal } from './executions-modal.tsx';
export { ExecutionsPage } from './execution-list.tsx';
