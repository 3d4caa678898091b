// The node creator: a panel over the canvas to choose or drag nodes from.
import { X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import type { TypeActions } from '../../../../engine/workflow/parameters/actions.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Keys } from '../../../ui/floating/keys.tsx';
import type { CreatorMode } from './catalog.ts';
import { CreatorList } from './creator-list.tsx';
import type { PackageOffer } from './package-offers.ts';
import type { NodePick } from './rows.ts';
import { useCreator, type CreatorModel } from './use-creator.ts';
import { useFocusReturn } from '../../../ui/floating/focus.ts';
import { SearchBox } from '../../../ui/search.tsx';
import './creator.css';
import '../../../ui/fields/field.css';

export interface NodeCreatorProps {
  /** Descriptions of the installed types; the newest version of a type is used. */
  readonly nodeTypes: readonly NodeDescription[];
  readonly isOpen: boolean;
  /** Actions of the node types, which the search finds. */
  readonly actions?: readonly TypeActions[];
  /** Replaces the title. */
  readonly title?: string;
  /** Whether only nodes for one input are offered. They are of one kind, and few are listed without groups. */
  readonly isForInput?: boolean;
  /** Kind of nodes that is shown first. */
  readonly mode: CreatorMode;
  readonly iconUrl: (type: string) => string;
  /** Number of nodes of each type in the workflow. */
  readonly usedTypes: ReadonlyMap<string, number>;
  readonly onPick: (pick: NodePick) => void;
  /** Called if the maximum number of the chosen type is reached; the panel stays open. */
  readonly onReject?: (pick: NodePick) => void;
  readonly onClose: () => void;
  /** Describes what the new node is connected to. */
  readonly hint?: string;
  /** Packages that match the search; `onSearch` is called with the searched text. */
  readonly packages?: readonly PackageOffer[];
  readonly onSearch?: (query: string) => void;
  /** Called if a package is chosen; the panel stays open. */
  readonly onInstall?: (packageName: string) => void;
  /** Called to search the registry of packages; without it, this is not offered. */
  readonly onFindPackage?: (query: string) => void;
  /** Returns the URL of the page for node requests; without it, no link is shown. */
  readonly requestUrl?: (searched: string) => string;
  /** Takes the focus when the panel closes, if nothing had it before. */
  readonly focusAfter?: () => void;
}

export function NodeCreator({ isOpen, ...rest }: NodeCreatorProps): ReactNode {
  return isOpen ? <CreatorPanel key={rest.mode} {...rest} /> : null;
}

/** Also closes the panel on Escape while the focus is on the canvas or nowhere, unless the key has another use. */
function useEscapeBeside(onClose: () => void): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      const isFree = event.target === document.body || (event.target as Element | null)?.closest?.('.canvas') != null;
      if (event.key !== 'Escape' || event.defaultPrevented || !isFree) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onClose]);
}

function CreatorPanel(props: Omit<NodeCreatorProps, 'isOpen'>): ReactNode {
  const { t } = useTranslation('creator');
  const { onClose, hint, title = t('title'), isForInput = false } = props;
  const creator = useCreator(props);
  const listId = useId();
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useFocusReturn(panel, props.focusAfter);
  useEffect(() => search.current?.focus({ preventScroll: true }), []);
  useEscapeBeside(onClose);
  const { query } = creator.place;
  const { onSearch } = props;
  useEffect(() => onSearch?.(query), [onSearch, query]);

  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const pressInSearch = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Tab') onClose();
    else if (!creator.press(event.key)) return;
    event.preventDefault();
    // The canvas uses the same keys.
    event.stopPropagation();
  };
  return (
    <aside ref={panel} className="creator" aria-label={title} onKeyDown={closeOnEscape}>
      <header className="creator-head">
        <h2 className="creator-title">{title}</h2>
        <IconButton label={t('close')} shortcut="Esc" side="left" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </header>
      {hint === undefined ? null : <p className="creator-hint">{hint}</p>}
      {isForInput ? null : (
        <CreatorTabs
          mode={creator.place.mode}
          controls={listId}
          onChange={creator.setMode}
          onClicked={() => search.current?.focus({ preventScroll: true })}
        />
      )}
      <CreatorSearch ref={search} creator={creator} listId={listId} onKeyDown={pressInSearch} />
      <CreatorList
        creator={creator}
        listId={listId}
        iconUrl={props.iconUrl}
        hasHint={hint !== undefined}
        requestUrl={props.requestUrl}
        onUsed={() => search.current?.focus({ preventScroll: true })}
      />
      <CreatorFoot hasTabs={!isForInput} />
    </aside>
  );
}

function CreatorFoot({ hasTabs }: { readonly hasTabs: boolean }): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <footer className="creator-foot">
      <span>
        <Keys keys="↑↓" /> {t('keys.move')}
      </span>
      <span>
        <Keys keys="←→" /> {t('keys.open')}
      </span>
      <span>
        <Keys keys="Enter" /> {t('keys.add')}
      </span>
      {hasTabs ? (
        <span>
          <Keys keys="Shift+Tab" /> {t('keys.kinds')}
        </span>
      ) : null}
    </footer>
  );
}

interface CreatorSearchProps {
  readonly creator: CreatorModel;
  readonly listId: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly ref: Ref<HTMLInputElement>;
}

function CreatorSearch({ creator, listId, onKeyDown, ref }: CreatorSearchProps): ReactNode {
  const { t } = useTranslation('creator');
  const { active, place, rows, isSearch, isFallback } = creator;
  return (
    <SearchBox
      ref={ref}
      className="creator-search"
      inputClassName="input"
      label={t('search')}
      placeholder={t('searchPlaceholder')}
      popup="tree"
      listId={listId}
      active={active}
      value={place.query}
      resultCount={
        isSearch ? t('found', { count: isFallback ? 0 : rows.filter(({ kind }) => kind === 'node' || kind === 'action').length }) : ''
      }
      onChange={creator.setQuery}
      onKeyDown={onKeyDown}
    />
  );
}

const modes: readonly CreatorMode[] = ['all', 'regular', 'trigger'];

interface CreatorTabsProps {
  readonly mode: CreatorMode;
  /** Id of the tab panel. */
  readonly controls: string;
  readonly onChange: (mode: CreatorMode) => void;
  /** Called after a mouse click. */
  readonly onClicked: () => void;
}

/** Tabs for the kinds of nodes. */
function CreatorTabs({ mode, controls, onChange, onClicked }: CreatorTabsProps): ReactNode {
  const { t } = useTranslation('creator');
  const step = (event: KeyboardEvent<HTMLElement>): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = (modes.indexOf(mode) + by + modes.length) % modes.length;
    onChange(modes[next] ?? 'all');
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className="creator-tabs" role="tablist" aria-label={t('kinds')} onKeyDown={step}>
      {modes.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          className="creator-tab"
          aria-selected={each === mode}
          aria-controls={controls}
          tabIndex={each === mode ? 0 : -1}
          onClick={({ detail }) => {
            onChange(each);
            if (detail > 0) onClicked();
          }}
        >
          {t(`modes.${each}`)}
        </button>
      ))}
    </div>
  );
}
