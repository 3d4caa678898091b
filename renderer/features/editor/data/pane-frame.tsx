// The frame of a pane: its messages and its keyboard shortcut (Ctrl+F opens the search).
import './data.css';
import { useDeferredValue, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../../../lib/keys.ts';
import { useNow } from '../../../ui/relative-time.tsx';
import type { Side } from '../open-node/index.ts';
import { PaneProvider, usePane } from './pane-context.tsx';

interface PaneFrameProps {
  readonly side: Side;
  /** Whether the pane shows something other than items. */
  readonly isOther?: boolean;
  readonly children: ReactNode;
}

/** Rendered after the surrounding view, with low priority, since the panes process all items. */
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
    const isFind = keysOf(event) === 'Ctrl+F';
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

interface PaneMessageProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

export function PaneMessage({ title, text, icon, children }: PaneMessageProps): ReactNode {
  return (
    <div className="data-message" role="status">
      {icon}
      <strong>{title}</strong>
      {text === undefined ? null : <p>{text}</p>}
      {children}
    </div>
  );
}

/** Formats a duration: in seconds below a minute, else as `m:ss`. */
function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Shown while the node runs; `startedAt` is in milliseconds since the epoch. */
export function Working({ startedAt }: { readonly startedAt: number | undefined }): ReactNode {
  const { t } = useTranslation('data');
  const now = useNow(1000);
  return (
    <PaneMessage
      title={t('working.title')}
      text={startedAt === undefined ? undefined : elapsedText(now - startedAt)}
      icon={<span className="waiting-wheel" aria-hidden />}
    />
  );
}
