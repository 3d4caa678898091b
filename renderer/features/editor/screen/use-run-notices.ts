// Notices about the end of a run, the window title during a run, its output in the browser's console, and results missed while disconnected.
import { useEffect, useRef } from 'react';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { connectionChanged, pushReceived } from '../../../state/actions.ts';
import { addPushReadiness } from '../../../state/push-listener.ts';
import { startListening } from '../../../state/store.ts';
import { toastClosed } from '../../../state/toasts.ts';
import type { EditorStore, Messages } from '../actions/context.ts';
import { findMissedResults, findOver } from '../actions/find-over.ts';
import { rememberRun } from '../actions/remembered-run.ts';
import { openButton, stopMissedListening } from '../actions/run-workflow.ts';
import { nodeById } from '../document/operations.ts';
import { errorDetails, errorSentence } from '../../../../engine/contract/error-sentence.ts';
import { failedAttached, runsOf } from '../runs/run-items.ts';
import { isReadyFor, type RunState } from '../runs/run-slice.ts';
import { useEditorState, useRunState } from '../state/slices.ts';

/** Returns the attached node that failed in the last run of a node. */
function attachedFailure({ editor, run }: EditorStore, name: string): string | undefined {
  const { runData } = run();
  return failedAttached(new WorkflowGraph(editor().history.present), runData, { name, run: runsOf(runData, name).length - 1 });
}

/** Key of the notice about a failed run. */
const FAILURE = 'run-failure';

/** Closes the notice about a failed run once the node's view shows the failure, or it is no longer the last run. */
function useClosedNotice({ dispatch }: EditorStore): void {
  const outcome = useRunState((state) => state.outcome);
  const failed = outcome?.error?.node;
  const isOpened = useEditorState(
    ({ openNode, history }) => openNode !== undefined && failed !== undefined && nodeById(history.present, openNode)?.name === failed,
  );
  useEffect(() => {
    if (outcome === undefined || isOpened) dispatch(toastClosed(FAILURE));
  }, [dispatch, outcome, isOpened]);
  useEffect(() => () => void dispatch(toastClosed(FAILURE)), [dispatch]);
}

/** Notifies the user of a failure, and of a run that waits. */
function notifyEnd(context: EditorStore & Messages, outcome: NonNullable<RunState['outcome']>): void {
  const { ui, t } = context;
  const { error } = outcome;
  const { history, openNode } = context.editor();
  // The view of an open node shows its error itself.
  const opened = openNode === undefined ? undefined : nodeById(history.present, openNode)?.name;
  const attached = error?.node === undefined ? undefined : attachedFailure(context, error.node);
  if (error?.node !== undefined && opened !== undefined && [error.node, attached].includes(opened)) return;
  if (outcome.status === 'error' || outcome.status === 'crashed') {
    const title =
      error?.node === undefined
        ? t('run.failed')
        : attached === undefined
          ? t('run.nodeFailed', { node: error.node })
          : t('run.attachedFailed', { node: error.node, attached });
    const texts = error === undefined ? {} : { message: errorSentence(error), details: errorDetails(error) };
    // The canvas and the run bar show the failure, too.
    ui.notify({ key: FAILURE, kind: 'error', title, ...texts, ...openButton(context, attached ?? error?.node) });
  } else if (outcome.status === 'waiting') {
    const { executionId } = context.run();
    const link = executionId === undefined ? undefined : { label: t('run.openExecution'), to: `/execution/${executionId}` };
    ui.notify({ kind: 'info', title: t('run.waiting'), ...(link === undefined ? {} : { link }) });
  }
}

/** The title of the window says whether a run is going on or has failed. */
function useWindowTitle(context: Messages): void {
  const outcome = useRunState((state) => state.outcome);
  const status = useRunState((state) => state.status);
  const name = useEditorState((state) => state.history.present.name ?? '');
  useEffect(() => {
    const key = status === 'running' || status === 'waitingForEvent' ? 'running' : outcome?.status === 'error' ? 'error' : 'idle';
    document.title = context.t(`window.${key}`, { name: name === '' ? 'Millrace' : `${name} · Millrace` });
  }, [status, outcome, name, context]);
}

/** Repeats in the browser's own console what nodes of the displayed run write. */
function useBrowserConsole({ run }: EditorStore): void {
  useEffect(() => {
    const end = startListening({
      actionCreator: pushReceived,
      effect: ({ payload }) => {
        if (payload.type !== 'sendConsoleMessage' || payload.executionId !== run().executionId) return;
        // oxlint-disable-next-line no-console -- output of the user's code
        console[payload.level]('[%s]', payload.source, ...payload.messages);
      },
    });
    return () => end();
  }, [run]);
}

/** `hasChat`: whether the chat is open, which shows how the runs of its messages end. */
export function useRunNotices(context: EditorStore & Messages, hasChat: boolean): void {
  const outcome = useRunState((state) => state.outcome);
  const mode = useEditorState((state) => state.mode);
  const workflowId = useEditorState((state) => state.id);
  const executionId = useRunState((state) => state.executionId);
  // Keeps its value if nodes are renamed later.
  const results = useRunState((state) => (state.status === 'idle' ? state.runData : undefined));
  const reportedOutcome = useRef(outcome);
  useClosedNotice(context);
  useWindowTitle(context);
  useBrowserConsole(context);

  useEffect(() => {
    if (outcome === reportedOutcome.current) return;
    reportedOutcome.current = outcome;
    // Each end is reported only once.
    if (outcome === undefined || mode !== 'edit' || context.run().origin === 'kept' || (hasChat && context.run().isChat === true)) return;
    notifyEnd(context, outcome);
  }, [outcome, context, mode, hasChat]);

  useEffect(() => {
    if (mode === 'edit' && workflowId !== undefined && executionId !== undefined) rememberRun(workflowId, context.run());
  }, [context, mode, workflowId, executionId, results]);

  useEffect(() => addPushReadiness((event) => isReadyFor(context.run(), event)), [context]);

  useMissedEvents(context);
}

/** If events were missed, requests the stored results instead: those of a run that has ended at once, those of one in progress when it ends. */
function useMissedEvents(context: EditorStore & Messages): void {
  const incomplete = useRef<string>(undefined);
  useEffect(() => {
    const lookAgain = async (): Promise<void> => {
      const { executionId, status } = context.run();
      if (status !== 'running' || executionId === undefined) return;
      // Its end may arrive while the server is asked.
      incomplete.current = executionId;
      if ((await findOver(context, executionId)) && incomplete.current === executionId) incomplete.current = undefined;
    };
    const isGap = async (isLost: boolean): Promise<void> =>
      isLost && context.run().status === 'waitingForEvent' ? stopMissedListening(context) : lookAgain();
    const endConnection = startListening({
      actionCreator: connectionChanged,
      effect: async ({ payload }) => (payload === 'gap' || payload === 'open' ? isGap(payload === 'gap') : undefined),
    });
    const endEvents = startListening({
      actionCreator: pushReceived,
      effect: async ({ payload }) => {
        // The server that ran it, or listened, may be the one that has ended.
        if (payload.type === 'serverEnded') return isGap(true);
        if (payload.type !== 'executionFinished' || payload.executionId !== incomplete.current) return;
        incomplete.current = undefined;
        await findMissedResults(context, payload.executionId);
      },
    });
    return () => {
      endConnection();
      endEvents();
    };
  }, [context]);
}
