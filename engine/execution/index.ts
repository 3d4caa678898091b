// Entry point of execution.
export { evaluateAlone, readsSecrets, resolvedData, signedRequest, type Evaluate } from './http/credential-signing.ts';
export { forgetCompiled } from './compiled-workflow.ts';
export { failedResult, toErrorData } from './error-data.ts';
export type { FailedOutcome } from './error-workflow.ts';
export { Executor } from './executor.ts';
export { defaultSettings } from './ports.ts';
export type {
  ConsentRequest,
  Clock,
  CredentialAsker,
  ExecutionPorts,
  ExecutionSettings,
  RunListener,
  SecretsInUse,
  StaticDataPort,
  WorkMark,
  WorkMarks,
} from './ports.ts';
export { isLongJson, jsonChunks, slicedJsonChunks } from './json-chunks.ts';
export type { AdmittedRequest, CalledRuns, CallLink, Checkpoint, RunningExecution, RunOutcome, StartRequest } from './request.ts';
export { Principal, type AdmittedWorkflow, type WorkflowIdentity } from './principal.ts';
export { askingRuns, openQuestions, resumedBy } from './questions.ts';
export { ProcessVectors, vectorOwner, type ProcessList } from './process-vectors.ts';
export { builtInPrices } from './models/built-in-prices.ts';
export { ledgerOfRuns, type ModelLedger } from './models/model-ledger.ts';
export { priceOf } from './models/model-prices.ts';
export { Roster } from './roster.ts';
export {
  openCalls,
  withCallResults,
  waitingRun,
  asNewExecution,
  type CallResult,
  type RunProgress,
  type RunStep,
  type StoredRunState,
} from './run-state.ts';
export type { DetachedNode, DetachedRequest } from './detached-node.ts';
export { systemClock } from './timers.ts';
