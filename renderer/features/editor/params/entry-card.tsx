// One entry of a list: its fields in a card, with what moves it and takes it away.
import type { ReactNode } from 'react';
import { EntryTools, type EntryActs } from './entry-tools.tsx';

export interface EntryCardProps extends EntryActs {
  /** Names the entry for those who listen. */
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
