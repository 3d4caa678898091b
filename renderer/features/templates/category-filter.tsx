// Filters templates by category. Beyond twelve, the others are shown on request.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateCategory } from '../../../engine/contract/rest/templates.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';

const COLLAPSED = 12;

interface CategoryFilterProps {
  readonly categories: readonly TemplateCategory[];
  readonly chosen: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

export function CategoryFilter({ categories, chosen, onChange }: CategoryFilterProps): ReactNode {
  const { t } = useTranslation('templates');
  const [isExpanded, setIsExpanded] = useState(false);
  // Chosen ones are always in view.
  const ordered = categories.toSorted((a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)));
  const visible = isExpanded ? ordered : ordered.slice(0, COLLAPSED);
  const hiddenCount = categories.length - visible.length;
  return (
    <fieldset className="template-categories">
      <legend className="field-label">{t('categories')}</legend>
      <Checkbox label={t('allCategories')} isOn={chosen.length === 0} onChange={() => onChange([])} />
      {visible.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          isOn={chosen.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
        />
      ))}
      {hiddenCount === 0 ? null : (
        <Button kind="quiet" size="small" onClick={() => setIsExpanded(true)}>
          {t('moreCategories', { count: hiddenCount })}
        </Button>
      )}
    </fieldset>
  );
}
