// Props and callbacks of the outline.
import type { Point } from '../canvas/canvas-model.ts';
import type { OutlineNode } from './outline-of.ts';

/** Start of a connection: a node and the index of its output. */
export interface OutlineEnd {
  readonly id: string;
  readonly output: number;
}

export interface OutlineProps {
  readonly nodes: readonly OutlineNode[];
  /** Ids of the nodes selected on the canvas. */
  readonly selection: readonly string[];
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
  /** `input`: index among the target's inputs. */
  readonly onConnect: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onDisconnect: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onDelete: (id: string) => void;
  /** Called with the offset by which to move a node on the canvas. */
  readonly onMove: (id: string, by: Point) => void;
  readonly isReadOnly: boolean;
  /** Selects a connection on the canvas and scrolls to it. */
  readonly onShowConnection?: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onClose?: () => void;
  /** Takes the focus when the outline closes, if nothing had it before. */
  readonly onFocusLost?: () => void;
}
