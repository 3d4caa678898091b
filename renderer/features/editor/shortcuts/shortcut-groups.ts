// All keyboard shortcuts, for the list in the editor and for the help: those of commands, of the canvas and of an open node.
import { commands, type CommandGroup } from '../commands/index.ts';
import type { ShortcutGroup } from './shortcuts-dialog.tsx';

export const commandGroups: readonly CommandGroup[] = ['run', 'nodes', 'edit', 'workflow', 'view', 'help'];

/** Keys that the canvas and an open node handle themselves. */
const ownKeys: Readonly<Record<'canvasKeys' | 'nodeKeys', readonly (readonly [id: string, keys: string])[]>> = {
  canvasKeys: [
    ['walk', '←↑→↓'],
    ['move', 'Alt+←↑→↓'],
    ['resize', 'Shift+←↑→↓'],
    ['pan', 'Space'],
    ['leave', 'Esc'],
  ],
  nodeKeys: [
    ['nextPane', 'F6'],
    ['lastPane', 'Shift+F6'],
    ['before', 'Alt+Shift+ArrowLeft'],
    ['after', 'Alt+Shift+ArrowRight'],
    ['leave', 'Esc'],
  ],
};

/** `t`: texts of the editor. */
export const shortcutGroups = (t: (key: string) => string): readonly ShortcutGroup[] => [
  ...commandGroups.map((group) => ({
    label: t(`groups.${group}`),
    entries: commands.flatMap((command) =>
      command.group !== group || command.keys === undefined ? [] : [{ label: t(`commands.${command.id}`), keys: command.keys[0] ?? '' }],
    ),
  })),
  ...Object.entries(ownKeys).map(([group, entries]) => ({
    label: t(`${group}.label`),
    entries: entries.map(([id, keys]) => ({ label: t(`${group}.${id}`), keys })),
  })),
];
