// Public interface of workflows: list (page and dialog), tags, settings, copies, activation.
export { ActivationModal } from './activation-modal.tsx';
export { ActivationWarning } from './activation-warning.tsx';
export { DuplicateModal, SettingsModal } from './large-forms.tsx';
export { OpenWorkflowModal } from './open-workflow-modal.tsx';
export { TagsModal } from './tags-modal.tsx';
export { useActivation } from './use-activation.ts';
export { WorkflowsPage } from './workflow-list.tsx';
