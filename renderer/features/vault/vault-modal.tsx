// Repairs a locked vault: looks for the key again, opens the vault with the recovery key, or gives up the stored secrets.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RESET_WORDS } from '../../../engine/contract/rest/constants.ts';
import { vaultApi } from '../../api/vault.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import './vault.css';

type Attempt = Promise<{ data?: { readonly isOpen: boolean }; error?: unknown }>;

export function VaultModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('vault');
  const dispatch = useAppDispatch();
  const { data } = vaultApi.useGetVaultQuery();
  const [retry, retrying] = vaultApi.useRetryVaultMutation();
  const [recover, recovering] = vaultApi.useRecoverVaultMutation();
  const [reset, resetting] = vaultApi.useResetVaultMutation();
  const isBusy = retrying.isLoading || recovering.isLoading || resetting.isLoading;
  const end = async (attempt: Attempt, message: string): Promise<void> => {
    const response = await attempt;
    if (response.data?.isOpen !== true) return;
    dispatch(toastShown({ kind: 'success', title: t('opened'), message }));
    onClose();
  };
  const failure = (retrying.error ?? resetting.error) as RequestFailure | undefined;
  // It may have been opened from another window.
  if (data?.isOpen === true && !isBusy) {
    return (
      <Dialog title={t('title')} isOpen onClose={onClose} width="560px">
        <Notice kind="success" title={t('isOpen')} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t('title')} isOpen isBusy={isBusy} onClose={onClose} width="560px">
      <div className="vault-form">
        <Notice kind={failure === undefined ? 'warning' : 'error'} title={failure?.message ?? data?.problem?.message ?? ''}>
          {failure === undefined ? data?.problem?.hint : undefined}
        </Notice>
        <p>{t('rest')}</p>
        <RecoverForm
          isBusy={isBusy}
          problem={(recovering.error as RequestFailure | undefined)?.message}
          onSubmit={(recoveryKey) => void end(recover({ body: { recoveryKey } }), t('recover.done'))}
        />
        <section>
          <h3>{t('retry.title')}</h3>
          <p>{t('retry.text')}</p>
          <Button disabled={isBusy} onClick={() => void end(retry(), t('retry.done'))}>
            {t('retry.submit')}
          </Button>
        </section>
        <ResetForm isBusy={isBusy} onSubmit={() => void end(reset({ body: { confirmation: RESET_WORDS } }), t('reset.done'))} />
      </div>
    </Dialog>
  );
}

interface RecoverFormProps {
  readonly isBusy: boolean;
  /** Why the last recovery key did not open the vault. */
  readonly problem: string | undefined;
  readonly onSubmit: (recoveryKey: string) => void;
}

function RecoverForm({ isBusy, problem, onSubmit }: RecoverFormProps): ReactNode {
  const { t } = useTranslation('vault');
  const [recoveryKey, setRecoveryKey] = useState('');
  return (
    <section>
      <h3>{t('recover.title')}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(recoveryKey);
        }}
      >
        <TextField
          label={t('recover.key')}
          hint={t('recover.hint')}
          value={recoveryKey}
          onChange={setRecoveryKey}
          placeholder="MR1-…"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          error={problem}
        />
        <Button type="submit" kind="primary" disabled={isBusy || recoveryKey.trim() === ''}>
          {t('recover.submit')}
        </Button>
      </form>
    </section>
  );
}

function ResetForm({ isBusy, onSubmit }: { readonly isBusy: boolean; readonly onSubmit: () => void }): ReactNode {
  const { t } = useTranslation('vault');
  const [words, setWords] = useState('');
  return (
    <section>
      <h3>{t('reset.title')}</h3>
      <p>{t('reset.text')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <TextField
          label={t('reset.words', { words: RESET_WORDS })}
          value={words}
          onChange={setWords}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" kind="danger" disabled={isBusy || words.trim() !== RESET_WORDS}>
          {t('reset.submit')}
        </Button>
      </form>
    </section>
  );
}
