// Opens the workflow in the address: a new or saved one, an execution, or an empty preview.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { openWorkflow } from '../../../../engine/workflow/file/import.ts';
import type { EditorStore, Messages } from '../actions/context.ts';
import { showDebuggedExecution, executionShown, fetchExecution, workflowOf } from '../actions/stored-execution.ts';
import { showRememberedRun } from '../actions/remembered-run.ts';
import { notOpened, openNew, openSaved } from '../actions/save-workflow.ts';
import { editorActions } from '../document/editor-slice.ts';
import { runActions } from '../runs/run-slice.ts';
import { lostWork } from './journal.ts';

/**
 * Returns which navigation's workflow is open: its key for a new one, an empty text for others; undefined until it is open, or is known not to
 * exist. `retry` opens it again after a failure.
 */
export function useOpened(context: EditorStore & Messages): { readonly opened: string | undefined; readonly retry: () => void } {
  const { pathname, search, state, key } = useLocation();
  const { name, id } = useParams();
  // Navigating to a new workflow always creates one; an execution is fetched again, since it may have continued.
  const visit = name === undefined ? key : '';
  const [opened, setOpened] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  // The error boundary shows the error.
  if (failure !== undefined) throw failure.error;
  const hasOpened = useRef(false);
  // Responses that arrive after leaving the editor are ignored.
  useEffect(() => () => void context.dispatch(editorActions.left()), [context]);
  useEffect(() => {
    // A new workflow that was just saved has a new address but is already open, unless the user has returned to it from elsewhere.
    const isSaved = (state as { isSaved?: boolean } | null)?.isSaved === true;
    if (isSaved && hasOpened.current && name !== undefined && context.editor().id === name) return undefined;
    let isCurrent = true;
    setOpened(undefined);
    hasOpened.current = true;
    open(context, { pathname, name, executionId: id, folderId: new URLSearchParams(search).get('folder') ?? undefined })
      .then(async () => {
        if (!isCurrent) return;
        setOpened(visit);
        if (['missing', 'failed'].includes(context.editor().status)) return;
        if (!(await showDebuggedExecution(context))) void showRememberedRun(context);
        await offerUnsavedWork(context);
      })
      .catch((error: unknown) => (isCurrent ? setFailure({ error }) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [context, pathname, search, name, id, visit, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { opened, retry };
}

interface OpenedAddress {
  readonly pathname: string;
  readonly name: string | undefined;
  readonly executionId: string | undefined;
  /** Id of the folder for a new workflow. */
  readonly folderId: string | undefined;
}

async function open(context: EditorStore & Messages, { pathname, name, executionId, folderId }: OpenedAddress): Promise<void> {
  const { dispatch } = context;
  if (pathname.endsWith('/workflows/demo')) {
    dispatch(runActions.dataCleared());
    dispatch(editorActions.opened({ workflow: { name: '', nodes: [], connections: {} }, mode: 'demo' }));
  } else if (executionId !== undefined && pathname.includes('/execution/')) {
    await openExecution(context, executionId);
  } else if (name === undefined) {
    await openNew(context, folderId);
  } else {
    await openSaved(context, name);
  }
}

async function openExecution(context: EditorStore, id: string): Promise<void> {
  const { editor, dispatch, newId } = context;
  dispatch(editorActions.opening());
  const { visit } = editor();
  const { data, error } = await fetchExecution(context, id);
  if (editor().visit !== visit) return;
  if (data === undefined) {
    dispatch(runActions.dataCleared());
    return notOpened(dispatch, error);
  }
  const workflow = workflowOf(data, newId);
  dispatch(editorActions.opened({ workflow, id: data.workflowId, mode: 'execution' }));
  dispatch(executionShown(data, workflow));
}

/** Offers to restore lost work. Unless it is restored or discarded, it is offered again the next time. */
async function offerUnsavedWork(context: EditorStore & Messages): Promise<void> {
  const { editor, dispatch, ui, t } = context;
  const { id, mode, visit } = editor();
  const work = mode === 'edit' ? await lostWork(id) : undefined;
  if (work === undefined || editor().visit !== visit) return;
  const response = await ui.ask({
    title: t('journal.title'),
    message: t('journal.message', { time: new Date(work.at).toLocaleString() }),
    confirm: t('journal.restore'),
    other: t('journal.discard'),
    cancel: t('journal.later'),
  });
  if ((response !== 'confirm' && response !== 'other') || editor().visit !== visit) return;
  if (response === 'confirm') dispatch(editorActions.workBroughtBack({ workflow: openWorkflow(work.workflow), version: work.version }));
  work.forget();
  // The user decides later about this work, so earlier work is offered next.
  if (response === 'other') await offerUnsavedWork(context);
}
