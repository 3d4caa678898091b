// One entry of a list: its fields in a card, with what moves it and takes it away.
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

export interface EntryCardProps {
  /** Names the entry for those who listen. */
  readonly name: string;
  readonly isDisabled: boolean;
  readonly onRemove?: (() => void) | undefined;
  /** Absent where it cannot be moved that way. */
  readonly onUp?: (() => void) | undefined;
  readonly onDown?: (() => void) | undefined;
  /** Two short fields beside each other. */
  readonly isPair?: boolean;
  readonly children: ReactNode;
}

export function EntryCard({ name, isDisabled, onRemove, onUp, onDown, isPair = false, children }: EntryCardProps): ReactNode {
  const { t } = useTranslation('params');
  return (
    <div className="param-card" data-pair={isPair} role="group" aria-label={name}>
      <div className="param-card-body">{children}</div>
      {isDisabled ? null : (
        <div className="param-card-tools">
          {onUp === undefined ? null : (
            <IconButton label={t('moveUp', { name })} size="small" onClick={onUp}>
              <Icon of={ArrowUp} size={13} />
            </IconButton>
          )}
          {onDown === undefined ? null : (
            <IconButton label={t('moveDown', { name })} size="small" onClick={onDown}>
              <Icon of={ArrowDown} size={13} />
            </IconButton>
          )}
          {onRemove === undefined ? null : (
            <IconButton label={t('remove', { name })} size="small" onClick={onRemove}>
              <Icon of={Trash2} size={13} />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
}
