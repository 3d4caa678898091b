// Entry point of the editor.
export { EditorScreen } from './editor-screen.tsx';
