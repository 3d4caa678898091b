// Changes of the workflow: applied to the current version, recorded in the history, and rejected with a notice if they fail.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type texts from '../../../../locales/en/editor.json';
import { failureText } from '../../../state/toasts.ts';
import { editorActions } from '../document/editor-slice.ts';
import type { HistoryPolicy } from '../document/history.ts';
import type { EditorStore, Messages } from './context.ts';

export interface Change {
  readonly file: WorkflowFile;
  /** Selection after the change. */
  readonly selection?: readonly string[];
}

/** Name of an undo step: a key under `history` of the texts. */
type StepLabel = keyof (typeof texts)['history'];

/** Applies a change as a step with this name; returns whether it succeeded. */
export function change(
  { editor, dispatch, ui, t }: EditorStore & Messages,
  label: StepLabel,
  make: (file: WorkflowFile) => WorkflowFile | Change,
  policy: HistoryPolicy = 'record',
): boolean {
  const { history, mode } = editor();
  if (mode !== 'edit') {
    ui.notify({ kind: 'info', title: t('readOnly.title'), message: t('readOnly.message'), isSticky: true });
    return false;
  }
  try {
    const result = make(history.present);
    const { file, selection } = 'nodes' in result ? { file: result, selection: undefined } : result;
    dispatch(editorActions.documentChanged({ workflow: file, label, policy, selection }));
    return true;
  } catch (error) {
    ui.notify({ kind: 'error', title: t('changeFailed'), message: failureText(error) });
    return false;
  }
}
