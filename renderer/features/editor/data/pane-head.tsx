// The header of a pane, on one line: in narrow panes its controls become icons and lists, step by step, until they fit.
import { AppWindow, Braces, ListTree, Paperclip, Table2, type LucideIcon } from 'lucide-react';
import { createContext, use, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { SmallSelect } from '../../../ui/fields/select.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Segments } from '../../../ui/toolbar.tsx';
import { choose, displaysOf, type Display } from './display.ts';
import { usePane } from './pane-context.tsx';

/** How compact a header is: 1 shows displays as icons, 2 outputs as a list, 3 displays as a list, 4 hides the title. */
type Compactness = 0 | 1 | 2 | 3 | 4;

const CompactnessContext = createContext<Compactness>(0);

/** Whether the outputs of a node are a list in place of tabs. */
export const useHasOutputList = (): boolean => use(CompactnessContext) >= 2;

const icons: Readonly<Record<Display, LucideIcon>> = { table: Table2, json: Braces, schema: ListTree, binary: Paperclip, html: AppWindow };

export function PaneHead({ isBare = false, children }: { readonly isBare?: boolean; readonly children?: ReactNode }): ReactNode {
  const { t } = useTranslation('data');
  const { side, data, content } = usePane();
  const head = useRef<HTMLDivElement>(null);
  const counts = data.lists?.map((list) => list?.length ?? 0) ?? [];
  const compactness = useCompactness(head, [isBare, data.source, ...counts, ...displaysOf(content)].join(' '));
  return (
    <CompactnessContext value={compactness}>
      <div ref={head} className="data-head" data-compact={compactness}>
        <h3 className={compactness === 4 ? 'visually-hidden' : 'data-title'}>{t(side)}</h3>
        {children}
        {isBare ? null : <Displays compactness={compactness} />}
      </div>
    </CompactnessContext>
  );
}

/** Returns the lowest compactness at which the controls fit, determined before the browser paints. `content` identifies what the controls show. */
function useCompactness(head: RefObject<HTMLDivElement | null>, content: string): Compactness {
  const [width, setWidth] = useState(0);
  const [fit, setFit] = useState<{ readonly of: string; readonly compactness: Compactness }>({ of: '', compactness: 0 });
  const current = `${width} ${content}`;
  const compactness = fit.of === current ? fit.compactness : 0;
  useLayoutEffect(() => {
    const element = head.current;
    if (element === null || compactness === 4 || hasRoom(element)) return;
    setFit({ of: current, compactness: (compactness + 1) as Compactness });
  }, [head, current, compactness]);
  useLayoutEffect(() => {
    const element = head.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [head]);
  return compactness;
}

/** Whether the controls end before the padding, which is not part of `scrollWidth`, and no name gives way to what is said beside it. */
function hasRoom(head: HTMLElement): boolean {
  const edge = head.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(head).paddingRight);
  const end = head.lastElementChild?.getBoundingClientRect().right ?? 0;
  const isNameCut = [...head.querySelectorAll('.select-value:has(+ .select-more)')].some(
    (name) => name.scrollWidth > name.clientWidth && (name.nextElementSibling as HTMLElement).offsetWidth > 0,
  );
  // Positions are fractions of pixels.
  return head.scrollWidth <= head.clientWidth && end < edge + 1 && !isNameCut;
}

function Displays({ compactness }: { readonly compactness: Compactness }): ReactNode {
  const { t } = useTranslation('data');
  const { side, content, display, choice, items } = usePane();
  if (items.length === 0) return null;
  const all = displaysOf(content);
  const change = (next: Display): void => choose(side, { chosen: { ...choice.chosen, display: next } });
  return (
    <span className="data-displays">
      {compactness >= 3 ? (
        <SmallSelect<Display>
          label={t('display.label')}
          value={display}
          icon={<Icon of={icons[display]} size={14} />}
          options={all.map((value) => ({ value, label: t(`display.${value}`) }))}
          onChange={change}
        />
      ) : (
        <Segments<Display>
          label={t('display.label')}
          value={display}
          options={all.map((value) => {
            const name = t(`display.${value}`);
            return compactness >= 1 ? { value, label: <Icon of={icons[value]} size={14} />, name } : { value, label: name };
          })}
          onChange={change}
        />
      )}
    </span>
  );
}
