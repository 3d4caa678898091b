// The items of a page as JSON: as a tree or as plain text.
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Marked } from '../marked.tsx';
import { hover, usePaired } from '../paired-items.ts';
import { useMappingDrag, usePane } from '../pane-context.tsx';
import type { DataPlace, Key } from '../place.ts';
import { scrollToSee, useScrollView } from '../scroll-view.ts';
import { useSliced } from '../sliced.ts';
import { cut } from '../values.ts';
import { JsonTree } from './json-tree.tsx';
import { MAX_LINES, TextLines } from './text-lines.ts';

const keysOf = (position: DataPlace | undefined, first: number): readonly Key[] | undefined =>
  position === undefined ? undefined : [position.item ?? first, ...position.keys];

export function JsonView(): ReactNode {
  const { t } = useTranslation('data');
  const { side, items, start, end, position, setPosition, revealed, search, choice, list, chooseItem } = usePane();
  const drag = useMappingDrag();
  const isPaired = usePaired();
  const values = useMemo(() => items.slice(start, end).map(({ json }) => json), [items, start, end]);
  const revealedKeys = useMemo(() => keysOf(revealed, start), [revealed, start]);
  const active = useMemo(() => keysOf(position, start), [position, start]);
  const leave = useCallback(() => hover(undefined), []);
  useEffect(() => leave, [leave]);
  if (choice.isText) return <TextView />;
  return (
    <JsonTree
      label={t('json.label')}
      prefix={`${side}-json`}
      values={values}
      isList
      first={start}
      word={search.word}
      active={active}
      revealed={revealedKeys}
      drag={drag}
      onActive={([item, ...keys]) => {
        setPosition({ item: Number(item), keys });
        chooseItem(Number(item));
      }}
      onHover={(item) => hover(item < 0 ? undefined : { side, place: { ...list, item } })}
      onLeave={leave}
      isMarked={(item) => item >= 0 && isPaired(item)}
    />
  );
}

const LINE = 21;
const PADDING = 10;
/** Lines rendered beyond the visible part. */
const OVERSCAN = 12;
/** Maximum number of characters of a line. */
const MAX_LINE = 4000;

function TextView(): ReactNode {
  const { t } = useTranslation('data');
  const { items, start, end, search, revealed } = usePane();
  const frame = useRef<HTMLDivElement>(null);
  const view = useScrollView(frame);
  const { value: lines } = useSliced(() => {
    const counted = new TextLines(end - start, (index) => items[start + index]?.json);
    return { steps: counted.counting(), read: () => counted };
  }, [items, start, end]);
  useEffect(() => {
    const at = revealed === undefined ? undefined : lines.startOf((revealed.item ?? start) - start);
    if (at !== undefined && frame.current !== null) scrollToSee(frame.current, at * LINE, (at + 4) * LINE);
  }, [revealed, lines, start]);
  const { count } = lines;
  const first = Math.max(0, Math.floor((view.top - PADDING) / LINE) - OVERSCAN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / LINE) + OVERSCAN);
  return (
    <div ref={frame} className="data-scroll data-tree" role="region" tabIndex={0} aria-label={t('json.text')}>
      <div className="data-tree-rows" style={{ height: count * LINE + 2 * PADDING }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, at) => (
          <div key={first + at} className="data-tree-row" style={{ top: PADDING + (first + at) * LINE, paddingLeft: 14 }}>
            <Marked text={cut(lines.line(first + at), MAX_LINE)} word={search.word} />
          </div>
        ))}
      </div>
      {count >= MAX_LINES ? <p className="data-more">{t('json.tooLong')}</p> : null}
    </div>
  );
}
