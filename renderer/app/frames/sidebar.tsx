// The main sidebar.
import {
  Blocks,
  ChevronsLeft,
  ChevronsRight,
  CircleQuestionMark,
  FolderOpen,
  Gift,
  KeyRound,
  Plus,
  Settings,
  TextAlignStart,
  Variable,
  Waypoints,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { selectHasUpdate } from '../../state/desktop.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { modalOpened, sidebarCollapsed } from '../../state/ui-slice.ts';
import { useSettings } from '../../state/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';
import { settingsScreensOf } from '../routing/access.ts';
import { helpAddresses, helpEntries } from './help-entries.tsx';
import { Mark, ThemeToggle } from './frame-parts.tsx';
import { SideButton, SideGroup, SideLink } from './side-entries.tsx';
import { UserArea } from './user-area.tsx';
import { newerVersions, updatesBadge, versionsApi, type Version } from '../../api/versions.ts';

export function Sidebar({ isCollapsed }: { readonly isCollapsed: boolean }): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  return (
    <>
      <div className="sidebar-head">
        <Link to="/workflows" className="brand" aria-label={t('sidebar.home')}>
          <Mark />
          {isCollapsed ? null : <span>{t('product')}</span>}
        </Link>
      </div>
      <Screens isCollapsed={isCollapsed} />
      <span className="sidebar-grow" />
      <Beside isCollapsed={isCollapsed} />
      <UserArea isCollapsed={isCollapsed} />
      <div className="sidebar-foot">
        <Tooltip label={isCollapsed ? t('sidebar.expand') : t('sidebar.collapse')} side="right">
          <button
            type="button"
            className="side-entry sidebar-toggle"
            aria-label={isCollapsed ? t('sidebar.expand') : t('sidebar.collapse')}
            aria-expanded={!isCollapsed}
            onClick={() => dispatch(sidebarCollapsed(!isCollapsed))}
          >
            <Icon of={isCollapsed ? ChevronsRight : ChevronsLeft} />
          </button>
        </Tooltip>
        <ThemeToggle />
      </div>
    </>
  );
}

interface PartProps {
  readonly isCollapsed: boolean;
}

function Screens({ isCollapsed }: PartProps): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const settings = useSettings();
  const isAtWorkflows = /^\/workflows?(\/|$)/.test(pathname);
  return (
    <>
      <SideGroup
        isCollapsed={isCollapsed}
        isCurrent={isAtWorkflows}
        icon={Waypoints}
        label={t('sidebar.workflows')}
        to="/workflows"
        toggleLabel={t('sidebar.workflowsMenu')}
        startsOpen
        entries={[
          { id: 'new', icon: <Icon of={Plus} />, label: t('sidebar.new'), onSelect: () => void navigate('/workflow') },
          {
            id: 'open',
            icon: <Icon of={FolderOpen} />,
            label: t('sidebar.open'),
            onSelect: () => dispatch(modalOpened({ name: 'open-workflow' })),
          },
        ]}
      />
      {settings.templates.enabled ? (
        <SideLink isCollapsed={isCollapsed} icon={Blocks} label={t('sidebar.templates')} to="/templates" />
      ) : null}
      <SideLink isCollapsed={isCollapsed} icon={KeyRound} label={t('sidebar.credentials')} to="/credentials" />
      <SideLink isCollapsed={isCollapsed} icon={Variable} label={t('sidebar.variables')} to="/variables" />
      <SideButton
        isCollapsed={isCollapsed}
        isCurrent={pathname === '/executions'}
        icon={TextAlignStart}
        label={t('sidebar.executions')}
        onClick={() => dispatch(modalOpened({ name: 'executions' }))}
      />
    </>
  );
}

function Beside({ isCollapsed }: PartProps): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const settings = useSettings();
  const user = useAppSelector(selectUser);
  const hasUpdate = useAppSelector(selectHasUpdate);
  const newer = Math.max(useNewerVersions().length, hasUpdate ? 1 : 0);
  const [firstSettings] = settingsScreensOf({ user, settings });
  return (
    <>
      {newer > 0 ? (
        <SideButton
          isCollapsed={isCollapsed}
          icon={Gift}
          label={t('sidebar.updates', { count: newer, shown: updatesBadge(newer) })}
          onClick={() => dispatch(modalOpened({ name: 'updates' }))}
        />
      ) : null}
      {firstSettings === undefined ? null : (
        <SideLink isCollapsed={isCollapsed} icon={Settings} label={t('sidebar.settings')} to={firstSettings.path} />
      )}
      <SideGroup
        isCollapsed={isCollapsed}
        isCurrent={pathname.startsWith('/help')}
        icon={CircleQuestionMark}
        label={t('sidebar.help')}
        entries={helpEntries(t, {
          addresses: helpAddresses(settings),
          show: (path) => void navigate(path),
          about: () => dispatch(modalOpened({ name: 'about' })),
        })}
      />
    </>
  );
}

function useNewerVersions(): readonly Version[] {
  const { versionCli } = useSettings();
  const { data = [] } = versionsApi.endpoints.versions.useQueryState();
  return newerVersions(data, versionCli);
}
