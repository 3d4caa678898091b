// Deletes the open workflow after a confirmation that explains what happens to its executions.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { workflowsApi } from '../../../api/workflows.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { failureToast } from '../../../state/toasts.ts';
import { useEditor } from '../state/editor-context.tsx';

/** Number of executions that have not ended. */
interface OpenExecutions {
  readonly queued: number;
  readonly waiting: number;
  readonly running: number;
}

/** Returns a function that asks, deletes, and opens a new workflow. */
export function useDeleteWorkflow(): () => Promise<void> {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const dispatch = useAppDispatch();
  const [remove] = workflowsApi.useDeleteWorkflowMutation();
  const [countOpen] = workflowsApi.useLazyWorkflowDeletionQuery();
  return async () => {
    const { id, history, visit } = context.editor();
    if (id === undefined) return;
    const { data: open } = await countOpen({ params: { id } });
    // The user may have left the page meanwhile.
    if (context.editor().visit !== visit) return;
    const response = await context.ui.ask({
      title: t('delete.title'),
      message: question(t, history.present.name ?? '', open),
      confirm: t('delete.confirm'),
      isDangerous: true,
    });
    if (response !== 'confirm') return;
    const { error } = await remove({ params: { id } });
    if (error === undefined && context.editor().visit !== visit) return;
    if (error === undefined) context.ui.goTo('/workflow', { replaces: true, isSaved: true });
    else dispatch(failureToast(t('delete.failed'), error));
  };
}

/** `open`: undefined if it could not be loaded. */
function question(t: TFunction<'editor'>, name: string, open?: OpenExecutions): string {
  const { queued = 0, waiting = 0, running = 0 } = open ?? {};
  const stopped = [
    ...(waiting === 0 ? [] : [t('delete.waiting', { count: waiting })]),
    ...(queued === 0 ? [] : [t('delete.queued', { count: queued })]),
  ];
  return [
    t('delete.message', { name }),
    ...(stopped.length === 0 ? [] : [t('delete.stopped', { executions: stopped.join(t('delete.and')) })]),
    ...(running === 0 ? [] : [t('delete.running', { count: running })]),
  ].join(' ');
}
