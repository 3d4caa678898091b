// Buttons and keys to choose the input item for the result.
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { useOpenNode } from '../open-node/index.ts';

interface Items {
  readonly at: number;
  readonly count: number;
  readonly go: (item: number) => void;
}

function useItems(): Items {
  const { input, selection, select } = useOpenNode();
  const count = input.items?.length ?? 0;
  return { at: Math.min(selection.item, count - 1), count, go: (item) => select({ item }) };
}

/** Returns a key handler: Alt+Page Up and Alt+Page Down choose the previous and next item. The buttons are not tab stops. */
export function useItemKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const { at, count, go } = useItems();
  return (event) => {
    const by = { PageUp: -1, PageDown: 1 }[event.key];
    if (by === undefined || !event.altKey || count < 2) return;
    event.preventDefault();
    go(Math.min(count - 1, Math.max(0, at + by)));
  };
}

/** Shows the chosen item, with buttons for the previous and next one. */
export function ItemSwitcher(): ReactNode {
  const { t } = useTranslation('expression');
  const { at, count, go } = useItems();
  if (count < 2) return null;
  return (
    <span className="expression-items" role="group" aria-label={t('item', { number: at + 1, count })}>
      <Step icon={ChevronLeft} label={t('itemBefore')} keys="Alt+PageUp" isOff={at === 0} onStep={() => go(at - 1)} />
      {t('itemShort', { number: at + 1 })}
      <Step icon={ChevronRight} label={t('itemAfter')} keys="Alt+PageDown" isOff={at === count - 1} onStep={() => go(at + 1)} />
    </span>
  );
}

interface StepProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly keys: string;
  readonly isOff: boolean;
  readonly onStep: () => void;
}

function Step({ icon, label, keys, isOff, onStep }: StepProps): ReactNode {
  const { t } = useTranslation('expression');
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={t('itemKey', { label, keys })}
      disabled={isOff}
      onClick={onStep}
    >
      <Icon of={icon} size={12} />
    </button>
  );
}
