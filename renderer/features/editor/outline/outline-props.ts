// What the outline is given, and what it tells.
import type { Point } from '../canvas/canvas-model.ts';
import type { OutlineNode } from './outline-of.ts';

/** Where a connection leaves: a node and the index of its output. */
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
  /** `input` is the index among the inputs of the node it leads to. */
  readonly onConnect: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onDisconnect: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onDelete: (id: string) => void;
  /** By how much to move a node on the canvas. */
  readonly onMove: (id: string, by: Point) => void;
  readonly isReadOnly: boolean;
  /** Chooses a connection on the canvas, and goes there. */
  readonly onShowConnection?: (from: OutlineEnd, toId: string, input: number) => void;
  readonly onClose?: () => void;
  /** Takes the focus when the outline goes and nobody else had it before. */
  readonly onFocusLost?: () => void;
}
