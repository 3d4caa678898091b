// Unsaved changes: kept in a journal, asked about on leaving, and warned of when the window is closed (spec 3 §4.4).
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import type { EditorContext } from '../actions/context.ts';
import { saveWorkflow } from '../actions/save-workflow.ts';
import { isDirty } from '../document/editor-slice.ts';
import { forgetUnsavedWork, keepUnsavedWork } from './journal.ts';
import { useEditorState } from './use-editor-state.ts';

/** Milliseconds of quiet before work is put into the journal. */
const QUIET = 800;

export function useUnsavedChanges(context: EditorContext): void {
  const dirty = useEditorState((state) => state.mode === 'edit' && isDirty(state));
  const workflow = useEditorState((state) => state.history.present);
  const id = useEditorState((state) => state.id);

  useEffect(() => {
    if (!dirty) {
      forgetUnsavedWork(id);
      return undefined;
    }
    const timer = setTimeout(() => keepUnsavedWork(id, workflow, Date.now()), QUIET);
    return () => clearTimeout(timer);
  }, [dirty, workflow, id]);

  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent): void => {
      keepUnsavedWork(id, workflow, Date.now());
      event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty, workflow, id]);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isSaved = (nextLocation.state as { isSaved?: boolean } | null)?.isSaved === true;
    return !isSaved && currentLocation.pathname !== nextLocation.pathname && context.editor().mode === 'edit' && isDirty(context.editor());
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { t, ui } = context;
    void ui
      .ask({ title: t('leave.title'), message: t('leave.message'), confirm: t('leave.save'), other: t('leave.discard') })
      .then(async (answer) => {
        if (answer === 'cancel' || (answer === 'confirm' && !(await saveWorkflow(context)))) return blocker.reset();
        if (answer === 'other') forgetUnsavedWork(context.editor().id);
        return blocker.proceed();
      });
  }, [blocker, context]);
}
