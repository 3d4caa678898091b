// Changes the user's own password.
import { useId, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { meApi } from '../../api/session.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { passwordRule, requiredRule } from '../account/index.ts';
import './settings.css';

export function PasswordModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const { t: account } = useTranslation('account');
  const { t: common } = useTranslation();
  const dispatch = useAppDispatch();
  const id = useId();
  const [change, { isLoading, error }] = meApi.useChangeMyPasswordMutation();
  const fields = useFields(
    { currentPassword: '', newPassword: '', again: '' },
    {
      currentPassword: requiredRule(account),
      newPassword: passwordRule(account),
      again: (value, { newPassword }) => (value === newPassword ? undefined : account('rule.match')),
    },
  );
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!fields.check()) return;
    const { currentPassword, newPassword } = fields.values;
    const response = await change({ body: { currentPassword, newPassword } });
    if (response.error !== undefined) return;
    dispatch(toastShown({ kind: 'success', title: t('password.saved'), message: t('password.savedText') }));
    onClose();
  };
  const footer = (
    <>
      <Button disabled={isLoading} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isLoading}>
        {t('password.submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('password.title')} isOpen isBusy={isLoading} onClose={onClose} width="460px" footer={footer}>
      <form id={id} className="settings-form" noValidate onSubmit={(event) => void submit(event)}>
        {error === undefined ? null : <Notice kind="error">{(error as RequestFailure).message}</Notice>}
        <TextField
          {...fields.props('currentPassword')}
          label={account('field.currentPassword')}
          type="password"
          autoComplete="current-password"
          autoFocus
        />
        <TextField
          {...fields.props('newPassword')}
          label={account('field.newPassword')}
          hint={account('rule.passwordHint')}
          type="password"
          autoComplete="new-password"
        />
        <TextField {...fields.props('again')} label={account('field.again')} type="password" autoComplete="new-password" />
      </form>
    </Dialog>
  );
}
