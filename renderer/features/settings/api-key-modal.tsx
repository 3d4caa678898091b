// Creates an API key, or changes the label and the scopes of one.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiScopes, type ApiScope } from '../../../engine/contract/api-scopes.ts';
import type { ApiKey } from '../../../engine/contract/rest/me.ts';
import { meApi } from '../../api/session.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Notice } from '../../ui/notice.tsx';
import './settings.css';

const DAY = 86_400_000;
/** Lifetimes to choose from, in days; `never` and `custom` besides. */
const lifetimes = ['7', '30', '60', '90', '365'] as const;
type Lifetime = (typeof lifetimes)[number] | 'never' | 'custom';

const LABEL_LENGTH = 50;

interface ApiKeyModalProps {
  /** The key to change; undefined for a new one. */
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
}

export function ApiKeyModal({ apiKey, onClose }: ApiKeyModalProps): ReactNode {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const formId = useId();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const draft = useKeyDraft(apiKey);
  const { label, scopes, expiry, faults, change } = draft;
  const { createdKey, isBusy, save } = useSaveKey(apiKey, onClose);
  if (createdKey !== undefined) return <CreatedKey apiKey={createdKey} onClose={onClose} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    if (Object.values(faults).every((fault) => fault === undefined)) void save(draft);
  };
  const footer = (
    <>
      <Button disabled={isBusy} onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button type="submit" form={formId} kind="primary" disabled={isBusy}>
        {t(apiKey === undefined ? 'api.createKey' : 'api.save')}
      </Button>
    </>
  );
  const title = t(apiKey === undefined ? 'api.newKey' : 'api.changeKey');
  const errorOf = (fault: string | undefined): { error?: string } => (isSubmitted && fault !== undefined ? { error: fault } : {});
  return (
    <Dialog title={title} isOpen isBusy={isBusy} onClose={onClose} width="520px" footer={footer}>
      <form id={formId} className="settings-form" noValidate onSubmit={submit}>
        <TextField
          label={t('api.label')}
          hint={t('api.labelHint')}
          value={label}
          onChange={(text) => change({ label: text })}
          maxLength={LABEL_LENGTH}
          autoFocus
          {...errorOf(faults.label)}
        />
        {apiKey === undefined ? (
          <ExpiryFields expiry={expiry} onChange={(next) => change({ expiry: next })} {...errorOf(faults.date)} />
        ) : null}
        <ScopeFields scopes={scopes} onChange={(next) => change({ scopes: next })} {...errorOf(faults.scopes)} />
      </form>
    </Dialog>
  );
}

interface KeyDraft {
  readonly label: string;
  readonly scopes: ReadonlySet<string>;
  readonly expiry: Expiry;
}

/** The fields of the form, and what is wrong with them. */
function useKeyDraft(apiKey: ApiKey | undefined): KeyDraft & {
  readonly faults: Readonly<Record<'label' | 'date' | 'scopes', string | undefined>>;
  readonly change: (part: Partial<KeyDraft>) => void;
} {
  const { t } = useTranslation('settings');
  const [draft, setDraft] = useState<KeyDraft>({
    label: apiKey?.label ?? '',
    scopes: new Set(apiKey?.scopes ?? apiScopes),
    expiry: { lifetime: apiKey === undefined ? '30' : 'never', date: '' },
  });
  return {
    ...draft,
    faults: {
      label: draft.label.trim() === '' ? t('api.needsLabel') : undefined,
      date: expiryTime(draft.expiry) > Date.now() ? undefined : t('api.needsDate'),
      scopes: draft.scopes.size === 0 ? t('api.needsScope') : undefined,
    },
    change: (part) => setDraft((before) => ({ ...before, ...part })),
  };
}

/** Creates a key, whose text is then returned, or changes one. */
function useSaveKey(
  apiKey: ApiKey | undefined,
  onChanged: () => void,
): { readonly createdKey: string | undefined; readonly isBusy: boolean; readonly save: (draft: KeyDraft) => Promise<void> } {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [createdKey, setCreatedKey] = useState<string>();
  const [create, { isLoading: isCreating }] = meApi.useCreateApiKeyMutation();
  const [update, { isLoading: isUpdating }] = meApi.useUpdateApiKeyMutation();
  const save = async ({ label, scopes, expiry }: KeyDraft): Promise<void> => {
    // A key with everything also gets the scopes of later versions.
    const body = { label, ...(scopes.size === apiScopes.length ? {} : { scopes: [...scopes] }) };
    if (apiKey !== undefined) {
      const { error } = await update({ params: { id: apiKey.id }, body });
      if (error === undefined) onChanged();
      else dispatch(failureToast(t('api.changeFailed'), error));
      return;
    }
    const time = expiryTime(expiry);
    const { data, error } = await create({ body: { ...body, ...(time === Infinity ? {} : { expiresAt: new Date(time).toISOString() }) } });
    if (data === undefined) dispatch(failureToast(t('api.createFailed'), error));
    else setCreatedKey(data.apiKey);
  };
  return { createdKey, isBusy: isCreating || isUpdating, save };
}

function CreatedKey({ apiKey, onClose }: { readonly apiKey: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const done = (
    <Button kind="primary" onClick={onClose}>
      {t('api.done')}
    </Button>
  );
  return (
    <Dialog title={t('api.created')} isOpen onClose={onClose} width="520px" footer={done}>
      <div className="settings-form">
        <Notice kind="info">{t('api.once')}</Notice>
        <CopyField label={t('api.key')} text={apiKey} />
      </div>
    </Dialog>
  );
}

interface Expiry {
  readonly lifetime: Lifetime;
  /** Chosen date (YYYY-MM-DD) of a custom lifetime. */
  readonly date: string;
}

/** Returns the time in milliseconds since the epoch: Infinity for a key that does not expire, NaN if no date is chosen. */
function expiryTime({ lifetime, date }: Expiry): number {
  if (lifetime === 'never') return Infinity;
  return lifetime === 'custom' ? Date.parse(`${date}T23:59:59`) : Date.now() + Number(lifetime) * DAY;
}

interface ExpiryFieldsProps {
  readonly expiry: Expiry;
  readonly onChange: (expiry: Expiry) => void;
  readonly error?: string;
}

function ExpiryFields({ expiry, onChange, error }: ExpiryFieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  const options = [
    ...lifetimes.map((days) => ({ value: days, label: t('api.days', { count: Number(days) }) })),
    { value: 'custom', label: t('api.customDate') },
    { value: 'never', label: t('api.noExpiry') },
  ] as const;
  return (
    <div className="settings-pair">
      <Select<Lifetime>
        label={t('api.expires')}
        value={expiry.lifetime}
        options={options}
        onChange={(lifetime) => onChange({ ...expiry, lifetime })}
      />
      {expiry.lifetime === 'custom' ? (
        <TextField
          type="date"
          label={t('api.date')}
          value={expiry.date}
          onChange={(date) => onChange({ ...expiry, date })}
          {...(error === undefined ? {} : { error })}
        />
      ) : null}
    </div>
  );
}

interface ScopeFieldsProps {
  readonly scopes: ReadonlySet<string>;
  readonly onChange: (scopes: ReadonlySet<string>) => void;
  readonly error?: string;
}

const resources = [...new Set(apiScopes.map((scope) => scope.split(':')[0] as ResourceName))];
type ResourceName = ApiScope extends `${infer Name}:${string}` ? Name : never;

function ScopeFields({ scopes, onChange, error }: ScopeFieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  const isAll = scopes.size === apiScopes.length;
  const toggle = (scope: string, isOn: boolean): void => {
    const next = new Set(scopes);
    if (isOn) next.add(scope);
    else next.delete(scope);
    onChange(next);
  };
  return (
    <fieldset className="scope-fields">
      <legend className="field-label">{t('api.allowed')}</legend>
      <Checkbox
        label={t('api.everything')}
        isOn={isAll}
        isMixed={!isAll && scopes.size > 0}
        onChange={(isOn) => onChange(new Set(isOn ? apiScopes : []))}
        error={error}
      />
      <div className="scope-grid">
        {resources.map((resource) => (
          <div key={resource} className="scope-row">
            <span>{t(`api.resources.${resource}`)}</span>
            {(['read', 'write'] as const).map((action) => {
              const scope = apiScopes.find((each) => each === `${resource}:${action}`);
              if (scope === undefined) return <span key={action} />;
              const name = t(`api.${action}`);
              return (
                <label key={action} className="scope-choice">
                  <Checkbox
                    label={`${t(`api.resources.${resource}`)}: ${name}`}
                    isLabelHidden
                    isOn={scopes.has(scope)}
                    onChange={(isOn) => toggle(scope, isOn)}
                  />
                  {name}
                </label>
              );
            })}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
