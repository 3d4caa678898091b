// Deletes a credential after asking for confirmation.
import { useTranslation } from 'react-i18next';
import { credentialsApi } from '../../api/credentials.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { useConfirm } from '../../ui/floating/confirm.tsx';

/** Returns a function that resolves with whether the credential was deleted. */
export function useDeleteCredential(): (credential: { readonly id: string; readonly name: string }) => Promise<boolean> {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const [remove] = credentialsApi.useRemoveCredentialMutation();
  return async ({ id, name }) => {
    const question = { title: t('deleteTitle', { name }), text: t('deleteText'), confirmLabel: t('delete'), isDangerous: true };
    if (!(await confirm(question))) return false;
    const { error } = await remove({ params: { id } });
    if (error !== undefined) {
      dispatch(failureToast(t('deleteFailed', { name }), error));
      return false;
    }
    dispatch(toastShown({ kind: 'success', title: t('deleted', { name }) }));
    return true;
  };
}
