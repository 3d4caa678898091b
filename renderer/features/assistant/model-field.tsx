// The name of a model: chosen from the list of the provider, or entered.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantProvider } from '../../../engine/contract/rest/assistant.ts';
import { assistantApi } from '../../api/assistant.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { SearchSelect } from '../../ui/fields/search-select.tsx';

interface ModelFieldProps {
  readonly provider: AssistantProvider;
  readonly credentialId: string | undefined;
  readonly value: string;
  readonly onChange: (model: string) => void;
}

export function ModelField({ provider: { type, hasList, needsCredential }, credentialId, value, onChange }: ModelFieldProps): ReactNode {
  const { t } = useTranslation('assistant');
  const [isEntered, setEntered] = useState(false);
  const canList = hasList && (!needsCredential || credentialId !== undefined);
  const query = { provider: type, ...(credentialId === undefined ? {} : { credentialId }) };
  const { data, error, isFetching, refetch } = assistantApi.useAssistantModelsQuery({ query }, { skip: !canList });
  const models = error === undefined ? (data ?? []) : [];
  const isList = canList && !isEntered && models.length > 0 && (value === '' || models.includes(value));
  return (
    <>
      <div className="assistant-model">
        {isList ? (
          <div className="field">
            <span className="field-label" aria-hidden>
              {t('settings.model')}
            </span>
            <SearchSelect
              label={t('settings.model')}
              value={value}
              options={models.map((model) => ({ value: model, label: model }))}
              onChange={onChange}
              placeholder={t('settings.chooseModel')}
              searchLabel={t('settings.searchModel')}
              nothing={t('settings.noModel')}
            />
          </div>
        ) : (
          <TextField
            label={t('settings.model')}
            value={value}
            onChange={onChange}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            placeholder={t('settings.modelPlaceholder')}
          />
        )}
        {models.length === 0 ? null : (
          <Button
            onClick={() => {
              setEntered(isList);
              if (!isList && !models.includes(value)) onChange('');
            }}
          >
            {t(isList ? 'settings.enterModel' : 'settings.listModels')}
          </Button>
        )}
      </div>
      <p className="field-hint" role="status">
        {!canList ? null : isFetching ? (
          t('settings.listing')
        ) : error === undefined ? null : (
          <>
            {t('settings.listFailed', { message: (error as RequestFailure).message })}{' '}
            <Button kind="quiet" size="small" onClick={() => void refetch()}>
              {t('settings.retry')}
            </Button>
          </>
        )}
      </p>
    </>
  );
}
