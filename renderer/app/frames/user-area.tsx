// The signed-in user, with links to their settings and sign-out.
import { LogOut, UserRound, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { sessionApi } from '../../api/session.ts';
import { setOpensNewNodes, useOpensNewNodes } from '../../state/node-opening.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { useSettings } from '../../state/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/floating/menu.tsx';
import { SideLink } from './side-entries.tsx';
import type { User } from '../../../engine/contract/rest/users.ts';

export function UserArea({ isCollapsed }: { readonly isCollapsed: boolean }): ReactNode {
  const { t } = useTranslation();
  const user = useAppSelector(selectUser);
  const { userManagement } = useSettings();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [signOut] = sessionApi.useSignOutMutation();
  const { pathname } = useLocation();
  const opensNodes = useOpensNewNodes();
  if (user === null || !userManagement.enabled) return null;
  if (user.isDefaultUser) {
    const to = `/setup?${new URLSearchParams({ redirect: pathname }).toString()}`;
    return <SideLink isCollapsed={isCollapsed} icon={UserRoundPlus} label={t('sidebar.setUp')} to={to} isQuiet />;
  }
  const leave = async (): Promise<void> => {
    const { error } = await signOut();
    if (error === undefined) void navigate('/signin');
    else dispatch(failureToast(t('sidebar.signOutFailed'), error));
  };
  const name = user.fullName === '' ? (user.email ?? '') : user.fullName;
  return (
    <Menu
      side="right"
      align="end"
      trigger={
        <button type="button" className="side-entry user-area" aria-label={t('sidebar.user', { name })}>
          <span className="avatar" data-initials={initialsOf(user)} aria-hidden />
          {isCollapsed ? null : <span className="side-label">{name}</span>}
        </button>
      }
      entries={[
        {
          id: 'settings',
          icon: <Icon of={UserRound} />,
          label: t('sidebar.userSettings'),
          onSelect: () => void navigate('/settings/personal'),
        },
        { id: 'open-nodes', label: t('sidebar.openNewNodes'), isOn: opensNodes, onSelect: () => setOpensNewNodes(!opensNodes) },
        'line',
        { id: 'sign-out', icon: <Icon of={LogOut} />, label: t('sidebar.signOut'), onSelect: () => void leave() },
      ]}
    />
  );
}

const firstOf = (text: string | null): string => Array.from(text ?? '')[0] ?? '';

/** Returns the initials of the name, otherwise of the e-mail address. */
export const initialsOf = ({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string =>
  (firstOf(firstName) + firstOf(lastName) || firstOf(email) || '?').toUpperCase();
