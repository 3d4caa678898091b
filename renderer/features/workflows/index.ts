// Public interface of workflows: list (page and dialog), tags, settings, copies, activation.
export { ActivationModal } from './activation-modal.tsx';
export { ActivationWarning } from './activation-warning.tsx';
export { NextRuns } from './next-runs.tsx';
export { OpenWorkflowModal } from './open-workflow-modal.tsx';
export { TagsModal } from './tags-modal.tsx';
export { useActivation } from './use-activation.ts';
export { WorkflowsPage } from './workflow-list.tsx';

// Rarely opened forms, in the form that React.lazy expects, so that the editor does not load them.
export const loadDuplicateModal = async () => ({ default: (await import('./duplicate-modal.tsx')).DuplicateModal });
export const loadSettingsModal = async () => ({ default: (await import('./settings-modal.tsx')).SettingsModal });
