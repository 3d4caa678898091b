// What moves an entry of a list and takes it away: the focus goes with an entry that was moved.
import { ArrowDown, ArrowUp, Trash2, type LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';

export interface EntryActs {
  readonly onRemove?: (() => void) | undefined;
  /** Absent where it cannot be moved that way. */
  readonly onUp?: (() => void) | undefined;
  readonly onDown?: (() => void) | undefined;
}

export interface EntryToolsProps extends EntryActs {
  /** Names the entry for those who listen. */
  readonly name: string;
  readonly className: string;
}

const ways = [
  { way: 'up', icon: ArrowUp, label: 'moveUp', by: -1 },
  { way: 'down', icon: ArrowDown, label: 'moveDown', by: 1 },
] as const satisfies readonly { readonly way: string; readonly icon: LucideIcon; readonly label: string; readonly by: 1 | -1 }[];

export function EntryTools({ name, className, onRemove, onUp, onDown }: EntryToolsProps): ReactNode {
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
}

/** Once it is drawn anew: the entry lies elsewhere, or another one holds what it held. */
function followMove({ currentTarget }: MouseEvent<HTMLElement>, by: 1 | -1): void {
  const entry = currentTarget.closest('[data-entry]');
  const list = entry?.parentElement;
  if (entry === null || list === null || list === undefined) return;
  const { move } = currentTarget.dataset;
  const place = (): number => [...list.children].indexOf(entry);
  const before = place();
  requestAnimationFrame(() => {
    const now = entry.isConnected && place() !== before ? entry : list.children[before + by];
    const button = now?.querySelector<HTMLElement>(`[data-move="${move}"]`) ?? now?.querySelector<HTMLElement>('[data-move]');
    button?.focus();
  });
}
