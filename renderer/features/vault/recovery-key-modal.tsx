// Shows the recovery key; asks for the password once an owner is set up.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { vaultApi } from '../../api/vault.ts';
import { selectUser } from '../../state/session.ts';
import { useAppSelector } from '../../state/store.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import './vault.css';

export function RecoveryKeyModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('vault');
  const { t: account } = useTranslation('account');
  const { t: common } = useTranslation();
  const id = useId();
  const needsPassword = useAppSelector(selectUser)?.globalRole.name === 'owner';
  const [currentPassword, setCurrentPassword] = useState('');
  const [show, { data, error, isLoading }] = vaultApi.useGetRecoveryKeyMutation();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void show({ body: needsPassword ? { currentPassword } : {} });
  };
  const footer =
    data === undefined ? (
      <>
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button type="submit" form={id} kind="primary" disabled={isLoading || (needsPassword && currentPassword === '')}>
          {t('key.show')}
        </Button>
      </>
    ) : (
      <>
        <CopyButton text={data.recoveryKey} label={t('key.copy')} />
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      </>
    );
  return (
    <Dialog title={t('key.title')} isOpen isBusy={isLoading} onClose={onClose} width="520px" footer={footer}>
      <form id={id} className="vault-form" onSubmit={submit}>
        <p>{t('key.text')}</p>
        {error === undefined ? null : <Notice kind="error">{(error as RequestFailure).message}</Notice>}
        {data !== undefined ? (
          <output className="recovery-key" aria-label={t('key.title')}>
            {data.recoveryKey}
          </output>
        ) : needsPassword ? (
          <TextField
            label={account('field.currentPassword')}
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={setCurrentPassword}
            autoFocus
          />
        ) : null}
      </form>
    </Dialog>
  );
}
