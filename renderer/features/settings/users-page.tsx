// The users of this instance: invite, list, remove.
import { Link, MailPlus, Trash2, UserRoundPlus } from 'lucide-react';
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
import { useSettings } from '../../state/settings.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { WaitingRows } from '../../ui/table.tsx';
import { ReachNotice } from './reach-notice.tsx';
import '../../ui/table.css';
import './settings.css';

export function UsersPage(): ReactNode {
  const { t } = useTranslation('settings');
  const user = useAppSelector(selectUser);
  const { smtpSetup } = useSettings().userManagement;
  if (user === null) return null;
  if (user.isDefaultUser) return <SetUpFirst />;
  return (
    <Page title={t('users.title')} actions={<InviteButton />}>
      {smtpSetup ? null : (
        <Notice kind="info" title={t('users.noMailTitle')}>
          {t('users.noMail')}
        </Notice>
      )}
      <ReachNotice />
      <UserTable ownId={user.id} canManage={mayDo(user.globalRole.name, 'user:delete')} hasMail={smtpSetup} />
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

function InviteButton(): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  return (
    <Button kind="primary" onClick={() => dispatch(modalOpened({ name: 'invite-users' }))}>
      <Icon of={UserRoundPlus} />
      {t('users.invite')}
    </Button>
  );
}

interface UserTableProps {
  readonly ownId: string;
  readonly canManage: boolean;
  readonly hasMail: boolean;
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

function UserRow({ user, ownId, canManage, hasMail }: UserTableProps & { readonly user: User }): ReactNode {
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
        {canManage && isPending ? <ReinviteButton user={user} hasMail={hasMail} /> : null}
        {canManage && !isOwn && !user.isOwner ? <DeleteUserButton user={user} /> : null}
      </td>
    </tr>
  );
}

/** Sends the invitation again, or copies a new link if e-mail is not set up. */
function ReinviteButton({ user, hasMail }: { readonly user: User; readonly hasMail: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [reinvite, { isLoading }] = usersApi.useReinviteUserMutation();
  const invite = async (): Promise<void> => {
    const { data, error } = await reinvite({ params: { id: user.id } });
    if (data === undefined) return void dispatch(failureToast(t('users.reinviteFailed', { email: user.email }), error));
    if (data === true) return void dispatch(toastShown({ kind: 'success', title: t('users.reinvited', { email: user.email }) }));
    const isCopied = await copyText(data.inviteAcceptUrl);
    const title = t(isCopied ? 'users.linkCopied' : 'users.newLink', { email: user.email });
    dispatch(toastShown({ kind: 'success', title, message: data.inviteAcceptUrl, isSticky: true }));
  };
  return (
    <IconButton
      size="small"
      label={t(hasMail ? 'users.reinvite' : 'users.copyLink', { email: user.email })}
      disabled={isLoading}
      onClick={() => void invite()}
    >
      <Icon of={hasMail ? MailPlus : Link} size={14} />
    </IconButton>
  );
}

function DeleteUserButton({ user }: { readonly user: User }): ReactNode {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const name = user.fullName === '' ? user.email : user.fullName;
  return (
    <IconButton
      size="small"
      label={t('users.delete', { name })}
      onClick={() => dispatch(modalOpened({ name: 'delete-user', activeId: user.id }))}
    >
      <Icon of={Trash2} size={14} />
    </IconButton>
  );
}
