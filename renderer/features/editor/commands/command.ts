// A command: one thing that can be done, whether by a key, the context menu, the palette or a button.
import type { LucideIcon } from 'lucide-react';
import type { EditorContext } from '../actions/context.ts';

export type CommandGroup = 'workflow' | 'edit' | 'nodes' | 'run' | 'view' | 'help';

export interface Command {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly group: CommandGroup;
  /** Keys such as `Ctrl+Shift+Z` (Ctrl is the command key on a Mac); the first is the one that is shown. */
  readonly keys?: readonly string[];
  /** Asked before it is offered or done. */
  readonly isEnabled?: (context: EditorContext) => boolean;
  /** How it enters the history: with its own changes, or as none. Told here so that nobody forgets to think of it. */
  readonly history: 'record' | 'merge' | 'ignore';
  readonly run: (context: EditorContext) => void | Promise<void>;
}

export const isEditing = ({ editor }: EditorContext): boolean => editor().mode === 'edit' && editor().status !== 'loading';
export const hasSelection = (context: EditorContext): boolean => isEditing(context) && context.editor().selection.length > 0;
export const hasOneNode = (context: EditorContext): boolean => context.editor().selection.length === 1;
export const isIdle = ({ run }: EditorContext): boolean => run().status === 'idle';
