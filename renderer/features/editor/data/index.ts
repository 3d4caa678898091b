// The panes with the input and output of the open node.
export { InputPane } from './input-pane.tsx';
export { OutputPane } from './output/output-pane.tsx';
export { useOutputEdit } from './output/edit-panel.tsx';
