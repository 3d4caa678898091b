// The list of credentials: search, sorting, filters, cards. Its state is part of the URL, so that going back restores it.
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { CredentialView } from '../../../engine/contract/rest/credentials.ts';
import { useCredentialTypes } from '../../api/credentials.ts';
import { editorApi } from '../../api/editor.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page, Waiting } from '../../ui/page.tsx';
import { VaultMenu } from '../vault/index.ts';
import { CredentialCard } from './credential-card.tsx';
import { CredentialFilters } from './credential-filters.tsx';
import { addressOf, criteriaOf, filterOf, listedCredentials, usualFilter, type CredentialFilter } from './credential-list.ts';
import './credentials.css';

/** Whether credentials can be shared: only once there are other users. */
export function useSharing(): boolean {
  const { enterprise } = useSettings();
  const user = useAppSelector(selectUser);
  return enterprise.sharing && user?.isDefaultUser === false;
}

export function CredentialsPage(): ReactNode {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const { data, error, refetch } = editorApi.useCredentialsQuery(undefined, { refetchOnMountOrArgChange: true });
  const add = (
    <Button kind="primary" onClick={() => dispatch(modalOpened({ name: 'credential' }))}>
      <Icon of={Plus} />
      {t('list.add')}
    </Button>
  );
  const actions = (
    <>
      {data?.length === 0 ? null : add}
      <VaultMenu />
    </>
  );
  const name = user?.firstName ?? '';
  return (
    <Page title={t('list.title')} actions={data === undefined ? undefined : actions}>
      {error === undefined || data !== undefined ? null : (
        <Notice kind="error" title={t('list.failed')} action={<Button onClick={() => void refetch()}>{t('list.retry')}</Button>}>
          {(error as RequestFailure).message}
        </Notice>
      )}
      {data === undefined && error === undefined ? <Waiting /> : null}
      {data?.length === 0 ? (
        <EmptyState title={name === '' ? t('list.emptyTitle') : t('list.greeting', { name })} action={add}>
          {t('list.emptyText')}
        </EmptyState>
      ) : null}
      {data === undefined || data.length === 0 ? null : <CredentialCards credentials={data} />}
    </Page>
  );
}

function CredentialCards({ credentials }: { readonly credentials: readonly CredentialView[] }): ReactNode {
  const { t } = useTranslation('credentials');
  const [params, setParams] = useSearchParams();
  const isSharing = useSharing();
  const types = useCredentialTypes();
  const typeName = (type: string): string => types?.find(({ name }) => name === type)?.displayName ?? type;
  const owns = credentials.some(({ permissions }) => permissions.isOwner);
  const address = filterOf(params, owns);
  const filter: CredentialFilter = isSharing ? address : { ...address, ownedBy: '', sharedWith: '', showsAll: true };
  const change = (part: Partial<CredentialFilter>): void => setParams(addressOf({ ...address, ...part }, owns), { replace: true });
  const matches = listedCredentials(credentials, filter, typeName);
  return (
    <div className="credential-list">
      <CredentialFilters credentials={credentials} filter={filter} isSharing={isSharing} typeName={typeName} onChange={change} />
      <div className="visually-hidden" role="status">
        {t('list.count', { count: matches.length })}
      </div>
      {matches.length === 0 ? (
        <NothingFound
          filter={filter}
          otherCount={listedCredentials(credentials, { ...filter, showsAll: true }, typeName).length}
          onChange={change}
        />
      ) : (
        <ul className="credential-cards">
          {matches.map((credential) => (
            <CredentialCard key={credential.id} credential={credential} typeName={typeName(credential.type)} isSharing={isSharing} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface NothingFoundProps {
  readonly filter: CredentialFilter;
  /** Number of matching credentials of all users. */
  readonly otherCount: number;
  readonly onChange: (part: Partial<CredentialFilter>) => void;
}

function NothingFound({ filter, otherCount, onChange }: NothingFoundProps): ReactNode {
  const { t } = useTranslation('credentials');
  const isNarrowed = filter.search !== '' || criteriaOf(filter) > 0;
  const { search, types, ownedBy, sharedWith } = usualFilter;
  return (
    <EmptyState
      title={isNarrowed ? t('list.nothing') : t('list.noneOwn')}
      action={
        otherCount > 0 ? (
          <Button onClick={() => onChange({ showsAll: true })}>{t('list.showAll')}</Button>
        ) : (
          <Button onClick={() => onChange({ search, types, ownedBy, sharedWith })}>{t('list.resetAll')}</Button>
        )
      }
    >
      {otherCount > 0 ? t('list.inAll', { count: otherCount }) : t('list.nothingHint')}
    </EmptyState>
  );
}
