// State of the outline's tree: lines, active line, actions.
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point } from '../canvas/canvas-model.ts';
import { outlineAction, type OutlineAction } from './outline-keys.ts';
import { linesOf, type OutlineLine } from './outline-lines.ts';
import type { OutlineNode } from './outline-of.ts';

export interface OutlineTree {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly lines: readonly OutlineLine[];
  /** The active line. */
  readonly active: OutlineNode | undefined;
  readonly activeIndex: number;
  /** Announcement of the last action. */
  readonly message: string;
  readonly goTo: (id: string) => void;
  readonly toggle: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocusChange: (isInside: boolean) => void;
}

export interface OutlineTreeInput extends OutlineProps {
  readonly onConnections: (id: string) => void;
}

export function useOutlineTree(input: OutlineTreeInput): OutlineTree {
  const { t } = useTranslation('creator');
  const ref = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState('');
  const { nodes } = input;
  const lines = useMemo(() => linesOf(nodes, closed), [nodes, closed]);
  const { active, setActive, onFocusChange } = useActiveLine(ref, lines, input.selection);
  const node = lines[active]?.node;

  const goTo = (id: string): void => {
    setActive(id);
    input.onSelect(id);
  };
  const toggle = (id: string): void =>
    setClosed((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const act = (action: OutlineAction, { id, name }: OutlineNode): void => {
    if (action.type === 'go') goTo(lines[action.index]?.node.id ?? id);
    else if (action.type === 'expand' || action.type === 'collapse') toggle(id);
    else if (action.type === 'open') input.onOpen(id);
    else if (action.type === 'connections') input.onConnections(id);
    else if (action.type === 'move') {
      input.onMove(id, action.by);
      setMessage(t(`outline.moved.${action.direction}`, { name, by: Math.abs(action.by.x + action.by.y) }));
    } else if (action.type === 'delete') {
      input.onDelete(id);
      setMessage(t('outline.deleted', { name }));
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (node === undefined || event.ctrlKey || event.metaKey) return;
    const action = outlineAction(event, lines, active, input.isReadOnly);
    if (action === undefined) return;
    act(action, node);
    event.preventDefault();
    // The canvas uses the same keys.
    event.stopPropagation();
  };
  return { ref, lines, active: node, activeIndex: active, message, goTo, toggle, onKeyDown, onFocusChange };
}

interface ActiveLine {
  readonly active: number;
  readonly setActive: (id: string) => void;
  readonly onFocusChange: (isInside: boolean) => void;
}

/** The active row follows the selection; if its node has been removed, the row in its place becomes active. */
function useActiveLine(ref: RefObject<HTMLElement | null>, lines: readonly OutlineLine[], selection: readonly string[]): ActiveLine {
  const [activeId, setActiveId] = useState<string>();
  const hasFocus = useRef(false);
  const lastIndex = useRef(0);
  const selected = selection.length === 1 ? selection[0] : undefined;
  useEffect(() => {
    if (selected !== undefined) setActiveId(selected);
  }, [selected]);
  const index = lines.findIndex(({ node }) => node.id === activeId);
  const active = index === -1 ? Math.min(lastIndex.current, lines.length - 1) : index;
  useLayoutEffect(() => {
    lastIndex.current = Math.max(active, 0);
  }, [active]);
  const displayId = lines[active]?.node.id;
  useLayoutEffect(() => {
    const line = ref.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    // Removing a focused row loses the focus, so the next row takes it.
    if (hasFocus.current && line !== document.activeElement) line?.focus();
    else if (!hasFocus.current) line?.scrollIntoView?.({ block: 'nearest' });
  }, [ref, displayId, lines]);
  return {
    active,
    setActive: setActiveId,
    onFocusChange: (isInside) => {
      hasFocus.current = isInside;
    },
  };
}

/** Start of a connection: a node and the index of its output among those of the same type. */
export interface OutlineEnd {
  readonly id: string;
  readonly output: number;
  /** Connection type. Default: `main`. */
  readonly type?: string;
}

export interface OutlineProps {
  readonly nodes: readonly OutlineNode[];
  /** Ids of the nodes selected on the canvas. */
  readonly selection: readonly string[];
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
  /** `input`: index among the target's inputs of the same type. */
  readonly onConnect: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onDisconnect: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onDelete: (id: string) => void;
  /** Called with the offset to move a node on the canvas. */
  readonly onMove: (id: string, by: Point) => void;
  readonly isReadOnly: boolean;
  /** Selects a connection on the canvas and scrolls to it. */
  readonly onShowConnection?: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onClose?: () => void;
  /** Takes the focus when the outline closes, if nothing had it before. */
  readonly onFocusLost?: () => void;
}
