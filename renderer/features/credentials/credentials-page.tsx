// The list of credentials: search, filter by type, open.
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { CredentialAnswer } from '../../../engine/contract/rest/credentials.ts';
import { useCredentialTypes } from '../../api/credentials.ts';
import { editorApi } from '../../api/editor.ts';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import './credentials.css';

export function CredentialsPage(): ReactNode {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const { data, error, refetch } = editorApi.useCredentialsQuery(undefined, { refetchOnMountOrArgChange: true });
  const add = (
    <Button kind="primary" onClick={() => dispatch(modalOpened({ name: 'credential' }))}>
      {t('list.add')}
    </Button>
  );
  return (
    <Page title={t('list.title')} actions={data === undefined || data.length === 0 ? undefined : add}>
      {error === undefined || data !== undefined ? null : (
        <Notice kind="error" title={t('list.failed')} action={<Button onClick={() => void refetch()}>{t('list.retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {data === undefined && error === undefined ? <Waiting /> : null}
      {data?.length === 0 ? (
        <EmptyState title={t('list.emptyTitle')} action={add}>
          {t('list.emptyText')}
        </EmptyState>
      ) : null}
      {data === undefined || data.length === 0 ? null : <CredentialCards credentials={data} />}
    </Page>
  );
}

/** The search is part of the address, so that going back restores it. */
function CredentialCards({ credentials }: { readonly credentials: readonly CredentialAnswer[] }): ReactNode {
  const { t } = useTranslation('credentials');
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const types = useCredentialTypes();
  const typeOf = (name: string): string => types?.find((type) => type.name === name)?.displayName ?? name;
  const wanted = search.trim().toLowerCase();
  const found = credentials.filter(({ name, type }) => `${name} ${typeOf(type)}`.toLowerCase().includes(wanted));
  return (
    <div className="credential-list">
      <SearchField
        label={t('list.search')}
        value={search}
        onChange={(next) => setParams(next === '' ? {} : { search: next }, { replace: true })}
      />
      {found.length === 0 ? <EmptyState title={t('list.nothing', { search })} /> : null}
      <ul className="credential-cards">
        {found.map((credential) => (
          <CredentialCard key={credential.id} credential={credential} type={typeOf(credential.type)} />
        ))}
      </ul>
    </div>
  );
}

function CredentialCard({ credential, type }: { readonly credential: CredentialAnswer; readonly type: string }): ReactNode {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const { id, name, updatedAt, ownedBy } = credential;
  const owner = ownedBy?.email ?? undefined;
  return (
    <li>
      <button type="button" className="credential-card" onClick={() => dispatch(modalOpened({ name: 'credential', activeId: id }))}>
        <Icon of={KeyRound} size={18} />
        <span className="credential-card-name">{name}</span>
        <span className="credential-card-about">
          {type} · {t('list.updated')} <RelativeTime at={updatedAt} />
          {owner === undefined ? null : ` · ${owner}`}
        </span>
      </button>
    </li>
  );
}
