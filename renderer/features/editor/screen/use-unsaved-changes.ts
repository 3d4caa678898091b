// Unsaved changes: written to the journal, and confirmed before the editor or the window is left.
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import type { HandedOverState } from '../../../state/handed-over.ts';
import type { EditorContext } from '../actions/context.ts';
import { saveWorkflow } from '../actions/save-workflow.ts';
import { isDirty } from '../document/editor-slice.ts';
import { forgetUnsavedWork, storeUnsavedWork } from './journal.ts';
import { useEditorState } from '../state/slices.ts';

/** Milliseconds without changes before work is written to the journal. */
const QUIET = 800;

export function useUnsavedChanges(context: EditorContext): void {
  const dirty = useEditorState((state) => state.mode === 'edit' && isDirty(state));
  const workflow = useEditorState((state) => state.history.present);
  const id = useEditorState((state) => state.id);
  const version = useEditorState((state) => state.version);
  const storedWork = useRef<{ readonly id: string | undefined }>(undefined);

  useEffect(() => {
    if (!dirty) {
      // Only work of this editor is removed; work left by an earlier one has yet to be offered.
      if (storedWork.current !== undefined) forgetUnsavedWork(storedWork.current.id);
      storedWork.current = undefined;
      return undefined;
    }
    // The workflow got its id while it was being changed, so its entry continues under that id.
    if (storedWork.current !== undefined && storedWork.current.id !== id) {
      forgetUnsavedWork(storedWork.current.id);
      storeUnsavedWork(id, workflow, Date.now(), version);
    }
    storedWork.current = { id };
    const timer = setTimeout(() => storeUnsavedWork(id, workflow, Date.now(), version), QUIET);
    return () => clearTimeout(timer);
  }, [dirty, workflow, id, version]);

  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent): void => {
      storeUnsavedWork(id, workflow, Date.now(), version);
      event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty, workflow, id, version]);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isSaved = (nextLocation.state as { isSaved?: boolean } | null)?.isSaved === true;
    // Navigating from one new workflow to another leaves the first, too.
    const leaves =
      currentLocation.pathname !== nextLocation.pathname ||
      (nextLocation.pathname === '/workflow' && nextLocation.key !== currentLocation.key);
    return !isSaved && leaves && context.editor().mode === 'edit' && isDirty(context.editor());
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { t, ui, editor } = context;
    const { pathname, search, state } = blocker.location;
    const brings = state as HandedOverState;
    const isNew = editor().id === undefined;
    // Saving gives a new workflow its address, even if the save was already in progress, so no confirmation is needed.
    const hasMoved = (): boolean => isNew && editor().id !== undefined;
    void ui
      .ask({ title: t('leave.title'), message: t('leave.message'), confirm: t('leave.save'), other: t('leave.discard') })
      .then(async (response) => {
        const leaves = response === 'other' || (response === 'confirm' && (await saveWorkflow(context)));
        if (!leaves) return hasMoved() ? undefined : blocker.reset();
        if (response === 'other') forgetUnsavedWork(editor().id);
        return hasMoved() ? ui.goTo(`${pathname}${search}`, { isSaved: true, brings }) : blocker.proceed();
      });
  }, [blocker, context]);
}
