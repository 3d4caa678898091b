// Commands of the palette, in groups.
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Keys } from '../../../ui/floating/keys.tsx';
import { MarkedText } from '../../../ui/search.tsx';
import type { PaletteEntry, PaletteGroup, PaletteLine } from './palette-rows.ts';

export interface PaletteListProps {
  readonly listId: string;
  readonly groups: readonly PaletteGroup[];
  /** Index of the active command across groups; -1 if there is none. */
  readonly active: number;
  readonly query: string;
  /** Whether any command has an icon. All commands then reserve space for one. */
  readonly hasIcons: boolean;
  readonly onChoose: (entry: PaletteEntry) => void;
  /** Called when the pointer moves over a command. */
  readonly onPoint: (entry: PaletteEntry) => void;
}

export function PaletteList({ listId, groups, active, query, hasIcons, onChoose, onPoint }: PaletteListProps): ReactNode {
  const { t } = useTranslation('creator');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const line = list.current?.querySelector('[aria-selected="true"]');
    if (active === 0) list.current?.scrollTo?.({ top: 0 });
    else line?.scrollIntoView?.({ block: 'nearest' });
  }, [active, groups]);
  let index = -1;
  return (
    <>
      {groups.length > 0 ? null : (
        <div className="palette-nothing">
          <p className="palette-nothing-title">{t('palette.nothing', { query: query.trim() })}</p>
          <p>{t('palette.nothingHint')}</p>
        </div>
      )}
      <div ref={list} id={listId} className="palette-list" role="listbox" aria-label={t('palette.commands')} hidden={groups.length === 0}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.label ?? t('palette.commands')}>
            {group.label === undefined ? null : (
              <div className="palette-group" aria-hidden>
                {group.label}
              </div>
            )}
            {group.lines.map((line) => {
              index++;
              return (
                <Line
                  key={line.entry.id}
                  line={line}
                  domId={`${listId}-${index}`}
                  isActive={index === active}
                  hasIcon={hasIcons}
                  onChoose={onChoose}
                  onPoint={onPoint}
                />
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

interface LineProps extends Pick<PaletteListProps, 'onChoose' | 'onPoint'> {
  readonly line: PaletteLine;
  readonly domId: string;
  readonly isActive: boolean;
  readonly hasIcon: boolean;
}

function Line({ line: { entry, marks, from }, domId, isActive, hasIcon, onChoose, onPoint }: LineProps): ReactNode {
  return (
    <div
      id={domId}
      role="option"
      className="palette-line"
      aria-selected={isActive}
      aria-disabled={entry.isDisabled === true || undefined}
      onClick={() => onChoose(entry)}
      // On move rather than enter, because rows that scroll under a resting pointer must not become active.
      onPointerMove={() => (isActive ? undefined : onPoint(entry))}
      // The search box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {hasIcon ? <span className="palette-icon">{entry.icon}</span> : null}
      <span className="palette-label" title={entry.label}>
        <MarkedText text={entry.label} marks={marks} />
      </span>
      {from === undefined ? null : <span className="palette-from">{from}</span>}
      {entry.shortcut === undefined ? null : <Keys keys={entry.shortcut} />}
    </div>
  );
}
