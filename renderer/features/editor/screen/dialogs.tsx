// Questions and small forms of the editor.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { change } from '../actions/change.ts';
import { importFromUrl } from '../actions/clipboard.ts';
import { nodeById, rename } from '../document/operations.ts';
import { useEditor } from '../state/editor-context.tsx';

export function EditorDialogs(): ReactNode {
  const { open } = useEditor();
  return (
    <>
      <QuestionDialog />
      {open.renaming === undefined ? null : <RenameDialog key={open.renaming} id={open.renaming} />}
      {open.isImportingUrl ? <ImportUrlDialog /> : null}
    </>
  );
}

function QuestionDialog(): ReactNode {
  const { t } = useTranslation();
  const { open } = useEditor();
  const { question } = open;
  if (question === undefined) return null;
  return (
    <Dialog
      title={question.title}
      isOpen
      onClose={() => question.answer('closed')}
      footer={
        <>
          <Button onClick={() => question.answer('cancel')} autoFocus={question.isDangerous}>
            {question.cancel ?? t('cancel')}
          </Button>
          {question.other === undefined ? null : <Button onClick={() => question.answer('other')}>{question.other}</Button>}
          <Button
            kind={question.isDangerous === true ? 'danger' : 'primary'}
            onClick={() => question.answer('confirm')}
            autoFocus={question.isDangerous !== true}
          >
            {question.confirm}
          </Button>
        </>
      }
    >
      <p>{question.message}</p>
    </Dialog>
  );
}

function RenameDialog({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('editor');
  const { context, setOpen } = useEditor();
  const [name, setName] = useState(nodeById(context.editor().history.present, id)?.name ?? '');
  const close = (): void => setOpen({ renaming: undefined });
  const apply = (): void => {
    if (change(context, 'rename', (file) => rename(file, id, name))) close();
  };
  return (
    <Dialog
      title={t('rename.title')}
      isOpen
      onClose={close}
      width="400px"
      footer={
        <>
          <Button onClick={close}>{t('menu.cancel')}</Button>
          <Button kind="primary" onClick={apply} disabled={name.trim() === ''}>
            {t('rename.confirm')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <TextField label={t('rename.label')} value={name} onChange={setName} autoFocus onFocus={(event) => event.currentTarget.select()} />
      </form>
    </Dialog>
  );
}

function ImportUrlDialog(): ReactNode {
  const { t } = useTranslation('editor');
  const { context, setOpen } = useEditor();
  const [url, setUrl] = useState('');
  const [isBusy, setBusy] = useState(false);
  const close = (): void => setOpen({ isImportingUrl: false });
  const apply = (): void => {
    setBusy(true);
    void importFromUrl(context, url.trim()).finally(close);
  };
  return (
    <Dialog
      title={t('commands.importUrl')}
      isOpen
      isBusy={isBusy}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={isBusy}>
            {t('menu.cancel')}
          </Button>
          <Button kind="primary" onClick={apply} disabled={isBusy || url.trim() === ''}>
            {t('import.confirm')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <TextField label={t('import.urlLabel')} hint={t('import.urlHint')} value={url} onChange={setUrl} type="url" autoFocus />
      </form>
    </Dialog>
  );
}
