// The editor's door.
export { EditorScreen } from './editor-screen.tsx';
