// Goes from item to item of the input, so that a result is seen for each.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { useNodeView } from '../node-view/node-view-context.tsx';

/** Which item of the input the result is for. */
export function ItemSwitcher(): ReactNode {
  const { t } = useTranslation('expression');
  const { input, looking, look } = useNodeView();
  const count = input.items?.length ?? 0;
  if (count < 2) return null;
  const at = Math.min(looking.item, count - 1);
  return (
    <span className="expression-items" role="group" aria-label={t('item', { number: at + 1, count })}>
      <button type="button" aria-label={t('itemBefore')} disabled={at === 0} onClick={() => look({ item: at - 1 })}>
        <Icon of={ChevronLeft} size={12} />
      </button>
      {t('itemShort', { number: at + 1 })}
      <button type="button" aria-label={t('itemAfter')} disabled={at === count - 1} onClick={() => look({ item: at + 1 })}>
        <Icon of={ChevronRight} size={12} />
      </button>
    </span>
  );
}
