// Names a version, with a description; or removes its name.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VERSION_DESCRIPTION_LENGTH, VERSION_NAME_LENGTH } from '../../../../engine/contract/rest/constants.ts';
import type { WorkflowVersionView } from '../../../../engine/contract/rest/workflow-versions.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { failureToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';

export interface NameDialogProps {
  readonly workflowId: string;
  readonly version: WorkflowVersionView;
  readonly onClose: () => void;
}

export function NameDialog({ workflowId, version: { version, label }, onClose }: NameDialogProps): ReactNode {
  const { t } = useTranslation('versions');
  const { t: common } = useTranslation();
  const id = useId();
  const dispatch = useAppDispatch();
  const [name, setName] = useState(label?.name ?? '');
  const [description, setDescription] = useState(label?.description ?? '');
  const [send, { isLoading }] = workflowsApi.useNameVersionMutation();
  const save = async (newName: string | null): Promise<void> => {
    const body = newName === null ? { name: null } : { name: newName, description };
    const { error } = await send({ params: { id: workflowId, version }, body });
    if (error === undefined) onClose();
    else dispatch(failureToast(t('name.failed'), error));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') void save(name);
  };
  const footer = (
    <>
      {label === undefined ? null : (
        <Button kind="quiet" disabled={isLoading} onClick={() => void save(null)}>
          {t('name.remove')}
        </Button>
      )}
      <Button disabled={isLoading} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isLoading || name.trim() === ''}>
        {t('name.save')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('name.title', { version })} isOpen isBusy={isLoading} onClose={onClose} width="460px" footer={footer}>
      <form id={id} className="name-form" onSubmit={submit}>
        <TextField
          label={t('name.label')}
          hint={t('name.hint')}
          value={name}
          onChange={setName}
          maxLength={VERSION_NAME_LENGTH}
          autoFocus
        />
        <TextField
          label={t('name.description')}
          value={description}
          onChange={setDescription}
          maxLength={VERSION_DESCRIPTION_LENGTH}
          rows={3}
        />
      </form>
    </Dialog>
  );
}
