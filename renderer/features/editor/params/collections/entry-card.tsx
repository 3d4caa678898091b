// A card for an entry of a list, with buttons to move and remove it. The focus follows a moved entry.
import { ArrowDown, ArrowUp, Trash2, type LucideIcon } from 'lucide-react';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Toolbar } from '../../../../ui/toolbar.tsx';

export interface EntryActions {
  readonly onRemove?: (() => void) | undefined;
  /** Undefined if the entry cannot be moved in this direction. */
  readonly onUp?: (() => void) | undefined;
  readonly onDown?: (() => void) | undefined;
}

interface EntryToolsProps extends EntryActions {
  /** Accessible name of the entry. */
  readonly name: string;
  readonly className: string;
}

const ways = [
  { way: 'up', icon: ArrowUp, label: 'moveUp', by: -1 },
  { way: 'down', icon: ArrowDown, label: 'moveDown', by: 1 },
] as const satisfies readonly { readonly way: string; readonly icon: LucideIcon; readonly label: string; readonly by: 1 | -1 }[];

export const EntryTools = memo(function EntryTools({ name, className, onRemove, onUp, onDown }: EntryToolsProps): ReactNode {
  const { t } = useTranslation('params');
  return (
    <Toolbar label={t('tools', { name })} className={className}>
      {ways.map(({ way, icon, label, by }) => {
        const move = way === 'up' ? onUp : onDown;
        return move === undefined ? null : (
          <IconButton
            key={way}
            label={t(label, { name })}
            size="small"
            data-move={way}
            onClick={(event) => {
              followMove(event, by);
              move();
            }}
          >
            <Icon of={icon} size={13} />
          </IconButton>
        );
      })}
      {onRemove === undefined ? null : (
        <IconButton label={t('remove', { name })} size="small" onClick={onRemove}>
          <Icon of={Trash2} size={13} />
        </IconButton>
      )}
    </Toolbar>
  );
});

/** Waits for the next render, because the entry has moved, or another entry has its values. */
function followMove({ currentTarget }: MouseEvent<HTMLElement>, by: 1 | -1): void {
  const entry = currentTarget.closest('[data-entry]');
  const list = entry?.parentElement;
  if (entry === null || list === null || list === undefined) return;
  const { move } = currentTarget.dataset;
  const indexInList = (): number => [...list.children].indexOf(entry);
  const before = indexInList();
  requestAnimationFrame(() => {
    const now = entry.isConnected && indexInList() !== before ? entry : list.children[before + by];
    const button = now?.querySelector<HTMLElement>(`[data-move="${move}"]`) ?? now?.querySelector<HTMLElement>('[data-move]');
    button?.focus();
  });
}

interface EntryCardProps extends EntryActions {
  /** Accessible name of the entry. */
  readonly name: string;
  readonly isDisabled: boolean;
  /** Two short fields beside each other. */
  readonly isPair?: boolean;
  readonly children: ReactNode;
}

export function EntryCard({ name, isDisabled, onRemove, onUp, onDown, isPair = false, children }: EntryCardProps): ReactNode {
  return (
    <div className="param-card" data-pair={isPair} data-entry="" role="group" aria-label={name}>
      <div className="param-card-body">{children}</div>
      {isDisabled ? null : <EntryTools {...{ name, onRemove, onUp, onDown }} className="param-card-tools" />}
    </div>
  );
}
