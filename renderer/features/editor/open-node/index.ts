// The context of the open node: its parameters, its data and its state, for the panes and the form of the node view.
export { ExecuteButton } from './execute-button.tsx';
export { executeState, isTriggerType } from './execute-state.ts';
export { useFieldAction, type FieldAction, type FieldActions } from './field-actions.ts';
export { ListeningAddresses, ListeningPanel, useIsLate, WaitingHint } from './listening.tsx';
export { OpenNodeProvider, savedWorkflow, useLatestOpenNode, useOpenNode, type OpenNode } from './open-node.tsx';
export { selectRun, type PaneData, type Side } from './panes.ts';
export { asStep, ownSteps } from './steps.ts';
export { takenAt, withParameter } from './set-parameter.ts';
