// Keeps the shown execution up to date while it has not ended.
import { useEffect } from 'react';
import { pushReceived } from '../../../state/actions.ts';
import { startListening } from '../../../state/store.ts';
import type { EditorStore } from '../actions/context.ts';
import { showAgain } from '../actions/remembered-run.ts';
import { useEditorState, useRunState } from '../state/slices.ts';

/** Milliseconds between requests for an execution whose events do not reach this page, such as a manual run of another page. */
const LOOK = 2000;

export function useFollowedExecution(context: EditorStore): void {
  const isExecution = useEditorState((state) => state.mode === 'execution');
  const executionId = useRunState((state) => state.executionId);
  const status = useRunState((state) => state.outcome?.status);
  const isActive = isExecution && (status === 'running' || status === 'new');
  useEffect(() => {
    if (!isExecution || executionId === undefined) return undefined;
    const end = startListening({
      actionCreator: pushReceived,
      effect: ({ payload }) => {
        const isState = payload.type === 'executionStarted' || payload.type === 'executionFinished';
        const isOwn = isState && payload.executionId === executionId;
        // Events of executions of another server do not reach this page.
        const isPerhapsOwn = status === 'waiting' && (payload.type === 'executionsChanged' || payload.type === 'serverEnded');
        if (isOwn || isPerhapsOwn) void showAgain(context);
      },
    });
    return () => end();
  }, [context, isExecution, executionId, status]);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => void showAgain(context), LOOK);
    return () => clearInterval(timer);
  }, [context, isActive, executionId]);
}
