// JSON as plain text, of which only the lines that are seen are written.
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Marked } from './marked.tsx';
import { usePane } from './pane-context.tsx';
import { useSliced } from './sliced.ts';
import { MOST_LINES, TextLines } from './text-lines.ts';
import { scrollToSee, useScrollView } from './use-scroll-view.ts';
import { cut } from './values.ts';

const LINE = 21;
const PADDING = 10;
const AHEAD = 12;
/** Characters of a line that are drawn. */
const WIDTH = 4000;

export function TextView(): ReactNode {
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
  const first = Math.max(0, Math.floor((view.top - PADDING) / LINE) - AHEAD);
  const last = Math.min(count, Math.ceil((view.top + view.height) / LINE) + AHEAD);
  return (
    <div ref={frame} className="data-scroll data-tree" role="region" tabIndex={0} aria-label={t('json.text')}>
      <div className="data-tree-rows" style={{ height: count * LINE + 2 * PADDING }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, at) => (
          <div key={first + at} className="data-tree-row" style={{ top: PADDING + (first + at) * LINE, paddingLeft: 14 }}>
            <Marked text={cut(lines.line(first + at), WIDTH)} word={search.word} />
          </div>
        ))}
      </div>
      {count >= MOST_LINES ? <p className="data-more">{t('json.tooLong')}</p> : null}
    </div>
  );
}
