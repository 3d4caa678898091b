// Filters the list to workflows that have all chosen tags.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tag } from '../../../engine/contract/rest/tags.ts';
import { MultiSelect } from '../../ui/multi-select.tsx';

export interface TagFilterProps {
  readonly tags: readonly Tag[];
  /** Tag ids. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export function TagFilter({ tags, chosen, onChange }: TagFilterProps): ReactNode {
  const { t } = useTranslation('workflows');
  if (tags.length === 0) return null;
  return (
    <MultiSelect
      label={t('list.filterTags')}
      values={chosen}
      options={tags.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
      shown={chosen.length === 0 ? t('list.allTags') : t('list.someTags', { count: chosen.length })}
    />
  );
}
