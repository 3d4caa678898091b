// Public interface of workflows for other features: activation and the next runs.
export { ActivationWarning } from './activation-warning.tsx';
export { NextRuns } from './next-runs.tsx';
export { useActivation } from './use-activation.ts';
