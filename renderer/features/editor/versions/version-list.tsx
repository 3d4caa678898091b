// The versions of a workflow, grouped by day: a list box with arrow keys.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowVersionView } from '../../../../engine/contract/rest/workflow-versions.ts';
import { personName } from '../../../lib/person-name.ts';
import { Tag } from '../../../ui/tag.tsx';
import { byDay } from './version-groups.ts';

export interface VersionListProps {
  readonly versions: readonly WorkflowVersionView[];
  readonly chosen: number;
  readonly onChoose: (version: number) => void;
}

export function VersionList({ versions, chosen, onChoose }: VersionListProps): ReactNode {
  const { t, i18n } = useTranslation('versions');
  const list = useRef<HTMLDivElement>(null);
  const at = versions.findIndex(({ version }) => version === chosen);
  useEffect(() => {
    const option = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    option?.scrollIntoView?.({ block: 'nearest' });
    if (list.current?.contains(document.activeElement) === true) option?.focus({ preventScroll: true });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: versions.length - 1 };
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = versions[Math.max(0, Math.min(target, versions.length - 1))];
    if (next !== undefined) onChoose(next.version);
  };
  const dayName = (day: number): string => new Date(day).toLocaleDateString(i18n.language, { dateStyle: 'full' });
  return (
    <div ref={list} className="version-list" role="listbox" aria-label={t('list.label')} tabIndex={-1} onKeyDown={onKeyDown}>
      {byDay(versions).map(({ day, versions: ofDay }) => (
        <div key={day} role="group" aria-label={dayName(day)}>
          <div className="version-day" aria-hidden>
            {dayName(day)}
          </div>
          {ofDay.map((version) => (
            <VersionOption
              key={version.version}
              version={version}
              isChosen={version.version === chosen}
              isTabStop={version.version === (at === -1 ? versions[0]?.version : chosen)}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface VersionOptionProps extends Pick<VersionListProps, 'onChoose'> {
  readonly version: WorkflowVersionView;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
}

function VersionOption({ version: entry, isChosen, isTabStop, onChoose }: VersionOptionProps): ReactNode {
  const { t, i18n } = useTranslation('versions');
  const { version, savedAt, savedBy, isNewest, label } = entry;
  const by = savedBy === undefined ? '' : personName(savedBy);
  const time = new Date(savedAt).toLocaleTimeString(i18n.language, { timeStyle: 'short' });
  return (
    <div
      role="option"
      className="version-option"
      aria-selected={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      onClick={(event) => {
        event.currentTarget.focus();
        onChoose(version);
      }}
    >
      <span className="version-name" data-named={label === undefined ? undefined : ''} dir="auto">
        {label?.name ?? t('version', { version })}
      </span>
      {isNewest ? <Tag>{t('list.current')}</Tag> : null}
      <span className="version-facts">
        {label === undefined ? null : <span>{t('version', { version })}</span>}
        <time dateTime={savedAt}>{time}</time>
        {by === '' ? null : <span dir="auto">{by}</span>}
      </span>
      {label === undefined || label.description === '' ? null : (
        <span className="version-description" dir="auto">
          {label.description}
        </span>
      )}
    </div>
  );
}
