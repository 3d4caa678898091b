// A tree with rows of equal height and keyboard navigation. Only visible rows are rendered.
import './data-tree.css';
import { useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { scrollToSee, useLedFocus, useScrollView } from '../scroll-view.ts';
import { nextRow, type ListedRow } from './tree-keys.ts';

const ROW = 21;
const PADDING = 10;
/** Rows rendered beyond the visible part. */
const OVERSCAN = 12;

interface TreeListProps {
  readonly label: string;
  readonly count: number;
  readonly rowAt: (index: number) => ListedRow;
  readonly children: (index: number) => ReactNode;
  /** Index of the active row; -1 if there is none. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onToggle: (index: number) => void;
  /** A new value scrolls the active row into view. */
  readonly revealed?: unknown;
  /** Prefix of the rows' element ids. */
  readonly prefix: string;
  readonly onHover?: (index: number) => void;
  readonly onLeave?: () => void;
  readonly isMarked?: (index: number) => boolean;
}

export function TreeList(props: TreeListProps): ReactNode {
  const { label, count, rowAt, children, active, onActive, onToggle, revealed, prefix, onHover, onLeave, isMarked } = props;
  const frame = useRef<HTMLDivElement>(null);
  const view = useScrollView(frame);
  const focus = useLedFocus(() => (active < 0 && count > 0 ? onActive(0) : undefined));
  const first = Math.max(0, Math.floor((view.top - PADDING) / ROW) - OVERSCAN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / ROW) + OVERSCAN);
  const see = useCallback((index: number): void => {
    if (frame.current !== null) scrollToSee(frame.current, index * ROW, (index + 1) * ROW + 2 * PADDING);
  }, []);
  useEffect(() => {
    if (revealed !== undefined && active >= 0) see(active);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when a place is revealed, and again when its row moves because of that
  }, [revealed, active]);
  const press = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextRow(event.key, Math.max(0, active), count, rowAt, Math.max(1, Math.floor(view.height / ROW) - 2));
    if (next === undefined) return;
    event.preventDefault();
    if (next === 'toggle') onToggle(Math.max(0, active));
    else {
      onActive(next);
      see(next);
    }
  };
  return (
    <div
      ref={frame}
      className="data-scroll data-tree"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active < 0 ? undefined : `${prefix}-${active}`}
      onKeyDown={press}
      onFocus={focus}
      onMouseLeave={onLeave}
    >
      <div className="data-tree-rows" role="presentation" style={{ height: count * ROW + 2 * PADDING }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, at) => {
          const index = first + at;
          return (
            <RowBox
              key={index}
              id={`${prefix}-${index}`}
              row={rowAt(index)}
              top={PADDING + index * ROW}
              isActive={active === index}
              isMarked={isMarked?.(index) === true}
              onHover={onHover === undefined ? undefined : () => onHover(index)}
              onActive={() => onActive(index)}
              onToggle={() => onToggle(index)}
            >
              {children(index)}
            </RowBox>
          );
        })}
      </div>
    </div>
  );
}

interface RowBoxProps {
  readonly id: string;
  readonly row: ListedRow;
  /** In pixels. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isMarked: boolean;
  readonly onHover: (() => void) | undefined;
  readonly onActive: () => void;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

function RowBox({ id, row, top, isActive, isMarked, onHover, onActive, onToggle, children }: RowBoxProps): ReactNode {
  const { depth, position, siblings, isOpen } = row;
  const isEnd = row.isEnd === true;
  const role = isEnd
    ? { role: 'presentation' }
    : {
        role: 'treeitem',
        tabIndex: -1,
        'aria-level': depth,
        'aria-setsize': siblings,
        'aria-posinset': position,
        'aria-expanded': isOpen,
        'aria-selected': isActive,
      };
  return (
    <div
      {...role}
      id={id}
      className="data-tree-row"
      data-active={isActive}
      data-paired={isMarked}
      style={{ top, paddingLeft: 14 + (depth - 1) * 14 }}
      onMouseEnter={onHover}
      onClick={isEnd ? undefined : onActive}
      onDoubleClick={isOpen === undefined ? undefined : onToggle}
    >
      {isOpen === undefined ? (
        <span className="data-twist" />
      ) : (
        <span className="data-twist" data-open={isOpen} aria-hidden onClick={onToggle} />
      )}
      {children}
    </div>
  );
}
