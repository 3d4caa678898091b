// The API keys of the user, and the way to the playground.
import { ExternalLink, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiScopes } from '../../../engine/contract/api-scopes.ts';
import type { ApiKey } from '../../../engine/contract/rest/me.ts';
import { meApi } from '../../api/session.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { useSettings } from '../../state/settings.ts';
import { basePath } from '../../transport/index.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/floating/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page, Waiting } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ApiKeyModal } from './api-key-modal.tsx';
import '../../ui/table.css';
import './settings.css';

export function ApiPage(): ReactNode {
  const { t } = useTranslation('settings');
  const { data: keys, error, refetch } = meApi.useListApiKeysQuery(undefined, { refetchOnMountOrArgChange: true });
  /** The key whose dialog is open; `new` for one to create. */
  const [edited, setEdited] = useState<ApiKey | 'new'>();
  const create = (
    <Button kind="primary" onClick={() => setEdited('new')}>
      <Icon of={KeyRound} />
      {t('api.create')}
    </Button>
  );
  const hasKeys = keys !== undefined && keys.length > 0;
  return (
    <Page title={t('api.title')} actions={hasKeys ? create : <Tag>{t('api.beta')}</Tag>}>
      {error === undefined || keys !== undefined ? null : (
        <Notice kind="error" title={t('api.failed')} action={<Button onClick={() => void refetch()}>{t('users.retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {keys === undefined && error === undefined ? <Waiting /> : null}
      {keys?.length === 0 ? (
        <EmptyState title={t('api.noneTitle')} action={create}>
          {t('api.noneText')}
        </EmptyState>
      ) : null}
      {hasKeys ? <KeyTable keys={keys} onEdit={setEdited} /> : null}
      {hasKeys ? <PlaygroundLink /> : null}
      {edited === undefined ? null : <ApiKeyModal apiKey={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

function PlaygroundLink(): ReactNode {
  const { t } = useTranslation('settings');
  const { path, latestVersion } = useSettings().publicApi;
  return (
    <p>
      <a href={`${basePath}${path}/v${latestVersion}/docs`} target="_blank" rel="noreferrer" className="settings-link">
        {t('api.playground')}
        <Icon of={ExternalLink} size={14} />
      </a>
    </p>
  );
}

interface KeyActions {
  readonly onEdit: (key: ApiKey) => void;
}

function KeyTable({ keys, onEdit }: KeyActions & { readonly keys: readonly ApiKey[] }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <div className="table-frame">
      <table className="table" aria-label={t('api.keys')}>
        <thead>
          <tr>
            <th scope="col">{t('api.label')}</th>
            <th scope="col">{t('api.key')}</th>
            <th scope="col">{t('api.allowed')}</th>
            <th scope="col">{t('api.expires')}</th>
            <th scope="col">{t('api.lastUsed')}</th>
            <th scope="col" className="table-tight">
              <span className="visually-hidden">{t('users.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ apiKey, onEdit }: KeyActions & { readonly apiKey: ApiKey }): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const { label, apiKey: maskedKey, scopes, expiresAt, lastUsedAt } = apiKey;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const expiryDate = expiresAt === null ? undefined : new Date(expiresAt).toLocaleDateString(i18n.language);
  return (
    <tr>
      <td className="table-main">{label}</td>
      <td>
        <code>{shortKey(maskedKey)}</code>
      </td>
      <td>{scopes.length === apiScopes.length ? t('api.everything') : t('api.scopeCount', { count: scopes.length })}</td>
      <td className="table-tight">{isExpired ? <Tag>{t('api.expired')}</Tag> : (expiryDate ?? t('api.never'))}</td>
      <td className="table-tight">{lastUsedAt === null ? t('api.notUsed') : <RelativeTime at={lastUsedAt} />}</td>
      <td className="table-tight table-actions">
        <IconButton size="small" label={t('api.edit', { label })} onClick={() => onEdit(apiKey)}>
          <Icon of={Pencil} size={14} />
        </IconButton>
        <DeleteKeyButton apiKey={apiKey} />
      </td>
    </tr>
  );
}

/** The readable end of a masked key. */
const shortKey = (maskedKey: string): string => `…${maskedKey.slice(-4)}`;

function DeleteKeyButton({ apiKey: { id, label } }: { readonly apiKey: ApiKey }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const confirm = useConfirm();
  const [remove] = meApi.useRemoveApiKeyMutation();
  const deleteKey = async (): Promise<void> => {
    const isAgreed = await confirm({
      title: t('api.deleteTitle', { label }),
      text: t('api.deleteText'),
      confirmLabel: t('api.delete'),
      isDangerous: true,
    });
    if (!isAgreed) return;
    const { error } = await remove({ params: { id } });
    if (error === undefined) dispatch(toastShown({ kind: 'success', title: t('api.deleted') }));
    else dispatch(failureToast(t('api.deleteFailed'), error));
  };
  return (
    <IconButton size="small" label={t('api.deleteKey', { label })} onClick={() => void deleteKey()}>
      <Icon of={Trash2} size={14} />
    </IconButton>
  );
}
