// Public interface of workflows for other features: activation, folders, the next runs and the tags.
export { ActivationWarning } from './activation-warning.tsx';
export { FolderPath } from './folders/breadcrumb.tsx';
export { NextRuns } from './next-runs.tsx';
export { TagPicker } from './tag-picker.tsx';
export { useActivation } from './use-activation.ts';
