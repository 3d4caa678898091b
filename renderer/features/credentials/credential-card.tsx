// A credential in the list, with its menu.
import { CircleAlert, CircleCheck, Ellipsis, FolderOpen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CredentialView } from '../../../engine/contract/rest/credentials.ts';
import { useAppDispatch } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/floating/menu.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { personName } from '../../lib/person-name.ts';
import { TypeTile } from './type-tile.tsx';
import { useDeleteCredential } from './use-delete-credential.ts';

export interface CredentialCardProps {
  readonly credential: CredentialView;
  readonly typeName: string;
  /** Whether to show the owner, and whether the credential is shared. */
  readonly isSharing: boolean;
}

export function CredentialCard({ credential, typeName, isSharing }: CredentialCardProps): ReactNode {
  const { t, i18n } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const remove = useDeleteCredential();
  const { id, name, type, createdAt, updatedAt, permissions, isConnected } = credential;
  const open = (): void => void dispatch(modalOpened({ name: 'credential', activeId: id }));
  const created = new Date(createdAt);
  const year = created.getFullYear() === new Date().getFullYear() ? undefined : ('numeric' as const);
  return (
    <li className="credential-card">
      <TypeTile type={type} displayName={typeName} />
      <div className="credential-card-text">
        <button type="button" className="credential-card-open" title={name} onClick={open}>
          {name}
        </button>
        <span className="credential-card-about">
          {typeName} ·{isConnected === undefined ? null : <Connection isConnected={isConnected} />} {t('list.updated')}{' '}
          <RelativeTime at={updatedAt} /> · {t('list.created')}{' '}
          <time dateTime={createdAt}>{created.toLocaleDateString(i18n.language, { day: 'numeric', month: 'short', year })}</time>
        </span>
      </div>
      {isSharing ? <Badges credential={credential} /> : null}
      <Menu
        trigger={
          <IconButton size="small" label={t('list.menu', { name })} className="credential-card-menu">
            <Icon of={Ellipsis} size={14} />
          </IconButton>
        }
        entries={[
          { id: 'open', icon: <Icon of={FolderOpen} />, label: t('list.open'), onSelect: open },
          ...(permissions.delete
            ? [
                {
                  id: 'delete',
                  icon: <Icon of={Trash2} />,
                  label: t('delete'),
                  isDangerous: true,
                  onSelect: () => void remove({ id, name }),
                },
              ]
            : []),
        ]}
      />
    </li>
  );
}

function Connection({ isConnected }: { readonly isConnected: boolean }): ReactNode {
  const { t } = useTranslation('credentials');
  return (
    <>
      {' '}
      <span className="credential-card-connection" data-connected={isConnected}>
        <Icon of={isConnected ? CircleCheck : CircleAlert} size={12} />
        {t(isConnected ? 'list.connected' : 'list.notConnected')}
      </span>{' '}
      ·
    </>
  );
}

function Badges({ credential }: { readonly credential: CredentialView }): ReactNode {
  const { t } = useTranslation('credentials');
  const { ownedBy, sharedWith, permissions } = credential;
  return (
    <span className="credential-card-badges">
      {sharedWith.length > 0 && permissions.isOwner ? (
        <span title={sharedWith.map(personName).join(', ')}>
          <Tag>{t('list.sharedBadge', { count: sharedWith.length })}</Tag>
        </span>
      ) : null}
      {!permissions.isOwner && permissions.use ? <Tag>{t('list.sharedWithYou')}</Tag> : null}
      {permissions.isOwner ? <Tag>{t('list.owner')}</Tag> : null}
      {!permissions.isOwner && ownedBy !== undefined ? <Tag>{t('list.ownerIs', { name: personName(ownedBy) })}</Tag> : null}
    </span>
  );
}
