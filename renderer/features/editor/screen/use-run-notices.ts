// What the end of a run is told with, the window's title while it goes on, and results that were missed (spec 3 §4.1, §4.2, §8).
import { useEffect, useRef } from 'react';
import { connectionChanged } from '../../../state/push-actions.ts';
import { startListening } from '../../../state/store.ts';
import { executionsApi } from '../../../api/executions.ts';
import type { EditorContext } from '../actions/context.ts';
import { runActions } from '../runs/run-slice.ts';
import { useEditorState, useRunState } from './use-editor-state.ts';

export function useRunNotices(context: EditorContext): void {
  const outcome = useRunState((state) => state.outcome);
  const status = useRunState((state) => state.status);
  const name = useEditorState((state) => state.history.present.name ?? '');
  const mode = useEditorState((state) => state.mode);
  const told = useRef(outcome);

  useEffect(() => {
    if (outcome === told.current) return;
    told.current = outcome;
    if (outcome === undefined || mode !== 'edit') return;
    const { ui, t } = context;
    const { error } = outcome;
    if (outcome.status === 'error' || outcome.status === 'crashed') {
      const title = error?.node === undefined ? t('run.failed') : t('run.nodeFailed', { node: error.node });
      ui.notify({ kind: 'error', title, message: error?.message, details: error?.description ?? undefined, isSticky: true });
    } else if (outcome.status === 'waiting') ui.notify({ kind: 'info', title: t('run.waiting') });
  }, [outcome, context, mode]);

  useEffect(() => {
    const key = status === 'running' || status === 'waitingForEvent' ? 'running' : outcome?.status === 'error' ? 'error' : 'idle';
    document.title = context.t(`window.${key}`, { name: name === '' ? 'Millrace' : `${name} · Millrace` });
  }, [status, outcome, name, context]);

  useEffect(() => {
    // Events were missed: what they told is asked for, where it was kept.
    const end = startListening({
      actionCreator: connectionChanged,
      effect: async ({ payload }) => {
        const { executionId, status: now } = context.run();
        if ((payload !== 'gap' && payload !== 'open') || now !== 'running' || executionId === undefined) return;
        const current = (await context.dispatch(
          executionsApi.endpoints.currentExecutions.initiate({ query: {} }, { forceRefetch: true, subscribe: false }),
        )) as { data?: readonly { id: string }[] };
        if (current.data === undefined || current.data.some(({ id }) => id === executionId)) return;
        context.dispatch(runActions.runRefused());
      },
    });
    return () => end();
  }, [context]);
}
