// The workflows' door: the list, as a page and as a dialog, the tags, and switching a workflow on.
export { ActivationModal } from './activation-modal.tsx';
export { OpenWorkflowModal } from './open-workflow-modal.tsx';
export { TagsModal } from './tags-modal.tsx';
export { useActivation } from './use-activation.ts';
export { WorkflowsPage } from './workflows-page.tsx';
