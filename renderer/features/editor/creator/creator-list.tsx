// The list of the node creator with its header and footer.
import { ArrowLeft, Zap } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { categoryText, CreatorRowView } from './creator-row.tsx';
import { rowDomId, useGrowing, useLatest } from '../../../ui/search.tsx';
import type { CreatorRow } from './rows.ts';
import type { CreatorModel } from './use-creator.ts';

export interface CreatorListProps {
  readonly creator: CreatorModel;
  readonly listId: string;
  readonly iconUrl: (type: string) => string;
  /** Whether another message is already shown above. */
  readonly hasHint: boolean;
  readonly requestUrl?: (searched: string) => string;
  /** Called after a mouse click in the list, so that the search box takes the focus back. */
  readonly onUsed: () => void;
}

export function CreatorList({ creator, listId, iconUrl, hasHint, requestUrl, onUsed }: CreatorListProps): ReactNode {
  const { t } = useTranslation('creator');
  const { rows, active, place, isSearch, isFallback } = creator;
  const list = useRef<HTMLDivElement>(null);
  useActiveInView(list, rows[active]?.id);
  const { visibleRows, onScroll } = useGrowing(rows, active, `${place.mode} ${place.inside?.subcategory ?? ''} ${place.query}`);
  const choose = useLatest((row: CreatorRow): void => {
    creator.choose(row);
    onUsed();
  });
  return (
    <>
      {isSearch || place.inside === undefined ? null : (
        <BackLine
          name={place.inside.subcategory}
          onBack={() => {
            creator.leave();
            onUsed();
          }}
        />
      )}
      {isSearch || hasHint || place.inside !== undefined || creator.hasTrigger || place.mode === 'regular' ? null : (
        <TriggerHint creator={creator} onUsed={onUsed} />
      )}
      {isFallback ? <NothingFound creator={creator} /> : null}
      <div ref={list} id={listId} className="creator-list" role="tree" aria-label={t('nodes')} data-short={isFallback} onScroll={onScroll}>
        {visibleRows.map((row, index) => (
          <CreatorRowView
            key={row.id}
            row={row}
            domId={rowDomId(listId, index)}
            isActive={index === active}
            iconUrl={iconUrl}
            onChoose={choose}
          />
        ))}
      </div>
      {isFallback && requestUrl !== undefined ? (
        <p className="creator-request">
          {t('missing')}{' '}
          <a href={requestUrl(place.query.trim())} target="_blank" rel="noreferrer">
            {t('request')}
          </a>
        </p>
      ) : null}
    </>
  );
}

function BackLine({ name, onBack }: { readonly name: string; readonly onBack: () => void }): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <div className="creator-back">
      <IconButton label={t('back')} shortcut="←" size="small" onClick={onBack}>
        <Icon of={ArrowLeft} />
      </IconButton>
      <h3>{categoryText(name, t)}</h3>
    </div>
  );
}

function TriggerHint({ creator, onUsed }: { readonly creator: CreatorModel; readonly onUsed: () => void }): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <div className="creator-note">
      <Icon of={Zap} />
      <p>{t('noTrigger')}</p>
      {creator.place.mode === 'trigger' ? null : (
        <Button
          size="small"
          onClick={() => {
            creator.setMode('trigger');
            onUsed();
          }}
        >
          {t('showTriggers')}
        </Button>
      )}
    </div>
  );
}

function NothingFound({ creator: { place, rows } }: { readonly creator: CreatorModel }): ReactNode {
  const { t } = useTranslation('creator');
  return (
    <div className="creator-nothing">
      <p className="creator-nothing-title">{t('nothing', { query: place.query.trim() })}</p>
      {rows.some(({ kind }) => kind === 'package' || kind === 'registry') ? <p>{t('packages.instead')}</p> : null}
      {rows.every(({ kind }) => kind === 'node') && rows.length > 0 ? <p>{t('instead')}</p> : null}
    </div>
  );
}

/** Scrolls the active row into view if it is not visible. */
function useActiveInView(list: { readonly current: HTMLElement | null }, activeId: string | undefined): void {
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[data-active="true"]');
    // The first row has a heading above it, which is scrolled into view as well.
    if (active?.previousElementSibling?.previousElementSibling === null) list.current?.scrollTo?.({ top: 0 });
    else active?.scrollIntoView?.({ block: 'nearest' });
  }, [list, activeId]);
}
