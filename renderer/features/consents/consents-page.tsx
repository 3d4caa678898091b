// What workflows may use on this computer, with revocation, and what runs requested when nobody could be asked.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../engine/contract/rest/consents.ts';
import { consentsApi } from '../../api/consents.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page, Waiting } from '../../ui/page.tsx';
import '../../ui/table.css';
import './consents.css';

export function ConsentsPage(): ReactNode {
  const { t } = useTranslation('consents');
  const { data, error, refetch } = consentsApi.useConsentsQuery(undefined, { refetchOnMountOrArgChange: true });
  const openQuestions = data?.consents.filter(({ isGranted }) => !isGranted) ?? [];
  const granted = data?.consents.filter(({ isGranted }) => isGranted) ?? [];
  return (
    <Page title={t('title')}>
      {error === undefined || data !== undefined ? null : (
        <Notice kind="error" title={t('notLoaded')} action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {data === undefined && error === undefined ? <Waiting /> : null}
      {data?.consents.length === 0 ? <EmptyState title={t('noneTitle')}>{t('noneText')}</EmptyState> : null}
      {openQuestions.length === 0 ? null : (
        <Notice kind="info" title={t('wantedTitle')}>
          {t('wantedText')}
        </Notice>
      )}
      <ConsentTable label={t('wanted')} consents={openQuestions} />
      <ConsentTable label={t('granted')} consents={granted} />
    </Page>
  );
}

function ConsentTable({ label, consents }: { readonly label: string; readonly consents: readonly Consent[] }): ReactNode {
  const { t } = useTranslation('consents');
  if (consents.length === 0) return null;
  return (
    <section>
      <h2 className="consents-heading">{label}</h2>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('columns.workflow')}</th>
            <th scope="col">{t('columns.subject')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('columns.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {consents.map((consent) => (
            <Row key={consent.id} consent={consent} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ consent: { id, kind, subject, workflowName, isGranted } }: { readonly consent: Consent }): ReactNode {
  const { t } = useTranslation('consents');
  const dispatch = useAppDispatch();
  const [grant] = consentsApi.useGrantConsentMutation();
  const [remove] = consentsApi.useRemoveConsentMutation();
  const act = async (change: typeof grant | typeof remove): Promise<void> => {
    const { error } = await change({ params: { id } });
    if (error !== undefined) dispatch(failureToast(t('failed'), error));
  };
  const removal = isGranted ? 'revoke' : 'dismiss';
  return (
    <tr>
      <td>{workflowName}</td>
      <td>
        <span className="consent-kind">{t(`kinds.${kind}`)}</span> <code className="consent-code">{subject}</code>
      </td>
      <td className="consent-actions">
        {isGranted ? null : (
          <Button size="small" aria-label={t('allowThis', { subject })} onClick={() => void act(grant)}>
            {t('allow')}
          </Button>
        )}
        <Button size="small" aria-label={t(`${removal}This`, { subject })} onClick={() => void act(remove)}>
          {t(removal)}
        </Button>
      </td>
    </tr>
  );
}
