// The limits of the instance for models, what was used today, and the prices of models.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GeneralSettingsView } from '../../../engine/contract/rest/general.ts';
import { generalApi } from '../../api/general.ts';
import { modelsApi } from '../../api/models.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page, Waiting } from '../../ui/page.tsx';
import { GeneralFormProvider, NumberField, type GeneralForm } from './general-fields.tsx';
import { changesOf, type Draft } from './general-values.ts';
import { PricesCard } from './prices-card.tsx';
import './settings.css';

export function ModelsPage(): ReactNode {
  const { t } = useTranslation('settings');
  const general = generalApi.useGetGeneralQuery();
  const prices = modelsApi.useGetModelPricesQuery();
  const id = useId();
  const error = general.error ?? prices.error;
  const retry = (): void => {
    void general.refetch();
    void prices.refetch();
  };
  if (error !== undefined || general.data === undefined || prices.data === undefined) {
    return (
      <Page title={t('models.title')}>
        {error === undefined ? (
          <Waiting />
        ) : (
          <Notice kind="error" title={t('models.pricesFailed')} action={<Button onClick={retry}>{t('users.retry')}</Button>}>
            {(error as RequestFailure).message}
          </Notice>
        )}
      </Page>
    );
  }
  return (
    <Page title={t('models.title')}>
      <Limits formId={id} saved={general.data} />
      <PricesCard prices={prices.data} />
    </Page>
  );
}

function Limits({ formId, saved }: { readonly formId: string; readonly saved: GeneralSettingsView }): ReactNode {
  const { t } = useTranslation('settings');
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
  const form: GeneralForm = { saved, draft, faults, change: (changed) => setDraft((before) => ({ ...before, ...changed })) };
  return (
    <GeneralFormProvider value={form}>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <Card title={t('models.limits')}>
          <p className="field-hint">{t('models.limitsHint')}</p>
          {(['Run', 'Day'] as const).map((period) => (
            <div key={period} className="settings-triple">
              <NumberField name={`model${period}Tokens`} />
              <NumberField name={`model${period}Seconds`} />
              <NumberField name={`model${period}Cost`} />
            </div>
          ))}
          <div className="row">
            <Today />
            <Button type="submit" kind="primary" disabled={!canSave}>
              {t('personal.save')}
            </Button>
          </div>
        </Card>
      </form>
    </GeneralFormProvider>
  );
}

function Today(): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const { data } = modelsApi.useGetModelUseQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data === undefined) return <span className="row-grow" />;
  const { tokens, milliseconds, cost } = data.totals;
  return (
    <span className="row-grow quiet-text">
      {t('models.today', {
        tokens: tokens.toLocaleString(i18n.language),
        seconds: Math.round(milliseconds / 1000).toLocaleString(i18n.language),
        cost: cost.toLocaleString(i18n.language, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 }),
      })}
    </span>
  );
}
