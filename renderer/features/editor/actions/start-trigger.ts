// Remembers in the browser which trigger the user last chose to start a workflow.
import { saveStored, readStored } from '../../../lib/browser-storage.ts';
import { editorActions } from '../document/editor-slice.ts';
import type { EditorContext } from './context.ts';

const keyOf = (workflowId: string): string => `millrace:start:${workflowId}`;

/** Returns the id of the trigger that was last chosen for a workflow. */
export const rememberedStart = (workflowId: string): string | undefined => readStored(keyOf(workflowId)) ?? undefined;

/** `id`: id of the trigger. */
export function chooseStart({ editor, dispatch }: Pick<EditorContext, 'editor' | 'dispatch'>, id: string): void {
  dispatch(editorActions.startTriggerChosen(id));
  const { id: workflowId } = editor();
  if (workflowId !== undefined) rememberStart(workflowId, id);
}

/** Remembers the choice for a workflow that is saved; also called when it is saved for the first time. `id`: id of the trigger. */
export const rememberStart = (workflowId: string, id: string): void => void saveStored(keyOf(workflowId), id);
