// Drawer with the newer versions, and the update of the desktop application.
import { ExternalLink } from 'lucide-react';
import { nodeIconUrl } from '../../api/editor.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { newerVersions, updatesBadge, versionsApi, type Version } from '../../api/versions.ts';
import { selectUpdate } from '../../state/desktop.ts';
import { useSettings } from '../../state/settings.ts';
import { useAppSelector } from '../../state/store.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Drawer } from '../../ui/floating/dialog.tsx';
import { Icon, NodeIcon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Waiting } from '../../ui/page.tsx';
import { AppUpdateCard } from './app-update-card.tsx';
import './updates-drawer.css';

export function UpdatesDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { versionCli, versionNotifications } = useSettings();
  const isOff = !versionNotifications.enabled;
  const { data, error } = versionsApi.useVersionsQuery(undefined, { skip: isOff });
  const versions = newerVersions(data ?? [], versionCli);
  const update = useAppSelector(selectUpdate);
  return (
    <Drawer title={t('updates.title')} onClose={onClose} width="520px">
      <div className="updates">
        <p className="updates-lead">
          {t('updates.current', { version: versionCli })}{' '}
          {data === undefined || versions.length === 0
            ? null
            : t('updates.count', { count: versions.length, shown: updatesBadge(versions.length) })}
          {isPage(versionNotifications.infoUrl) ? <OutLink to={versionNotifications.infoUrl}>{t('updates.howTo')}</OutLink> : null}
        </p>
        {update === undefined ? null : <AppUpdateCard state={update} />}
        {error === undefined ? null : (
          <Notice kind="error" title={t('updates.failed')}>
            {(error as RequestFailure).message}
          </Notice>
        )}
        {isOff && update === undefined ? <p>{t('updates.off')}</p> : null}
        {data === undefined && error === undefined && !isOff ? <Waiting /> : null}
        {data !== undefined && versions.length === 0 && (update === undefined || update.type === 'off') ? <p>{t('updates.none')}</p> : null}
        {versions.map((version) => (
          <VersionCard key={version.name} version={version} />
        ))}
      </div>
    </Drawer>
  );
}

/** URLs come from an external service, so only web links are rendered. */
const isPage = (address: string | undefined): address is string => address !== undefined && /^https?:\/\/./.test(address);

function OutLink({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="updates-link">
      {children}
      <Icon of={ExternalLink} size={14} />
    </a>
  );
}

const flags = [
  ['hasSecurityIssue', 'securityIssue', 'bad'],
  ['hasSecurityFix', 'securityFix', 'ok'],
  ['hasBreakingChange', 'breakingChange', 'warn'],
] as const;

function VersionCard({ version }: { readonly version: Version }): ReactNode {
  const { t } = useTranslation();
  const { name, createdAt, description, documentationUrl, nodes = [] } = version;
  return (
    <article className="update">
      <header className="update-head">
        <h3 className="update-name">{name}</h3>
        {flags.map(([flag, text, kind]) =>
          version[flag] === true ? (
            <span key={flag} className="update-flag" data-kind={kind}>
              {t(`updates.${text}`)}
            </span>
          ) : null,
        )}
        <span className="row-grow" />
        <span className="quiet-text">
          <RelativeTime at={createdAt} />
        </span>
      </header>
      {description === undefined || description === '' ? null : <p className="update-text">{description}</p>}
      {nodes.length === 0 ? null : (
        <ul className="update-nodes" aria-label={t('updates.nodes')}>
          {nodes.map((node) => (
            <li key={node.name} className="update-node">
              <NodeIcon url={nodeIconUrl(node.name)} />
              {node.displayName ?? node.name}
            </li>
          ))}
        </ul>
      )}
      {isPage(documentationUrl) ? <OutLink to={documentationUrl}>{t('updates.notes')}</OutLink> : null}
    </article>
  );
}
