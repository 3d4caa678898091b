// Entries of a sidebar: a link, a button, and a group that opens below, or beside if the sidebar is collapsed.
import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../ui/floating/menu.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';

interface EntryProps {
  readonly isCollapsed: boolean;
  readonly icon: LucideIcon;
  readonly label: string;
}

/** While the sidebar is collapsed, the name is shown as a tooltip. */
function Named({ isCollapsed, label, children }: { isCollapsed: boolean; label: string; children: ReactElement<Record<string, unknown>> }) {
  return isCollapsed ? (
    <Tooltip label={label} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  );
}

function Face({ isCollapsed, icon, label }: EntryProps): ReactNode {
  return (
    <>
      <Icon of={icon} />
      <span className={isCollapsed ? 'visually-hidden' : 'side-label'}>{label}</span>
    </>
  );
}

interface SideLinkProps extends EntryProps {
  readonly to: string;
  /** Whether the entry is drawn in a weaker color. */
  readonly isQuiet?: boolean;
}

export function SideLink({ to, isQuiet = false, ...entry }: SideLinkProps): ReactNode {
  return (
    <Named isCollapsed={entry.isCollapsed} label={entry.label}>
      <NavLink to={to} className="side-entry" data-quiet={isQuiet ? '' : undefined}>
        <Face {...entry} />
      </NavLink>
    </Named>
  );
}

export interface SideButtonProps extends EntryProps {
  readonly isCurrent?: boolean;
  readonly onClick: () => void;
}

export function SideButton({ isCurrent = false, onClick, ...entry }: SideButtonProps): ReactNode {
  return (
    <Named isCollapsed={entry.isCollapsed} label={entry.label}>
      <button type="button" className="side-entry" aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
        <Face {...entry} />
      </button>
    </Named>
  );
}

export interface SideGroupProps extends EntryProps {
  readonly isCurrent: boolean;
  readonly entries: readonly Exclude<MenuEntry, 'line'>[];
  readonly startsOpen?: boolean;
  /** Where the entry itself leads; a button beside it opens the group, which a collapsed sidebar does not show. Without it, the entry opens the group. */
  readonly to?: string;
  /** Accessible name of that button. */
  readonly toggleLabel?: string;
}

export function SideGroup({ isCurrent, entries, startsOpen = false, to, toggleLabel, ...entry }: SideGroupProps): ReactNode {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const id = useId();
  if (entry.isCollapsed && to !== undefined) return <SideLink to={to} {...entry} />;
  if (entry.isCollapsed) {
    const trigger = (
      <button type="button" className="side-entry" data-current={isCurrent} title={entry.label}>
        <Face {...entry} />
      </button>
    );
    return <Menu trigger={trigger} entries={entries} side="right" align="start" />;
  }
  return (
    <>
      {to === undefined ? (
        <button
          type="button"
          className="side-entry"
          data-current={isCurrent}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Face {...entry} />
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        </button>
      ) : (
        <span className="side-entries">
          <NavLink to={to} className="side-entry" data-current={isCurrent}>
            <Face {...entry} />
          </NavLink>
          <button
            type="button"
            className="side-toggle"
            aria-label={toggleLabel}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
          </button>
        </span>
      )}
      <div id={id} className="side-group" hidden={!isOpen}>
        {entries.map(({ id: entryId, label, icon, onSelect }) => (
          <button key={entryId} type="button" className="side-entry" onClick={onSelect}>
            {icon}
            <span className="side-label">{label}</span>
          </button>
        ))}
      </div>
    </>
  );
}
