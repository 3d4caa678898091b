// The search box of the node creator; the keys stay in it while they move through the list.
import '../../../ui/field.css';
import { Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import type { CreatorModel } from './use-creator.ts';

export interface CreatorSearchProps {
  readonly creator: CreatorModel;
  readonly listId: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** The id of a line within the page. */
export const rowDomId = (listId: string, index: number): string => `${listId}-${index}`;

export function CreatorSearch({ creator, listId, onKeyDown, ref }: CreatorSearchProps): ReactNode {
  const { t } = useTranslation('creator');
  const { active, place, rows, isSearch, isFallback } = creator;
  return (
    <div className="creator-search">
      <Icon of={Search} />
      <input
        ref={ref}
        className="input"
        type="text"
        role="combobox"
        aria-label={t('search')}
        aria-expanded="true"
        aria-haspopup="tree"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === -1 ? undefined : rowDomId(listId, active)}
        placeholder={t('searchPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        value={place.query}
        onChange={(event) => creator.setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className="visually-hidden" role="status">
        {isSearch ? t('found', { count: isFallback ? 0 : rows.length }) : ''}
      </span>
    </div>
  );
}
