// Dialog that adds or changes a variable.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VARIABLE_NAME_LENGTH, VARIABLE_VALUE_LENGTH, variableName } from '../../../engine/contract/rest/constants.ts';
import type { Variable } from '../../../engine/contract/rest/variables.ts';
import { variablesApi } from '../../api/variables.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

interface VariableDialogProps {
  /** Absent for a new one. */
  readonly variable?: Variable;
  readonly variables: readonly Variable[];
  readonly onClose: () => void;
}

export function VariableDialog({ variable, variables, onClose }: VariableDialogProps): ReactNode {
  const { t } = useTranslation('variables');
  const { t: common } = useTranslation();
  const id = useId();
  const [key, setKey] = useState(variable?.key ?? '');
  const [value, setValue] = useState(variable?.value ?? '');
  const [isSent, setIsSent] = useState(false);
  const [create, creation] = variablesApi.useCreateVariableMutation();
  const [update, updating] = variablesApi.useUpdateVariableMutation();
  const isBusy = creation.isLoading || updating.isLoading;
  const failure = (creation.error ?? updating.error) as RequestFailure | undefined;
  const fault = keyFault(key, variables, variable?.id);
  const isTooLong = value.length > VARIABLE_VALUE_LENGTH;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSent(true);
    if (fault !== undefined || isTooLong || isBusy) return;
    const body = { key, value };
    const { error } = await (variable === undefined ? create({ body }) : update({ params: { id: variable.id }, body }));
    if (error === undefined) onClose();
  };
  const footer = (
    <>
      <Button disabled={isBusy} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={id} kind="primary" disabled={isBusy}>
        {t('save')}
      </Button>
    </>
  );
  const title = variable === undefined ? t('addTitle') : t('editTitle', { key: variable.key });
  return (
    <Dialog title={title} isOpen isBusy={isBusy} onClose={onClose} width="460px" footer={footer}>
      <form id={id} className="variable-form" noValidate onSubmit={(event) => void submit(event)}>
        {failure === undefined ? null : (
          <Notice kind="error" title={t('saveFailed')}>
            {failure.message}
          </Notice>
        )}
        <TextField
          label={t('key')}
          hint={variable !== undefined && key !== variable.key ? t('renameHint') : t('keyHint')}
          error={isSent && fault !== undefined ? t(`fault.${fault}`, { most: VARIABLE_NAME_LENGTH }) : undefined}
          value={key}
          onChange={setKey}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
        <TextField
          label={t('value')}
          hint={t('valueHint')}
          error={isTooLong ? t('fault.value', { most: VARIABLE_VALUE_LENGTH, count: value.length }) : undefined}
          rows={3}
          value={value}
          onChange={setValue}
        />
      </form>
    </Dialog>
  );
}

/** Returns what is wrong with the name of a variable; its own former name is valid. */
function keyFault(key: string, variables: readonly Variable[], ownId?: string): 'empty' | 'name' | 'long' | 'taken' | undefined {
  if (key === '') return 'empty';
  if (key.length > VARIABLE_NAME_LENGTH) return 'long';
  if (!variableName.test(key)) return 'name';
  return variables.some((variable) => variable.id !== ownId && variable.key === key) ? 'taken' : undefined;
}
