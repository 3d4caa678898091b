// Public interface of the list of shortcuts.
export { ShortcutsDialog } from './shortcuts-dialog.tsx';
