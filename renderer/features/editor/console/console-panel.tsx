// The console below the canvas: what the nodes of manual runs have written, with time, level and node.
import './console.css';
import { Trash2, X } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { useFocusReturn } from '../../../ui/floating/focus.ts';
import { Icon } from '../../../ui/icon.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { LINES, runActions, type ConsoleLine } from '../runs/run-slice.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';
import { ConsoleValue } from './console-value.tsx';

/** Distance from the end in pixels within which new lines are followed. */
const NEAR = 24;
const ALL = '';

export function ConsolePanel({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('console');
  const { context } = useEditor();
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const lines = useRunState((state) => state.console);
  const names = useNodeNames();
  const [chosen, setChosen] = useState(ALL);
  useFocusReturn(panel, () => context.canvas()?.focus());
  useEffect(() => list.current?.focus(), []);
  const nodes = useMemo(() => [...new Map(lines.map((line) => [keyOf(line), nameOf(line, names)]))], [lines, names]);
  // The chosen node may have no lines after the console was cleared.
  const filter = nodes.some(([key]) => key === chosen) ? chosen : ALL;
  const visibleLines = filter === ALL ? lines : lines.filter((line) => keyOf(line) === filter);
  useFollowedEnd(list, visibleLines);
  return (
    <section ref={panel} className="console" aria-label={t('title')} onKeyDown={(event) => takeKey(event, onClose)}>
      <div className="console-head">
        <h2 className="console-title">{t('title')}</h2>
        <Select
          label={t('node')}
          isLabelHidden
          value={filter}
          isDisabled={nodes.length === 0}
          options={[{ value: ALL, label: t('allNodes') }, ...nodes.map(([value, label]) => ({ value, label }))]}
          onChange={setChosen}
        />
        <span className="console-grow" />
        <IconButton label={t('clear')} disabled={lines.length === 0} onClick={() => context.dispatch(runActions.consoleCleared())}>
          <Icon of={Trash2} />
        </IconButton>
        <IconButton label={t('close')} shortcut="Escape" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <div ref={list} className="console-lines" role="log" aria-label={t('lines')} tabIndex={0}>
        <ol>
          {lines.length === 0 ? <li className="console-note">{t('empty')}</li> : null}
          {(lines[0]?.index ?? 0) > 0 && lines.length === LINES ? <li className="console-note">{t('earlier')}</li> : null}
          {visibleLines.map((line) => (
            <Line key={line.index} line={line} name={nameOf(line, names)} exists={line.nodeId !== undefined && names.has(line.nodeId)} />
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Returns the names of the workflow's nodes by id. */
function useNodeNames(): ReadonlyMap<string, string> {
  const nodes = useEditorState((state) => state.history.present.nodes);
  return useMemo(() => new Map(nodes.map(({ id = '', name }) => [id, name])), [nodes]);
}

const keyOf = ({ nodeId, node }: ConsoleLine): string => nodeId ?? node;

const nameOf = ({ nodeId = '', node }: ConsoleLine, names: ReadonlyMap<string, string>): string => names.get(nodeId) ?? node;

/** Escape closes the console. Other keys are not shortcuts of the canvas, which are without Ctrl. */
function takeKey(event: KeyboardEvent, onClose: () => void): void {
  if (event.ctrlKey || event.metaKey) return;
  event.stopPropagation();
  if (event.key === 'Escape') onClose();
}

/** Scrolls to new lines, unless the user has scrolled up to earlier ones. */
function useFollowedEnd(list: RefObject<HTMLDivElement | null>, lines: readonly ConsoleLine[]): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const scrolled = (): void => {
      isAtEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR;
    };
    element.addEventListener('scroll', scrolled);
    return () => element.removeEventListener('scroll', scrolled);
  }, [list]);
  useLayoutEffect(() => {
    if (isAtEnd.current && list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [list, lines]);
}

interface LineProps {
  readonly line: ConsoleLine;
  readonly name: string;
  /** Whether the node still exists, so that it can be opened. */
  readonly exists: boolean;
}

const Line = memo(function Line({ line: { index, nodeId, level, time, values }, name, exists }: LineProps): ReactNode {
  const { t, i18n } = useTranslation('console');
  const { context } = useEditor();
  return (
    <li className="console-line" data-level={level} data-index={index}>
      <time dateTime={new Date(time).toISOString()}>{clockTime(time, i18n.language)}</time>
      <span className="console-level">{t(`levels.${level}`)}</span>
      {exists ? (
        <button
          type="button"
          className="console-node"
          dir="auto"
          title={t('openNode', { name })}
          onClick={() => context.dispatch(editorActions.nodeOpened(nodeId))}
        >
          {name}
        </button>
      ) : (
        <span className="console-node" dir="auto">
          {name}
        </span>
      )}
      <span className="console-values" dir="auto">
        {values.map((value, position) => (
          <ConsoleValue key={position} value={value} />
        ))}
      </span>
    </li>
  );
});

const clockTime = (time: number, language: string): string =>
  new Date(time).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
