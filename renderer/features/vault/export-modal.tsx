// Exports the user's own credentials to a file: encrypted with a passphrase, or in plain text after a typed confirmation.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSPHRASE_LENGTH, PLAIN_TEXT_WORDS } from '../../../engine/contract/rest/constants.ts';
import { vaultApi } from '../../api/vault.ts';
import { saveTextFile } from '../../lib/browser.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import './vault.css';

const FILE_NAME = 'credentials.json';

export function ExportModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('vault');
  const { t: common } = useTranslation();
  const dispatch = useAppDispatch();
  const id = useId();
  const [isPlain, setIsPlain] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [exportFile, { error, isLoading }] = vaultApi.useExportCredentialsMutation();
  const isReady = isPlain ? confirmation.trim() === PLAIN_TEXT_WORDS : passphrase.length >= PASSPHRASE_LENGTH && again === passphrase;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    const { data } = await exportFile({ body: isPlain ? { confirmation: confirmation.trim() } : { passphrase } });
    if (data === undefined) return;
    if (!(await saveTextFile(FILE_NAME, data.content))) return;
    dispatch(toastShown({ kind: 'success', title: t('export.done'), message: isPlain ? t('export.donePlain') : t('export.doneSealed') }));
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={id} kind={isPlain ? 'danger' : 'primary'} disabled={isLoading || !isReady}>
        {t('export.submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('export.title')} isOpen isBusy={isLoading} onClose={onClose} width="480px" footer={footer}>
      <form id={id} className="vault-form" onSubmit={(event) => void submit(event)}>
        <p>{t('export.text')}</p>
        {error === undefined ? null : <Notice kind="error">{(error as RequestFailure).message}</Notice>}
        <Checkbox label={t('export.plain')} isOn={isPlain} onChange={setIsPlain} />
        {isPlain ? (
          <>
            <Notice kind="warning">{t('export.plainWarning')}</Notice>
            <TextField
              label={t('reset.words', { words: PLAIN_TEXT_WORDS })}
              value={confirmation}
              onChange={setConfirmation}
              autoComplete="off"
              spellCheck={false}
            />
          </>
        ) : (
          <PassphraseFields passphrase={passphrase} again={again} onPassphrase={setPassphrase} onAgain={setAgain} />
        )}
      </form>
    </Dialog>
  );
}

interface PassphraseFieldsProps {
  readonly passphrase: string;
  readonly again: string;
  readonly onPassphrase: (passphrase: string) => void;
  readonly onAgain: (again: string) => void;
}

function PassphraseFields({ passphrase, again, onPassphrase, onAgain }: PassphraseFieldsProps): ReactNode {
  const { t } = useTranslation('vault');
  return (
    <>
      <TextField
        label={t('export.passphrase')}
        hint={t('export.passphraseHint', { count: PASSPHRASE_LENGTH })}
        type="password"
        autoComplete="new-password"
        value={passphrase}
        onChange={onPassphrase}
      />
      <TextField
        label={t('export.again')}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={onAgain}
        {...(again === '' || passphrase.startsWith(again) ? {} : { error: t('export.mismatch') })}
      />
    </>
  );
}
