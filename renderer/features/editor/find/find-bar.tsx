// The find bar: search field, number of matches, and buttons for next and previous.
import './find.css';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MarkedText, SearchField } from '../../../ui/search.tsx';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { findInWorkflow, type Hit } from './find-in-workflow.ts';

export interface FindBarProps {
  readonly workflow: WorkflowFile;
  readonly types: NodeTypeLookup;
  /** Incremented on each request for find, so that the field takes the focus. */
  readonly openCount: number;
  /** Shows a match on the canvas. */
  readonly onShow: (id: string) => void;
  /** Called with the match that was shown last. */
  readonly onClose: (id: string | undefined) => void;
}

export function FindBar({ workflow, types, openCount, onShow, onClose }: FindBarProps): ReactNode {
  const { t } = useTranslation('editor');
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const hits = useMemo(() => findInWorkflow(workflow, types, query), [workflow, types, query]);
  const index = hits.findIndex(({ id }) => id === current);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [openCount]);

  const show = (hit: Hit | undefined): void => {
    setCurrent(hit?.id);
    if (hit !== undefined) onShow(hit.id);
  };
  const go = (step: 1 | -1): void => show(hits.at(index < 0 ? (step === 1 ? 0 : -1) : (index + step) % hits.length));
  const search = (next: string): void => {
    setQuery(next);
    const matches = findInWorkflow(workflow, types, next);
    // The canvas does not move while the current match still matches.
    if (!matches.some(({ id }) => id === current)) show(matches[0]);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose(hits[index]?.id);
    else if ((event.key === 'Enter' && !isButton(event.target)) || event.key === 'F3') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown') go(1);
    else if (event.key === 'ArrowUp') go(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isBlank = query.trim() === '';
  const count = isBlank ? '' : hits.length === 0 ? t('find.none') : t('find.count', { index: index + 1, count: hits.length });
  return (
    <div className="raised find-bar" role="search" aria-label={t('find.label')} onKeyDown={press}>
      <div className="find-row">
        <SearchField ref={field} label={t('find.placeholder')} value={query} onChange={search} autoFocus hasNoClear />
        <span className="find-count" role="status">
          {count}
        </span>
        <StepButtons isDisabled={hits.length === 0} onStep={go} />
        <IconButton label={t('find.close')} shortcut="Esc" size="small" onClick={() => onClose(hits[index]?.id)}>
          <Icon of={X} size={16} />
        </IconButton>
      </div>
      {hits.length === 0 ? null : (
        <ul className="find-hits" aria-label={t('find.hits')}>
          {hits.map((hit, at) => (
            <HitLine key={hit.id} hit={hit} isCurrent={at === index} onChoose={() => show(hit)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function StepButtons({ isDisabled, onStep }: { readonly isDisabled: boolean; readonly onStep: (step: 1 | -1) => void }): ReactNode {
  const { t } = useTranslation('editor');
  return (
    <>
      <IconButton label={t('find.previous')} shortcut="Shift+Enter" size="small" disabled={isDisabled} onClick={() => onStep(-1)}>
        <Icon of={ChevronUp} size={16} />
      </IconButton>
      <IconButton label={t('find.next')} shortcut="Enter" size="small" disabled={isDisabled} onClick={() => onStep(1)}>
        <Icon of={ChevronDown} size={16} />
      </IconButton>
    </>
  );
}

const isButton = (target: EventTarget): boolean => target instanceof Element && target.closest('button') !== null;

function HitLine({
  hit,
  isCurrent,
  onChoose,
}: {
  readonly hit: Hit;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  const { t } = useTranslation('editor');
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const isNamed = hit.where === 'name';
  return (
    <li>
      {/* The arrow keys of the field move through the matches. */}
      <button ref={line} type="button" className="find-hit" aria-current={isCurrent} tabIndex={-1} onClick={onChoose}>
        <b>{isNamed ? <MarkedText text={hit.text} marks={[hit.mark]} /> : hit.name === '' ? t('find.where.sticky') : hit.name}</b>
        {isNamed ? null : (
          <small>
            {hit.where === 'sticky' ? null : `${t(`find.where.${hit.where}`)}: `}
            <MarkedText text={hit.text} marks={[hit.mark]} />
          </small>
        )}
      </button>
    </li>
  );
}
