// Dialog that imports the home folder of an n8n installation, and shows the report.
import './n8n-import.css';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { workflowsApi } from '../../api/workflows.ts';
import { isDesktop } from '../../transport/bridge.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Waiting } from '../../ui/page.tsx';
import { Report, ReportButtons } from './report.tsx';

/** Where n8n stores its data by default. */
const DEFAULT_FOLDER = '~/.n8n';

export function ImportHomeModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('n8nImport');
  const { t: common } = useTranslation();
  const id = useId();
  const [folder, setFolder] = useState(DEFAULT_FOLDER);
  const [key, setKey] = useState('');
  const [isSent, setIsSent] = useState(false);
  const [importHome, { data: report, error, isLoading }] = workflowsApi.useImportN8nHomeMutation();
  const isEmpty = folder.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSent(true);
    if (!isEmpty && !isLoading) void importHome({ body: { folder: folder.trim(), ...(key.trim() === '' ? {} : { key: key.trim() }) } });
  };
  if (report !== undefined) {
    const done = (
      <>
        <ReportButtons report={report} />
        <span className="row-grow" />
        <Button kind="primary" autoFocus onClick={onClose}>
          {t('done')}
        </Button>
      </>
    );
    return (
      <Dialog title={t('report.title')} isOpen onClose={onClose} width="680px" footer={done}>
        <Report report={report} />
      </Dialog>
    );
  }
  const footer = (
    <>
      <Button disabled={isLoading} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isLoading}>
        {t('submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('title')} isOpen isBusy={isLoading} onClose={onClose} width="520px" footer={footer}>
      <form id={id} className="n8n-import-form" noValidate onSubmit={submit}>
        <p>{t('text')}</p>
        {error === undefined || isLoading ? null : <Failure failure={error as RequestFailure} />}
        <TextField
          label={t('folder')}
          hint={t(isDesktop ? 'folderHintDesktop' : 'folderHint')}
          error={isSent && isEmpty ? t('folderEmpty') : undefined}
          value={folder}
          onChange={setFolder}
          disabled={isLoading}
          spellCheck={false}
          autoFocus
        />
        <KeyField value={key} onChange={setKey} isDisabled={isLoading} />
        {isLoading ? (
          <>
            <Waiting />
            <p>{t('running')}</p>
          </>
        ) : null}
      </form>
    </Dialog>
  );
}

function Failure({ failure: { message, hint } }: { readonly failure: RequestFailure }): ReactNode {
  const { t } = useTranslation('n8nImport');
  return (
    <Notice kind="error" title={t('failed')}>
      {[message, hint].filter((text) => text !== undefined).join(' ')}
    </Notice>
  );
}

interface KeyFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isDisabled: boolean;
}

function KeyField({ value, onChange, isDisabled }: KeyFieldProps): ReactNode {
  const { t } = useTranslation('n8nImport');
  const [isVisible, setIsVisible] = useState(false);
  return (
    <>
      <TextField
        label={t('key')}
        hint={t('keyHint')}
        type={isVisible ? 'text' : 'password'}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={onChange}
        disabled={isDisabled}
      />
      {value === '' ? null : <Checkbox label={t('showKey')} isOn={isVisible} onChange={setIsVisible} />}
    </>
  );
}
