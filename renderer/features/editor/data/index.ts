// What the open node received and gave.
export { InputPane } from './input-pane.tsx';
export { OutputPane } from './output-pane.tsx';
export { useOutputEdit } from './use-output-edit.ts';
