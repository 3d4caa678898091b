// Frame of the settings: their own sidebar with a link back.
import {
  ArrowLeft,
  Brain,
  ChartNoAxesColumn,
  FolderCheck,
  KeySquare,
  Laptop,
  Package,
  Server,
  SlidersHorizontal,
  Sparkles,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';
import { fakeDoorIcons } from '../../features/surveys/index.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { useSettings } from '../../state/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { settingsScreensOf, type SettingsScreen } from '../routing/access.ts';
import { SideLink } from './side-entries.tsx';
import { SkipLink, ThemeToggle, useIsNarrow } from './frame-parts.tsx';
import './shell.css';

const icons: Readonly<Record<SettingsScreen['path'], LucideIcon>> = {
  '/settings/personal': UserRound,
  '/settings/assistant': Sparkles,
  '/settings/general': SlidersHorizontal,
  '/settings/this-computer': Laptop,
  '/settings/users': UsersRound,
  '/settings/models': Brain,
  '/settings/api': KeySquare,
  '/settings/consents': FolderCheck,
  '/settings/members': Server,
  '/settings/usage': ChartNoAxesColumn,
  '/settings/coming-soon/environments': fakeDoorIcons.environments,
  '/settings/coming-soon/logging': fakeDoorIcons.logging,
  '/settings/community-nodes': Package,
};

export function SettingsFrame(): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectUser);
  const settings = useSettings();
  const isCollapsed = useIsNarrow();
  if (user === null) return <Outlet />;
  return (
    <div className="shell" data-collapsed={isCollapsed}>
      <SkipLink />
      <nav className="sidebar" aria-label={t('settings.label')}>
        <div className="sidebar-head">
          <Link to="/workflows" className="brand" aria-label={t('settings.back')}>
            <Icon of={ArrowLeft} size={18} />
            {isCollapsed ? null : <span>{t('sidebar.settings')}</span>}
          </Link>
        </div>
        {settingsScreensOf({ user, settings }).map(({ path, label }) => (
          <SideLink key={path} isCollapsed={isCollapsed} icon={icons[path]} label={t(label)} to={path} />
        ))}
        <span className="sidebar-grow" />
        <div className="sidebar-foot">
          <ThemeToggle />
          {isCollapsed ? null : (
            <button type="button" className="version-link" onClick={() => dispatch(modalOpened({ name: 'about' }))}>
              {t('settings.version', { version: settings.versionCli })}
            </button>
          )}
        </div>
      </nav>
      <div className="shell-screen">
        <Outlet />
      </div>
    </div>
  );
}
