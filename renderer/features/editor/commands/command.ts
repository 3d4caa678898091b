// A command: one action, available by key, context menu, palette or button.
import type { LucideIcon } from 'lucide-react';
import type { EditorContext, EditorStore } from '../actions/context.ts';

export type CommandGroup = 'workflow' | 'edit' | 'nodes' | 'run' | 'view' | 'help';

export interface Command {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly group: CommandGroup;
  /** Keys such as `Ctrl+Shift+Z` (on a Mac, Ctrl is the command key); the first is displayed. */
  readonly keys?: readonly string[];
  /** What the command does now, if it does one of two things: a key under `commandVariants` of the texts. */
  readonly variant?: (context: EditorContext) => string;
  /** Whether the command can be run now. Default: true. */
  readonly isEnabled?: (context: EditorContext) => boolean;
  readonly run: (context: EditorContext) => void | Promise<void>;
}

/** Key of the text for what a command currently does. */
export const labelKey = ({ id, variant }: Command, context: EditorContext): string => {
  const now = variant?.(context);
  return now === undefined ? `commands.${id}` : `commandVariants.${now}`;
};

export const isEditing = ({ editor }: EditorStore): boolean => editor().mode === 'edit' && editor().status !== 'loading';
export const hasSelection = (context: EditorStore): boolean => isEditing(context) && context.editor().selection.length > 0;
export const hasOneNode = (context: EditorStore): boolean => context.editor().selection.length === 1;
export const isIdle = ({ run }: EditorStore): boolean => run().status === 'idle';
