// Unsaved changes: kept in a journal, asked about on leaving, and warned of when the window is closed (spec 3 §4.4).
import { useEffect, useRef } from 'react';
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
  const kept = useRef<{ readonly id: string | undefined }>(undefined);

  useEffect(() => {
    if (!dirty) {
      // Only this editor's own work: what an earlier one left has yet to be asked about.
      if (kept.current !== undefined) forgetUnsavedWork(kept.current.id);
      kept.current = undefined;
      return undefined;
    }
    kept.current = { id };
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
    // Going to a new workflow from a new one leaves it too.
    const leaves =
      currentLocation.pathname !== nextLocation.pathname ||
      (nextLocation.pathname === '/workflow' && nextLocation.key !== currentLocation.key);
    return !isSaved && leaves && context.editor().mode === 'edit' && isDirty(context.editor());
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { t, ui, editor } = context;
    const { pathname, search } = blocker.location;
    void ui
      .ask({ title: t('leave.title'), message: t('leave.message'), confirm: t('leave.save'), other: t('leave.discard') })
      .then(async (answer) => {
        const isNew = editor().id === undefined;
        if (answer === 'cancel' || (answer === 'confirm' && !(await saveWorkflow(context)))) return blocker.reset();
        if (answer === 'other') forgetUnsavedWork(editor().id);
        // A new workflow got its address by being saved: nothing waits for leave any more.
        return answer === 'confirm' && isNew ? ui.goTo(`${pathname}${search}`) : blocker.proceed();
      });
  }, [blocker, context]);
}
