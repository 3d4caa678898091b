// The executions' door: the list, as a page and as a dialog, and what an execution is to the eye.
export { durationOf, isWaitIndefinite, stateOf, type ExecutionState } from './execution-state.ts';
export { ExecutionStatus } from './execution-status.tsx';
export { ExecutionsModal } from './executions-modal.tsx';
export { ExecutionsPage } from './executions-page.tsx';
