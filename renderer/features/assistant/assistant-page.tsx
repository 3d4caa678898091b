// The settings of the assistant: whether questions may be asked, and which model receives them.
import './assistant.css';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantChoice, AssistantProvider } from '../../../engine/contract/rest/assistant.ts';
import { assistantApi } from '../../api/assistant.ts';
import { editorApi } from '../../api/editor.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page, Waiting } from '../../ui/page.tsx';
import { ModelField } from './model-field.tsx';

const { useAssistantQuery, useAssistantProvidersQuery, useChooseModelMutation } = assistantApi;

export function AssistantPage(): ReactNode {
  const { t } = useTranslation('assistant');
  const choice = useAssistantQuery();
  const providers = useAssistantProvidersQuery();
  const error = choice.error ?? providers.error;
  const retry = (): void => {
    void choice.refetch();
    void providers.refetch();
  };
  return (
    <Page title={t('settings.title')} isNarrow>
      {error !== undefined ? (
        <Notice kind="error" title={t('settings.failed')} action={<Button onClick={retry}>{t('settings.retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      ) : choice.data === undefined || providers.data === undefined ? (
        <Waiting />
      ) : (
        <ModelForm key={JSON.stringify(choice.data.model)} saved={choice.data.model} providers={providers.data} />
      )}
    </Page>
  );
}

interface ModelFormProps {
  readonly saved: AssistantChoice | null;
  readonly providers: readonly AssistantProvider[];
}

function ModelForm({ saved, providers }: ModelFormProps): ReactNode {
  const { t } = useTranslation('assistant');
  const dispatch = useAppDispatch();
  const [type, setType] = useState(saved?.provider ?? null);
  const [credentialId, setCredential] = useState(saved?.credentialId);
  const [model, setModel] = useState(saved?.model ?? '');
  const [save, { isLoading }] = useChooseModelMutation();
  const provider = providers.find((each) => each.type === type);
  const isComplete = provider !== undefined && model.trim() !== '' && (!provider.needsCredential || credentialId !== undefined);
  const send = async (choice: AssistantChoice | null): Promise<void> => {
    const { error } = await save({ body: { model: choice } });
    if (error !== undefined) return void dispatch(failureToast(t('settings.saveFailed'), error));
    dispatch(toastShown({ kind: 'success', title: t(choice === null ? 'settings.turnedOff' : 'settings.saved') }));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isComplete || isLoading) return;
    void send({ provider: provider.type, model: model.trim(), ...(credentialId === undefined ? {} : { credentialId }) });
  };
  const chooseType = (next: string): void => {
    setType(next);
    setCredential(undefined);
    setModel('');
  };
  return (
    <Card title={t(saved === null ? 'settings.isOff' : 'settings.isOn')}>
      <form className="assistant-form" noValidate onSubmit={submit}>
        <p>{t('settings.about')}</p>
        <Select
          label={t('settings.provider')}
          value={type}
          placeholder={t('settings.chooseProvider')}
          options={providers.map(({ type: value, name }) => ({ value, label: name }))}
          onChange={chooseType}
        />
        {provider === undefined ? null : (
          <>
            <CredentialField provider={provider} value={credentialId} onChange={setCredential} />
            <ModelField provider={provider} credentialId={credentialId} value={model} onChange={setModel} />
          </>
        )}
        <div className="row">
          <Button type="submit" kind="primary" disabled={!isComplete || isLoading}>
            {t(saved === null ? 'settings.turnOn' : 'settings.save')}
          </Button>
          {saved === null ? null : (
            <Button disabled={isLoading} onClick={() => void send(null)}>
              {t('settings.turnOff')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** Stands for no credential in the list. */
const NONE = '-';

interface CredentialFieldProps {
  readonly provider: AssistantProvider;
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

function CredentialField({ provider: { credentialType, needsCredential }, value, onChange }: CredentialFieldProps): ReactNode {
  const { t } = useTranslation('assistant');
  const dispatch = useAppDispatch();
  const { data = [] } = editorApi.useCredentialsQuery();
  const own = data.filter(({ type }) => type === credentialType).map(({ id, name }) => ({ value: id, label: name }));
  const options = [
    ...(needsCredential ? [] : [{ value: NONE, label: t('settings.noCredential') }]),
    ...own,
    ...(value === undefined || own.some((option) => option.value === value) ? [] : [{ value, label: t('settings.goneCredential') }]),
  ];
  return (
    <div className="assistant-model">
      <Select
        label={t('settings.credential')}
        value={value ?? (needsCredential ? null : NONE)}
        placeholder={t(own.length === 0 ? 'settings.addCredentialFirst' : 'settings.chooseCredential')}
        options={options}
        isDisabled={options.length === 0}
        onChange={(id) => onChange(id === NONE ? undefined : id)}
      />
      <Button onClick={() => dispatch(modalOpened({ name: 'credential', type: credentialType }))}>{t('settings.addCredential')}</Button>
    </div>
  );
}
