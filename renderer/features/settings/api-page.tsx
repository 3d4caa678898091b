// The API key of the user.
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { meApi } from '../../api/session.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { useSettings } from '../../state/settings.ts';
import { basePath } from '../../transport/index.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, EmptyState, Page, Waiting } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import './settings.css';

export function ApiPage(): ReactNode {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = meApi.useGetApiKeyQuery();
  /** The full key, which is returned only when it is created. */
  const [newKey, setNewKey] = useState<string>();
  const key = data?.apiKey == null ? undefined : (newKey ?? data.apiKey);
  return (
    <Page title={t('api.title')} actions={<Tag>{t('api.beta')}</Tag>} isNarrow={key !== undefined}>
      {error === undefined || data !== undefined ? null : (
        <Notice kind="error" title={t('api.failed')} action={<Button onClick={() => void refetch()}>{t('users.retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {data === undefined && error === undefined ? <Waiting /> : null}
      {data?.apiKey === null ? <NoKey onMade={setNewKey} /> : null}
      {key === undefined ? null : <KeyCard apiKey={key} isNew={newKey !== undefined} onGone={() => setNewKey(undefined)} />}
    </Page>
  );
}

function NoKey({ onMade }: { readonly onMade: (key: string) => void }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [make, { isLoading }] = meApi.useMakeApiKeyMutation();
  const create = async (): Promise<void> => {
    const { data, error } = await make();
    if (data?.apiKey == null) dispatch(failureToast(t('api.createFailed'), error));
    else onMade(data.apiKey);
  };
  const action = (
    <Button kind="primary" disabled={isLoading} onClick={() => void create()}>
      {t('api.create')}
    </Button>
  );
  return (
    <EmptyState title={t('api.noneTitle')} action={action}>
      {t('api.noneText')}
    </EmptyState>
  );
}

interface KeyCardProps {
  readonly apiKey: string;
  readonly isNew: boolean;
  readonly onGone: () => void;
}

function KeyCard({ apiKey, isNew, onGone }: KeyCardProps): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const { path, latestVersion } = useSettings().publicApi;
  const [remove] = meApi.useRemoveApiKeyMutation();
  const end = async (): Promise<void> => {
    const isAgreed = await confirm({
      title: t('api.deleteTitle'),
      text: t('api.deleteText'),
      confirmLabel: t('api.deleteConfirm'),
      isDangerous: true,
    });
    if (!isAgreed) return;
    const { error } = await remove();
    if (error !== undefined) return void dispatch(failureToast(t('api.deleteFailed'), error));
    onGone();
    dispatch(toastShown({ kind: 'success', title: t('api.deleted') }));
  };
  return (
    <Card>
      {isNew ? <Notice kind="info">{t('api.once')}</Notice> : null}
      <CopyField label={t('api.key')} text={apiKey} />
      <div className="row">
        <a href={`${basePath}${path}/v${latestVersion}/docs`} target="_blank" rel="noreferrer" className="settings-link row-grow">
          {t('api.playground')}
          <Icon of={ExternalLink} size={14} />
        </a>
        <Button kind="danger" onClick={() => void end()}>
          {t('api.delete')}
        </Button>
      </div>
    </Card>
  );
}
