// A pane and its keys: Ctrl+F searches what the pane shows.
import './data.css';
import { useDeferredValue, type KeyboardEvent, type ReactNode } from 'react';
import type { Side } from './pane-choice.ts';
import { PaneProvider, usePane } from './pane-context.tsx';

export interface PaneFrameProps {
  readonly side: Side;
  /** Something else than items is shown, which has keys of its own. */
  readonly isOther?: boolean;
  readonly children: ReactNode;
}

/** Drawn after the view around it, in slices: what looks through all items keeps nobody waiting. */
export function PaneFrame({ side, isOther = false, children }: PaneFrameProps): ReactNode {
  const isDue = useDeferredValue(true, false);
  if (!isDue) return <div className="data-pane" />;
  return (
    <PaneProvider side={side}>
      <Keyed isOther={isOther}>{children}</Keyed>
    </PaneProvider>
  );
}

function Keyed({ isOther, children }: Pick<PaneFrameProps, 'isOther' | 'children'>): ReactNode {
  const { search, items, display } = usePane();
  const press = (event: KeyboardEvent): void => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
    if (!isFind || isOther === true || items.length === 0 || display === 'binary' || display === 'html') return;
    event.preventDefault();
    event.stopPropagation();
    search.setOpen(true);
  };
  return (
    <div className="data-pane" onKeyDown={press}>
      {children}
    </div>
  );
}
