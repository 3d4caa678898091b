// The note on an execution.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EXECUTION_NOTE_LENGTH } from '../../../engine/contract/rest/constants.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';

export interface NoteDialogProps {
  readonly id: string;
  readonly note: string;
  /** Resolves with whether the note is stored. */
  readonly onSave: (note: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function NoteDialog({ id, note, onSave, onClose }: NoteDialogProps): ReactNode {
  const { t } = useTranslation('executions');
  const [text, setText] = useState(note);
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    const isStored = await onSave(text);
    setIsBusy(false);
    if (isStored) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('note.cancel')}</Button>
      <Button kind="primary" disabled={isBusy} onClick={() => void save()}>
        {t('note.save')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('note.title', { id })} isOpen onClose={onClose} isBusy={isBusy} width="480px" footer={footer}>
      <TextField
        label={t('note.label')}
        hint={t('note.hint')}
        rows={5}
        maxLength={EXECUTION_NOTE_LENGTH}
        autoFocus
        value={text}
        onChange={setText}
      />
    </Dialog>
  );
}
