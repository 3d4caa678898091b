// Switching a workflow on and off, with what is told about it.
import { useTranslation } from 'react-i18next';
import { workflowsApi } from '../../api/workflows.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { isActivationHintWanted } from './activation-hint.ts';

export interface Activation {
  /** Answers whether it went well; what went wrong is told in a toast. */
  readonly setActive: (workflow: { readonly id: string; readonly name: string }, active: boolean) => Promise<boolean>;
  readonly isBusy: boolean;
}

export function useActivation(): Activation {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = workflowsApi.useUpdateWorkflowMutation();
  return {
    isBusy: isLoading,
    setActive: async ({ id, name }, active) => {
      const { error } = await update({ params: { id }, query: {}, body: { active } });
      if (error !== undefined) {
        dispatch(failureToast(active ? t('activation.failed', { name }) : t('activation.offFailed', { name }), error));
        return false;
      }
      if (active && isActivationHintWanted()) dispatch(modalOpened({ name: 'activation' }));
      return true;
    },
  };
}
