// The search box of the node creator.
import '../../../ui/field.css';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from './search-box.tsx';
import type { CreatorModel } from './use-creator.ts';

export interface CreatorSearchProps {
  readonly creator: CreatorModel;
  readonly listId: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly ref: Ref<HTMLInputElement>;
}

export function CreatorSearch({ creator, listId, onKeyDown, ref }: CreatorSearchProps): ReactNode {
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
      found={isSearch ? t('found', { count: isFallback ? 0 : rows.length }) : ''}
      onChange={creator.setQuery}
      onKeyDown={onKeyDown}
    />
  );
}
