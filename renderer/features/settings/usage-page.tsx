// Shows the owner the latest usage events exactly as they were sent, or that none are.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentBatch } from '../../../engine/contract/rest/telemetry.ts';
import { telemetryApi } from '../../api/telemetry.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page, Waiting } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import './settings.css';

export function UsagePage(): ReactNode {
  const { t } = useTranslation('settings');
  const { data, error, isFetching, refetch } = telemetryApi.useTelemetryQuery(undefined, { refetchOnMountOrArgChange: true });
  const refresh = <Button onClick={() => void (isFetching ? undefined : refetch())}>{t('usage.refresh')}</Button>;
  return (
    <Page title={t('usage.title')} actions={data === undefined || data.origin === null ? undefined : refresh}>
      {error === undefined ? null : (
        <Notice kind="error" title={t('usage.failed')} action={<Button onClick={() => void refetch()}>{t('users.retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {data === undefined && error === undefined ? <Waiting /> : null}
      {data?.origin === null ? <EmptyState title={t('usage.offTitle')}>{t('usage.offText')}</EmptyState> : null}
      {data === undefined || data.origin === null ? null : (
        <>
          <p>{t('usage.text', { origin: data.origin })}</p>
          <p className="quiet-text" role="status">
            {data.pendingCount === 0 ? '' : t('usage.waiting', { count: data.pendingCount })}
          </p>
          {data.batches.length === 0 ? <p>{t('usage.none')}</p> : null}
          {data.batches.map((batch) => (
            <Batch key={`${batch.at} ${batch.body.length}`} batch={batch} />
          ))}
        </>
      )}
    </Page>
  );
}

function Batch({ batch: { at, body, failure } }: { readonly batch: SentBatch }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <section className="card" aria-label={t('usage.batch', { time: new Date(at).toLocaleString() })}>
      <header className="usage-head">
        <RelativeTime at={at} />
        <Tag>{failure === undefined ? t('usage.sent') : t('usage.notSent')}</Tag>
        {failure === undefined ? null : <span className="quiet-text">{failure}</span>}
      </header>
      {/* Reached by keyboard, because it scrolls. */}
      <pre className="usage-body" tabIndex={0}>
        {body}
      </pre>
    </section>
  );
}
