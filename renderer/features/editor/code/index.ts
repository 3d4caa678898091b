// The code editor: the only folder that loads Monaco.
export { CodeEditor } from './code-editor.tsx';
export { codeOffsetAt } from './code-places.ts';
export type { CodeLanguage } from './code-editor-props.ts';
export { describedIn } from './completion-text.ts';
