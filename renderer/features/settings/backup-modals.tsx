// Backs up and restores the data folder in the desktop application, which asks for the files in native dialogs.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupOutcome } from '../../../engine/contract/desktop.ts';
import { PASSPHRASE_LENGTH } from '../../../engine/contract/rest/constants.ts';
import { computerApi } from '../../api/this-computer.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import './settings.css';

interface ModalProps {
  readonly onClose: () => void;
}

export function BackUpModal({ onClose }: ModalProps): ReactNode {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const id = useId();
  const [isWithoutKey, setIsWithoutKey] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [backUp, { data, error, isLoading }] = computerApi.useBackUpMutation();
  const isReady = isWithoutKey || (passphrase.length >= PASSPHRASE_LENGTH && again === passphrase);
  if (data?.type === 'done') return <Done report={data.report} onClose={onClose} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void backUp(isWithoutKey ? null : passphrase);
  };
  const footer = (
    <>
      <Button disabled={isLoading} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isLoading || !isReady}>
        {t('backup.submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('backup.title')} isOpen isBusy={isLoading} onClose={onClose} width="480px" footer={footer}>
      <form id={id} className="settings-form" onSubmit={submit}>
        <p>{t('backup.text')}</p>
        <Failure outcome={data} error={error} title={t('backup.failed')} />
        <Checkbox label={t('backup.withoutKey')} isOn={isWithoutKey} onChange={setIsWithoutKey} />
        {isWithoutKey ? (
          <Notice kind="info">{t('backup.withoutKeyText')}</Notice>
        ) : (
          <>
            <TextField
              label={t('backup.passphrase')}
              hint={t('backup.passphraseHint', { count: PASSPHRASE_LENGTH })}
              type="password"
              autoComplete="new-password"
              value={passphrase}
              onChange={setPassphrase}
              autoFocus
            />
            <TextField
              label={t('backup.again')}
              type="password"
              autoComplete="new-password"
              value={again}
              onChange={setAgain}
              {...(passphrase.startsWith(again) ? {} : { error: t('backup.mismatch') })}
            />
          </>
        )}
        <Progress text={isLoading ? t('backup.running') : ''} />
      </form>
    </Dialog>
  );
}

type Report = Extract<BackupOutcome, { type: 'done' }>['report'];

function Done({ report, onClose }: ModalProps & { readonly report: Report }): ReactNode {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { path, workflows, executions, credentials, hasKey } = report;
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {common('close')}
    </Button>
  );
  return (
    <Dialog title={t('backup.title')} isOpen onClose={onClose} width="480px" footer={footer}>
      <div role="status">
        <Notice kind="success" title={t('backup.done', { path })}>
          {t('backup.contents', { workflows, executions, credentials })}
        </Notice>
      </div>
      {credentials > 0 ? <p>{hasKey ? t('backup.hasKey') : t('backup.needsKey')}</p> : null}
    </Dialog>
  );
}

export function RestoreModal({ onClose }: ModalProps): ReactNode {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const id = useId();
  const [passphrase, setPassphrase] = useState('');
  const [name, setName] = useState<string>();
  const [choose] = computerApi.useChooseBackupMutation();
  const [restore, { data, error, isLoading, reset }] = computerApi.useRestoreBackupMutation();
  const isBusy = isLoading || data?.type === 'restarting';
  const choice = async (): Promise<void> => {
    const { data: chosen } = await choose();
    if (typeof chosen !== 'string') return;
    reset();
    setName(chosen);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name !== undefined) void restore(passphrase);
  };
  const footer = (
    <>
      <Button disabled={isBusy} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isBusy || name === undefined}>
        {t('restore.submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('restore.title')} isOpen isBusy={isBusy} onClose={onClose} width="480px" footer={footer}>
      <form id={id} className="settings-form" onSubmit={submit}>
        <p>{t('restore.text')}</p>
        <Failure outcome={data} error={error} title={t('restore.failed')} />
        <div className="row">
          <span className="row-grow">{name ?? t('restore.noFile')}</span>
          <Button disabled={isBusy} onClick={() => void choice()}>
            {t('restore.choose')}
          </Button>
        </div>
        <TextField
          label={t('backup.passphrase')}
          hint={t('restore.passphraseHint')}
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={setPassphrase}
        />
        <Progress text={isBusy ? t('restore.running') : ''} />
      </form>
    </Dialog>
  );
}

interface FailureProps {
  readonly outcome: { readonly type: string; readonly message?: string } | undefined;
  readonly error: unknown;
  readonly title: string;
}

function Failure({ outcome, error, title }: FailureProps): ReactNode {
  const message = outcome?.type === 'failed' ? outcome.message : (error as RequestFailure | undefined)?.message;
  if (message === undefined) return null;
  return (
    <Notice kind="error" title={title}>
      {message}
    </Notice>
  );
}

/** Screen readers announce the text when it changes. */
const Progress = ({ text }: { readonly text: string }): ReactNode => <p role="status">{text}</p>;
