// Questions and small forms of the editor.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { change } from '../actions/change.ts';
import { importFromUrl } from '../actions/clipboard.ts';
import { nodeById, rename } from '../document/operations.ts';
import { useEditor, usePanels } from '../state/editor-context.tsx';

/** Loaded when it is opened. */
const ReplaceDialog = lazy(async () => ({ default: (await import('../versions/replace-dialog.tsx')).ReplaceDialog }));

export function EditorDialogs(): ReactNode {
  const { open } = usePanels();
  return (
    <>
      <QuestionDialog />
      {open.renaming === undefined ? null : <RenameDialog key={open.renaming} id={open.renaming} />}
      {open.isImportingUrl ? <ImportUrlDialog /> : null}
      <Suspense fallback={null}>{open.replacement === undefined ? null : <ReplaceDialog replacement={open.replacement} />}</Suspense>
    </>
  );
}

function QuestionDialog(): ReactNode {
  const { t } = useTranslation();
  const { open } = usePanels();
  const { question } = open;
  if (question === undefined) return null;
  return (
    <Dialog
      title={question.title}
      isOpen
      onClose={() => question.response('closed')}
      footer={
        <>
          <Button onClick={() => question.response('cancel')} autoFocus={question.isDangerous}>
            {question.cancel ?? t('cancel')}
          </Button>
          {question.other === undefined ? null : <Button onClick={() => question.response('other')}>{question.other}</Button>}
          {question.another === undefined ? null : <Button onClick={() => question.response('another')}>{question.another}</Button>}
          <Button
            kind={question.isDangerous === true ? 'danger' : 'primary'}
            onClick={() => question.response('confirm')}
            autoFocus={question.isDangerous !== true}
          >
            {question.confirm}
          </Button>
        </>
      }
    >
      <p>{question.message}</p>
      {question.details === undefined ? null : (
        <ul className="editor-question-details">
          {question.details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface FormDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly isReady: boolean;
  readonly isBusy?: boolean;
  readonly width?: string;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A dialog with one field, which Enter submits. */
function FormDialog({ title, confirm, isReady, isBusy = false, width, onClose, onSubmit, children }: FormDialogProps): ReactNode {
  const { t } = useTranslation('editor');
  return (
    <Dialog
      title={title}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      width={width}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {t('menu.cancel')}
          </Button>
          <Button kind="primary" onClick={onSubmit} disabled={isBusy || !isReady}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

function RenameDialog({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const { setOpen } = usePanels();
  const [name, setName] = useState(nodeById(context.editor().history.present, id)?.name ?? '');
  const close = (): void => setOpen({ renaming: undefined });
  const apply = (): void => {
    if (change(context, 'rename', (file) => rename(file, id, name))) close();
  };
  const form = { title: t('rename.title'), confirm: t('rename.confirm'), isReady: name.trim() !== '', onClose: close, onSubmit: apply };
  return (
    <FormDialog {...form} width="400px">
      <TextField label={t('rename.label')} value={name} onChange={setName} autoFocus onFocus={(event) => event.currentTarget.select()} />
    </FormDialog>
  );
}

function ImportUrlDialog(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const { setOpen } = usePanels();
  const [url, setUrl] = useState('');
  const [isBusy, setBusy] = useState(false);
  const close = (): void => setOpen({ isImportingUrl: false });
  const apply = (): void => {
    setBusy(true);
    void importFromUrl(context, url.trim()).finally(close);
  };
  const form = {
    title: t('commands.importUrl'),
    confirm: t('import.confirm'),
    isReady: url.trim() !== '',
    onClose: close,
    onSubmit: apply,
  };
  return (
    <FormDialog {...form} isBusy={isBusy}>
      <TextField label={t('import.urlLabel')} hint={t('import.urlHint')} value={url} onChange={setUrl} type="url" autoFocus />
    </FormDialog>
  );
}
