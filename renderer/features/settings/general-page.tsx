// The settings of the instance: time zone and language, saving, limits, retention, back-up and key.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../engine/contract/rest/constants.ts';
import type { GeneralSettingsView } from '../../../engine/contract/rest/general.ts';
import { generalApi } from '../../api/general.ts';
import { vaultApi } from '../../api/vault.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { isDesktop } from '../../transport/bridge.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page, Waiting } from '../../ui/page.tsx';
import { ChoiceField, GeneralFormProvider, NumberField, SwitchField, TimeZoneField, type GeneralForm } from './general-fields.tsx';
import { changesOf, type Draft } from './general-values.ts';
import './settings.css';

export function GeneralPage(): ReactNode {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = generalApi.useGetGeneralQuery();
  if (data !== undefined) return <Loaded saved={data} />;
  const retry = <Button onClick={() => void refetch()}>{t('users.retry')}</Button>;
  return (
    <Page title={t('general.title')} isNarrow>
      {error === undefined ? (
        <Waiting />
      ) : (
        <Notice kind="error" title={t('general.failed')} action={retry}>
          {(error as RequestFailure).message}
        </Notice>
      )}
    </Page>
  );
}

function Loaded({ saved }: { readonly saved: GeneralSettingsView }): ReactNode {
  const { t } = useTranslation('settings');
  const id = useId();
  const dispatch = useAppDispatch();
  const [draft, setDraft] = useState<Draft>({});
  const [send, { isLoading }] = generalApi.useChangeGeneralMutation();
  const { changes, faults } = changesOf(draft, saved.values);
  const canSave = faults.length === 0 && Object.keys(changes).length > 0 && !isLoading;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!canSave) return;
    const { error } = await send({ body: changes });
    if (error !== undefined) return void dispatch(failureToast(t('general.saveFailed'), error));
    setDraft({});
    dispatch(toastShown({ kind: 'success', title: t('general.saved') }));
  };
  const save = (
    <Button type="submit" form={id} kind="primary" disabled={!canSave}>
      {t('personal.save')}
    </Button>
  );
  const form: GeneralForm = { saved, draft, faults, change: (changed) => setDraft((before) => ({ ...before, ...changed })) };
  return (
    <Page title={t('general.title')} actions={save} isNarrow>
      <GeneralFormProvider value={form}>
        <form id={id} className="settings-form" noValidate onSubmit={(event) => void submit(event)}>
          <Fields isPruning={draft.prune ?? saved.values.prune} />
        </form>
      </GeneralFormProvider>
      <BackUp copies={saved.migrationBackups} command={saved.backUpCommand} />
      <Key />
    </Page>
  );
}

function Fields({ isPruning }: { readonly isPruning: boolean }): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  const saving = (['all', 'none'] as const).map((value) => ({ value, label: t(`general.saving.${value}`) }));
  return (
    <>
      <Card title={t('general.timeAndLanguage')}>
        <TimeZoneField />
        <ChoiceField name="locale" options={languages.map((value) => ({ value, label: names.of(value) ?? value }))} />
      </Card>
      <Card title={t('general.executions')}>
        <p className="field-hint">{t('general.executionsHint')}</p>
        <div className="settings-pair">
          <ChoiceField name="saveOnError" options={saving} />
          <ChoiceField name="saveOnSuccess" options={saving} />
        </div>
        <SwitchField name="saveManual" />
        <SwitchField name="saveProgress" />
      </Card>
      <Card title={t('general.limits')}>
        <div className="settings-pair">
          <NumberField name="productionLimit" />
          <NumberField name="executionTimeout" />
        </div>
        <p className="field-hint">{t('general.limitsHint')}</p>
      </Card>
      <Card title={t('general.retention')}>
        <SwitchField name="prune" />
        <div className="settings-triple">
          <NumberField name="pruneAgeHours" isOff={!isPruning} />
          <NumberField name="pruneCount" isOff={!isPruning} />
          <NumberField name="pruneSizeMiB" isOff={!isPruning} />
        </div>
      </Card>
      <Card title={t('general.history')}>
        <p className="field-hint">{t('general.historyHint')}</p>
        <div className="settings-pair">
          <NumberField name="historyCount" />
          <NumberField name="historyAgeDays" />
        </div>
      </Card>
    </>
  );
}

function BackUp({ copies, command }: { readonly copies: number; readonly command: string }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  return (
    <Card title={t('general.backUp')}>
      {isDesktop ? (
        <div className="row">
          <span className="row-grow">{t('general.backUpText')}</span>
          <Button onClick={() => dispatch(modalOpened({ name: 'back-up' }))}>{t('general.backUpNow')}</Button>
        </div>
      ) : (
        <>
          <span>{t('general.backUpText')}</span>
          <CopyField label={t('general.backUpCommand')} text={command} />
        </>
      )}
      <span className="field-hint">{t('general.copies', { count: copies, variable: 'MILLRACE_MIGRATION_BACKUPS' })}</span>
    </Card>
  );
}

function Key(): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const { data } = vaultApi.useGetVaultQuery();
  return (
    <Card title={t('general.key')}>
      <div className="row">
        <span className="row-grow">
          {data === undefined ? null : data.place === undefined ? t('general.keyMissing') : t(`general.keyIn.${data.place}`)}
        </span>
        <Button disabled={data?.isOpen !== true} onClick={() => dispatch(modalOpened({ name: 'recovery-key' }))}>
          {t('general.recoveryKey')}
        </Button>
      </div>
      <span className="field-hint">{t('general.keyHint')}</span>
    </Card>
  );
}
