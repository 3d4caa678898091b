// The bar below the canvas: run, stop, and the state of the run.
import { Check, ChevronDown, MessageSquare, Play, Square, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { chatTriggerOf } from '../../../../engine/workflow/planning/start-node.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Keys } from '../../../ui/floating/keys.tsx';
import { Menu } from '../../../ui/floating/menu.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Panels } from '../actions/context.ts';
import { clearRun } from '../actions/remembered-run.ts';
import { runWorkflow, stopRun } from '../actions/run-workflow.ts';
import { chooseStart } from '../actions/start-trigger.ts';
import { ListeningAddresses } from '../open-node/index.ts';
import { errorSentence } from '../../../../engine/contract/error-sentence.ts';
import { listeningTriggers, type RunState } from '../runs/run-slice.ts';
import { chosenTrigger, startingTriggers } from '../runs/starting-trigger.ts';
import { useEditor, usePanels } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';

/** Formats a duration: `1.3 s`, or `2:05` from a minute on. */
export function spentTime(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function useClock(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, [isTicking]);
  return isTicking ? now : Date.now();
}

export function RunBar(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const { open, setOpen } = usePanels();
  const run = useRunState((state) => state);
  const mode = useEditorState((state) => state.mode);
  const count = useEditorState((state) => state.history.present.nodes.length);
  const hasChat = useEditorState((state) => chatTriggerOf(state.history.present.nodes) !== undefined);
  const isIdle = run.status === 'idle';
  const now = useClock(run.status === 'running');
  const label = statusText(run, count, now, (key, values) => t(key, values ?? {}));
  if (mode !== 'edit') return null;
  return (
    <div className="run-bar-place">
      {run.status === 'waitingForEvent' ? <Listening /> : null}
      <div className="raised run-bar" data-chat={hasChat} role="group" aria-label={t('groups.run')}>
        {isIdle ? (
          <RunButton />
        ) : (
          <Button onClick={() => void stopRun(context)} disabled={run.status === 'starting'}>
            <Icon of={Square} />
            {run.status === 'waitingForEvent' ? t('run.stopListening') : t('run.stop')}
          </Button>
        )}
        {hasChat ? (
          <Button onClick={() => (open.chat === 0 ? context.ui.openChat() : setOpen({ chat: 0 }))} aria-expanded={open.chat > 0}>
            <Icon of={MessageSquare} />
            {t(open.chat === 0 ? 'run.openChat' : 'run.closeChat')}
          </Button>
        ) : null}
        <span className="run-bar-text" data-state={isIdle ? run.outcome?.status : run.status} role="status" title={label}>
          {label}
        </span>
        {isIdle && Object.keys(run.runData).length > 0 ? (
          <IconButton label={t('run.clear')} size="small" side="top" onClick={() => clearRun(context)}>
            <Icon of={Trash2} size={14} />
          </IconButton>
        ) : null}
      </div>
    </div>
  );
}

/** Button that runs the workflow. With several triggers, it names the last chosen one, and a menu offers the others. */
function RunButton(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const workflow = useEditorState((state) => state.history.present);
  const chosen = useEditorState((state) => state.startTrigger);
  const types = context.types();
  const start = useMemo(() => chosenTrigger(workflow, types, { chosen }), [workflow, types, chosen]);
  const label = start === undefined ? t('run.button') : t('run.from', { name: start.name });
  const button = (
    <Button
      kind="primary"
      className="button-long"
      title={start === undefined ? undefined : label}
      onClick={() => void runWorkflow(context)}
      disabled={workflow.nodes.length === 0}
      {...considering(context.ui)}
    >
      <Icon of={Play} />
      <span dir="auto">{label}</span>
      {start === undefined ? <Keys keys="Ctrl+Enter" /> : null}
    </Button>
  );
  if (start === undefined) return button;
  const entries = startingTriggers(workflow, types).map(({ id = '', name }) => ({
    id,
    label: t('run.from', { name }),
    icon: <Icon of={id === start.id ? Check : Play} size={14} />,
    onSelect: () => {
      chooseStart(context, id);
      void runWorkflow(context);
    },
  }));
  return (
    <span className="run-split">
      {button}
      <Menu
        trigger={
          <IconButton kind="primary" label={t('run.chooseStart')} side="top">
            <Icon of={ChevronDown} size={16} />
          </IconButton>
        }
        entries={entries}
      />
    </span>
  );
}

/** Keeps the triggers that listen clear of the panel, also when it or the window changes its size. */
function useClearNodes(isVisible: boolean): RefObject<HTMLDivElement | null> {
  const { context } = useEditor();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = panel.current;
    const around = element?.closest('.run-bar-place')?.parentElement;
    if (!isVisible || element === null || around === null || around === undefined) return undefined;
    const clear = (): void => {
      const names = new Set(listeningTriggers(context.run()).map(({ node }) => node));
      const ids = context.editor().history.present.nodes.flatMap(({ id, name }) => (id !== undefined && names.has(name) ? [id] : []));
      // What is below the panel would be covered by the bar.
      const { x, y, width } = element.getBoundingClientRect();
      context.canvas()?.keepClear(ids, { x, y, width, height: around.getBoundingClientRect().bottom - y });
    };
    clear();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(clear);
    for (const each of [element, around]) observer.observe(each);
    return () => observer.disconnect();
  }, [context, isVisible]);
  return panel;
}

/** What a run waits for, with the addresses to call. */
function Listening(): ReactNode {
  const { t } = useTranslation('editor');
  const names = useRunState((state) =>
    listeningTriggers(state)
      .map(({ node }) => node)
      .join(', '),
  );
  const hasAddresses = useRunState((state) => listeningTriggers(state).some(({ url }) => url !== undefined));
  const panel = useClearNodes(hasAddresses);
  if (!hasAddresses) return null;
  return (
    <div ref={panel} className="raised run-listening" role="group" aria-label={t('run.listeningTo', { names })}>
      <ListeningAddresses />
    </div>
  );
}

function statusText(run: RunState, all: number, now: number, t: (key: string, values?: Record<string, string | number>) => string): string {
  const { status, outcome, startedAt, stoppedAt } = run;
  if (status === 'starting') return t('run.starting');
  if (status === 'waitingForEvent')
    return t('run.listeningTo', {
      names: listeningTriggers(run)
        .map(({ node }) => node)
        .join(', '),
    });
  if (status === 'running')
    return t('run.running', { done: Object.keys(run.runData).length, all, time: spentTime(now - (startedAt ?? now)) });
  if (outcome === undefined) return t('run.ready');
  const time = spentTime((stoppedAt ?? 0) - (startedAt ?? stoppedAt ?? 0));
  if (outcome.status === 'waiting') return t('run.waiting');
  if (outcome.status === 'success') return t('run.success', { time });
  if (outcome.status === 'canceled') return t('run.canceled', { time });
  const { error } = outcome;
  if (error === undefined) return t('run.error', { time });
  const message = errorSentence(error);
  return error.node === undefined ? `${t('run.error', { time })}. ${message}` : t('run.errorIn', { node: error.node, message, time });
}

interface Considering {
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** Props that make a button highlight what its run would execute. `destination`: id of the last node to run. Default: the whole workflow. */
export function considering({ considerRun }: Pick<Panels['ui'], 'considerRun'>, destination?: string): Considering {
  const begin = (): void => considerRun(destination === undefined ? {} : { destination });
  const end = (): void => considerRun();
  return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end };
}
