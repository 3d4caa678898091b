// Activates and deactivates a workflow, with notifications and, until the user opts out, an explanation.
import { useTranslation } from 'react-i18next';
import { workflowsApi } from '../../api/workflows.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { saveStored, readStored } from '../../lib/browser-storage.ts';

export interface ActivationTarget {
  readonly id: string;
  readonly name: string;
  /** The displayed version; another version is not activated. */
  readonly version?: number;
}

export interface Activation {
  /** Returns whether it succeeded; a failure is shown in a toast. */
  readonly setActive: (workflow: ActivationTarget, active: boolean) => Promise<boolean>;
  readonly isBusy: boolean;
}

export function useActivation(): Activation {
  const { t } = useTranslation('workflows');
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = workflowsApi.useUpdateWorkflowMutation();
  const [listActive] = workflowsApi.useLazyActiveWorkflowsQuery();
  return {
    isBusy: isLoading,
    setActive: async ({ id, name, version }, active) => {
      if (active && (await listActive()).data?.includes(id) === true) {
        // The state was changed in another tab, or by another user.
        dispatch(toastShown({ kind: 'info', key: `active ${id}`, title: t('activation.already', { name }) }));
        return true;
      }
      const { error } = await update({ params: { id }, query: {}, body: { active, ...(version === undefined ? {} : { version }) } });
      if (error !== undefined) {
        dispatch(failureToast(active ? t('activation.failed', { name }) : t('activation.offFailed', { name }), error));
        return false;
      }
      if (active && shouldExplain()) dispatch(modalOpened({ name: 'activation', activeId: id }));
      return true;
    },
  };
}

/** Set once the user opts out of the explanation. */
const OPTED_OUT = 'millrace-activation-hint';

/** If storage is blocked, the explanation could not be dismissed, so it is not shown. */
function shouldExplain(): boolean {
  const stored = readStored(OPTED_OUT);
  return stored !== undefined && stored !== 'off';
}

export const dismissExplanation = (): boolean => saveStored(OPTED_OUT, 'off');
