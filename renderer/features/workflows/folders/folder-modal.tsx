// Dialog that creates or renames a folder.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FOLDER_NAME_LENGTH } from '../../../../engine/contract/rest/constants.ts';
import { foldersApi } from '../../../api/folders.ts';
import type { OpenModal } from '../../../state/ui-slice.ts';
import type { RequestFailure } from '../../../transport/transport.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';

interface FolderModalProps {
  readonly modal: OpenModal<'folder'>;
  readonly onClose: () => void;
}

export function FolderModal({ modal: { activeId, parentId }, onClose }: FolderModalProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { t: common } = useTranslation();
  const id = useId();
  const { data: folders = [] } = foldersApi.useListFoldersQuery();
  const [changedName, setName] = useState<string>();
  const [isSent, setIsSent] = useState(false);
  const [create, creation] = foldersApi.useCreateFolderMutation();
  const [update, renaming] = foldersApi.useUpdateFolderMutation();
  const isNew = activeId === undefined;
  const name = changedName ?? folders.find((folder) => folder.id === activeId)?.name ?? '';
  const isEmpty = name.trim() === '';
  const isBusy = creation.isLoading || renaming.isLoading;
  const failure = (isNew ? creation.error : renaming.error) as RequestFailure | undefined;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSent(true);
    if (isEmpty || isBusy) return;
    const { error } = isNew
      ? await create({ body: { name, parentId: parentId ?? null } })
      : await update({ params: { id: activeId }, body: { name } });
    if (error === undefined) onClose();
  };
  const footer = (
    <>
      <Button disabled={isBusy} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isBusy}>
        {t(isNew ? 'folders.create' : 'folders.save')}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t(isNew ? 'folders.newTitle' : 'folders.renameTitle')}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      width="420px"
      footer={footer}
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('folders.name')}
          value={name}
          onChange={(value) => {
            creation.reset();
            renaming.reset();
            setName(value);
          }}
          maxLength={FOLDER_NAME_LENGTH}
          error={isSent && isEmpty ? t('folders.emptyName') : failure?.message}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
      </form>
    </Dialog>
  );
}
