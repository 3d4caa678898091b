// The command palette: search over all commands of the editor.
import { Dialog as Base } from '@base-ui/react/dialog';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBefore } from '../../../ui/floating/focus.ts';
import { Keys } from '../../../ui/floating/keys.tsx';
import { SearchBox } from '../../../ui/search.tsx';
import { PaletteList } from './palette-list.tsx';
import { paletteGroups, type PaletteEntry, type PaletteSection } from './palette-rows.ts';
import './palette.css';

export interface CommandPaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly sections: readonly PaletteSection[];
}

export function CommandPalette({ isOpen, onClose, sections }: CommandPaletteProps): ReactNode {
  const search = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = useFocusBefore(isOpen, popup);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-ground" />
        <Base.Popup ref={popup} className="palette" initialFocus={search} finalFocus={finalFocus}>
          <PaletteContent sections={sections} onClose={onClose} search={search} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ContentProps extends Pick<CommandPaletteProps, 'sections' | 'onClose'> {
  readonly search: { current: HTMLInputElement | null };
}

/** Mounted each time it opens, so that it starts empty. */
function PaletteContent({ sections, onClose, search }: ContentProps): ReactNode {
  const { t } = useTranslation('creator');
  const listId = useId();
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const [recent] = useState(() => readRecent());
  const groups = useMemo(() => paletteGroups(sections, query, recent, t('palette.recent')), [sections, query, recent, t]);
  const entries = groups.flatMap(({ lines }) => lines.map(({ entry }) => entry));
  const active = activeIndex(entries, activeId);

  const choose = (entry: PaletteEntry): void => {
    if (entry.isDisabled === true) return;
    writeRecent(entry.id);
    // Closed first, since a command may open something that takes the focus.
    onClose();
    entry.onSelect();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    const entry = entries[active];
    const next = nextIndex(event.key, active, entries.length);
    if (next !== undefined) setActiveId(entries[next]?.id);
    else if (event.key === 'Enter' && entry !== undefined) choose(entry);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Base.Title className="visually-hidden">{t('palette.title')}</Base.Title>
      <SearchBox
        ref={search}
        className="palette-search"
        inputClassName="palette-input"
        label={t('palette.search')}
        placeholder={t('palette.placeholder')}
        popup="listbox"
        listId={listId}
        active={active}
        value={query}
        resultCount={query.trim() === '' ? '' : t('palette.found', { count: entries.length })}
        onChange={(next) => {
          setQuery(next);
          setActiveId(undefined);
        }}
        onKeyDown={press}
      />
      <PaletteList
        listId={listId}
        groups={groups}
        active={active}
        query={query}
        hasIcons={sections.some((section) => section.entries.some(({ icon }) => icon !== undefined))}
        onChoose={choose}
        onPoint={(entry) => setActiveId(entry.id)}
      />
      <PalettePreview entry={entries[active]} />
      <PaletteFoot />
    </>
  );
}

/** Number of entries by which the keys for pages move. */
const PAGE = 8;

/** Returns the entry to which a key moves; undefined for other keys. */
function nextIndex(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active - 1 + count) % count;
  if (key === 'PageDown') return Math.min(active + PAGE, count - 1);
  return key === 'PageUp' ? Math.max(active - PAGE, 0) : undefined;
}

/** Always mounted, so that changes are announced. */
function PalettePreview({ entry }: { readonly entry: PaletteEntry | undefined }): ReactNode {
  return (
    <div className="palette-preview" role="status">
      {entry?.isDisabled === true ? null : entry?.preview?.()}
    </div>
  );
}

function PaletteFoot(): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <footer className="palette-foot">
      <span>
        <Keys keys="↑↓" /> {t('palette.move')}
      </span>
      <span>
        <Keys keys="Enter" /> {t('palette.run')}
      </span>
      <span>
        <Keys keys="Esc" /> {t('palette.close')}
      </span>
    </footer>
  );
}

/** Returns the index of the active entry, otherwise of the first enabled one. */
function activeIndex(entries: readonly PaletteEntry[], id: string | undefined): number {
  const index = id === undefined ? -1 : entries.findIndex((entry) => entry.id === id);
  if (index !== -1) return index;
  const first = entries.findIndex((entry) => entry.isDisabled !== true);
  return first === -1 && entries.length > 0 ? 0 : first;
}

const key = 'millrace.palette.recent';
const recentCount = 5;

export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Returns the ids of recently used commands, newest first. */
export function readRecent(storage: RecentStorage = localStorage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, recentCount) : [];
  } catch {
    return [];
  }
}

/** Moves a command to the front. */
export function writeRecent(id: string, storage: RecentStorage = localStorage): void {
  try {
    storage.setItem(key, JSON.stringify([id, ...readRecent(storage).filter((other) => other !== id)].slice(0, recentCount)));
  } catch {
    // If storage is full or blocked, the list stays unchanged.
  }
}
