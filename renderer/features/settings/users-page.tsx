// The people of this instance: invited, signed up, removed.
import { MailPlus, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { mayDo } from '../../../engine/contract/permissions.ts';
import type { User } from '../../../engine/contract/rest/users.ts';
import { usersApi } from '../../api/users.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureToast, toastShown } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { useSettings } from '../../state/use-settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { WaitingRows } from '../../ui/waiting.tsx';
import { DeleteUserButton } from './delete-user-button.tsx';
import '../../ui/table.css';
import './settings.css';

export function UsersPage(): ReactNode {
  const { t } = useTranslation('settings');
  const user = useAppSelector(selectUser);
  const { smtpSetup } = useSettings().userManagement;
  if (user === null) return null;
  if (user.isDefaultUser) return <SetUpFirst />;
  return (
    <Page title={t('users.title')} actions={<InviteButton isOn={smtpSetup} />}>
      {smtpSetup ? null : (
        <Notice kind="warning" title={t('users.noMailTitle')}>
          {t('users.noMail')}
        </Notice>
      )}
      <UserTable ownId={user.id} canManage={mayDo(user.globalRole.name, 'user:delete')} canInvite={smtpSetup} />
    </Page>
  );
}

function SetUpFirst(): ReactNode {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const action = (
    <Button kind="primary" onClick={() => void navigate('/setup?redirect=/settings/users')}>
      {t('users.setUp')}
    </Button>
  );
  return (
    <Page title={t('users.title')}>
      <EmptyState title={t('users.setUpTitle')} action={action}>
        {t('users.setUpText')}
      </EmptyState>
    </Page>
  );
}

/** Where e-mail is not set up it stays reachable, so that it can say why it does nothing. */
function InviteButton({ isOn }: { readonly isOn: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const button = (
    <Button
      kind="primary"
      aria-disabled={!isOn}
      className={isOn ? undefined : 'is-off'}
      onClick={() => (isOn ? dispatch(modalOpened({ name: 'invite-users' })) : undefined)}
    >
      <Icon of={UserRoundPlus} />
      {t('users.invite')}
    </Button>
  );
  return isOn ? button : <Tooltip label={t('users.noMail')}>{button}</Tooltip>;
}

interface UserTableProps {
  readonly ownId: string;
  readonly canManage: boolean;
  readonly canInvite: boolean;
}

function UserTable(props: UserTableProps): ReactNode {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = usersApi.useListUsersQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined && data === undefined) {
    const retry = <Button onClick={() => void refetch()}>{t('users.retry')}</Button>;
    return (
      <Notice kind="error" title={t('users.failed')} action={retry}>
        {(error as RequestFailure).message}
      </Notice>
    );
  }
  return (
    <div className="table-frame">
      <table className="table" aria-label={t('users.title')}>
        <thead>
          <tr>
            <th scope="col">{t('users.name')}</th>
            <th scope="col">{t('users.email')}</th>
            <th scope="col">{t('users.role')}</th>
            <th scope="col" className="table-tight">
              <span className="visually-hidden">{t('users.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data === undefined ? <WaitingRows columns={4} /> : null}
          {data?.map((user) => (
            <UserRow key={user.id} user={user} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function UserRow({ user, ownId, canManage, canInvite }: UserTableProps & { readonly user: User }): ReactNode {
  const { t } = useTranslation('settings');
  const isOwn = user.id === ownId;
  const isPending = user.firstName === null;
  return (
    <tr>
      <td className="table-main">
        <span className="row">
          {isPending ? <span className="quiet-text">{t('users.pendingName')}</span> : user.fullName}
          {isOwn ? <Tag>{t('users.you')}</Tag> : null}
          {isPending ? <Tag>{t('users.pending')}</Tag> : null}
        </span>
      </td>
      <td>{user.email}</td>
      <td className="table-tight">{t(`users.roles.${user.globalRole.name}`)}</td>
      <td className="table-tight table-actions">
        {canManage && isPending ? <ReinviteButton user={user} canInvite={canInvite} /> : null}
        {canManage && !isOwn && !user.isOwner ? <DeleteUserButton user={user} /> : null}
      </td>
    </tr>
  );
}

function ReinviteButton({ user, canInvite }: { readonly user: User; readonly canInvite: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [reinvite, { isLoading }] = usersApi.useReinviteUserMutation();
  const send = async (): Promise<void> => {
    const { error } = await reinvite({ params: { id: user.id } });
    if (error === undefined) dispatch(toastShown({ kind: 'success', title: t('users.reinvited', { email: user.email }) }));
    else dispatch(failureToast(t('users.reinviteFailed', { email: user.email }), error));
  };
  return (
    <IconButton
      size="small"
      label={t('users.reinvite', { email: user.email })}
      disabled={isLoading || !canInvite}
      onClick={() => void send()}
    >
      <Icon of={MailPlus} size={14} />
    </IconButton>
  );
}
