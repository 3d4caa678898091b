// Entry point of the editor.
export { EditorScreen } from './editor-screen.tsx';
export { shortcutGroups } from './shortcuts/shortcut-groups.ts';
export type { ShortcutGroup } from './shortcuts/shortcuts-dialog.tsx';
