// Imports a file with credentials of Millrace or n8n.
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { vaultApi } from '../../api/vault.ts';
import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import './vault.css';

interface ChosenFile {
  readonly name: string;
  readonly content: string;
}

/** What decrypts the secrets of the file, judged by its content. */
type NeededKey = 'passphrase' | 'n8nKey' | undefined;

function neededKey(content: string): NeededKey {
  if (content.includes('"millrace/credentials"')) return 'passphrase';
  // Data encrypted by n8n starts with "Salted__" in base64.
  return /"data"\s*:\s*"U2FsdGVkX1/.test(content) ? 'n8nKey' : undefined;
}

export function ImportModal({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('vault');
  const { t: common } = useTranslation();
  const dispatch = useAppDispatch();
  const id = useId();
  const [file, setFile] = useState<ChosenFile>();
  const [key, setKey] = useState('');
  const [importFile, { error, isLoading, reset }] = vaultApi.useImportCredentialsMutation();
  const needed = file === undefined ? undefined : neededKey(file.content);
  const isReady = file !== undefined && (needed === undefined || key !== '');
  const failure = error as RequestFailure | undefined;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    const { data } = await importFile({ body: { content: file.content, ...(needed === undefined ? {} : { [needed]: key }) } });
    if (data === undefined) return;
    const replaced = data.filter(({ isNew }) => !isNew).length;
    const message = replaced === 0 ? '' : t('import.replaced', { count: replaced });
    dispatch(toastShown({ kind: 'success', title: t('import.done', { count: data.length }), message }));
    onClose();
  };
  const choose = async (chosen: File): Promise<void> => {
    reset();
    setKey('');
    setFile({ name: chosen.name, content: await chosen.text() });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={id} kind="primary" disabled={isLoading || !isReady}>
        {t('import.submit')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('import.title')} isOpen isBusy={isLoading} onClose={onClose} width="480px" footer={footer}>
      <form id={id} className="vault-form" onSubmit={(event) => void submit(event)}>
        <p>{t('import.text')}</p>
        {failure === undefined ? null : (
          <Notice kind="error" title={failure.message}>
            {failure.hint}
          </Notice>
        )}
        <FileField name={file?.name} onChoose={(chosen) => void choose(chosen)} />
        {needed === undefined ? null : (
          <TextField
            label={t(`import.${needed}`)}
            hint={t(`import.${needed}Hint`)}
            type="password"
            autoComplete="off"
            value={key}
            onChange={setKey}
            autoFocus
          />
        )}
      </form>
    </Dialog>
  );
}

interface FileFieldProps {
  /** Name of the chosen file. */
  readonly name: string | undefined;
  readonly onChoose: (file: File) => void;
}

function FileField({ name, onChoose }: FileFieldProps): ReactNode {
  const { t } = useTranslation('vault');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className="vault-file">
        <Button onClick={() => input.current?.click()}>{t('import.choose')}</Button>
        <span>{name ?? t('import.noFile')}</span>
      </div>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('import.choose')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) onChoose(file);
        }}
      />
    </>
  );
}
