// Actions on executions and their notifications.
import { useTranslation } from 'react-i18next';
import type { ExecutionAnnotation } from '../../../engine/contract/rest/executions.ts';
import { executionsApi } from '../../api/executions.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { filterFields, type ExecutionFilter } from './execution-filter.ts';

export interface ExecutionActions {
  stop(id: string): Promise<void>;
  /** Retries with the current version of the workflow, or with the version that ran. */
  retry(id: string, withSavedWorkflow: boolean): Promise<void>;
  /** Continues a waiting execution; returns whether it continues. */
  resume(id: string): Promise<boolean>;
  /** Approves or denies the call of a tool; returns whether the execution continues. */
  answer(id: string, question: string, answer: { readonly approved: boolean; readonly reason?: string }): Promise<boolean>;
  /** Stores a note or a highlight; returns whether it is stored. */
  annotate(id: string, annotation: ExecutionAnnotation): Promise<boolean>;
  /** Asks first; returns whether the executions were deleted. */
  removeThese(ids: ReadonlySet<string>): Promise<boolean>;
  /** Deletes all finished executions that match the filter. */
  removeFound(filter: ExecutionFilter, count: number): Promise<boolean>;
}

export function useExecutionActions(): ExecutionActions {
  const { t } = useTranslation('executions');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const [stop] = executionsApi.useStopExecutionMutation();
  const [retry] = executionsApi.useRetryExecutionMutation();
  const [annotate] = executionsApi.useAnnotateExecutionMutation();
  const [resume] = executionsApi.useResumeExecutionMutation();
  const [answer] = executionsApi.useAnswerQuestionMutation();
  const [remove] = executionsApi.useDeleteExecutionsMutation();
  const good = (title: string): void => void dispatch(toastShown({ kind: 'success', title }));
  const removeBy = async (body: Parameters<typeof remove>[0]['body'], count: number): Promise<boolean> => {
    const isAgreed = await confirm({
      title: t('delete.title', { count }),
      text: t('delete.text'),
      confirmLabel: t('delete.confirm', { count }),
      isDangerous: true,
    });
    if (!isAgreed) return false;
    const { data, error } = await remove({ body });
    if (data === undefined) dispatch(failureToast(t('failed.delete'), error));
    else good(t('delete.done', { count: data.deleted }));
    return data !== undefined;
  };
  return {
    stop: async (id) => {
      const { error } = await stop({ params: { id } });
      if (error === undefined) good(t('stopped', { id }));
      else dispatch(failureToast(t('failed.stop'), error));
    },
    annotate: async (id, annotation) => {
      const { error } = await annotate({ params: { id }, body: annotation });
      if (error !== undefined) dispatch(failureToast(t('failed.annotate'), error));
      return error === undefined;
    },
    resume: async (id) => {
      const { error } = await resume({ params: { id } });
      if (error === undefined) good(t('continued', { id }));
      else dispatch(failureToast(t('failed.resume'), error));
      return error === undefined;
    },
    answer: async (id, question, body) => {
      const { error } = await answer({ params: { id, question }, body });
      if (error === undefined) good(t(body.approved ? 'question.approved' : 'question.denied'));
      else dispatch(failureToast(t('failed.answer'), error));
      return error === undefined;
    },
    retry: async (id, withSavedWorkflow) => {
      const { data, error } = await retry({ params: { id }, body: { loadWorkflow: withSavedWorkflow } });
      if (error !== undefined) dispatch(failureToast(t('failed.retryOf', { id }), error));
      else if (data === true) good(t('retried', { id }));
      else dispatch(toastShown({ kind: 'error', title: t('failed.retryOf', { id }), message: t('failed.retryText') }));
    },
    removeThese: (ids) => removeBy({ ids: [...ids] }, ids.size),
    removeFound: (filter, count) => removeBy({ deleteBefore: new Date().toISOString(), filters: { ...filterFields(filter) } }, count),
  };
}
