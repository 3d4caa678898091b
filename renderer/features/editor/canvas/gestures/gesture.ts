// Interfaces of gestures and of the canvas they act on.
import type { CanvasIntent, Point, PortRef } from '../canvas-model.ts';
import type { Rect } from '../geometry/geometry.ts';
import type { ConnectionTarget } from '../geometry/hit-test.ts';
import type { Scene } from '../scene.ts';
import type { Viewport } from '../geometry/viewport.ts';

/** A pointer sample of a gesture. Points are screen coordinates relative to the stage. */
export interface Sample {
  readonly screen: Point;
  /** Position of the second finger. */
  readonly other?: Point;
  /** Whether Shift, or the key that adds to a selection, is pressed. */
  readonly isAdding: boolean;
}

/** A connection that is being drawn. */
export interface Pending {
  readonly from: PortRef;
  /** In canvas coordinates. */
  readonly to: Point;
  readonly target: ConnectionTarget;
}

export interface GestureHost {
  readonly viewport: Viewport;
  readonly scene: Scene;
  isReadOnly(): boolean;
  selection(): ReadonlySet<string>;
  selectedEdges(): ReadonlySet<string>;
  /** Announces a text to screen readers, given by its key and values. */
  say(key: string, values?: Readonly<Record<string, string | number>>): void;
  /** Previews a selection; undefined restores the current one. */
  preview(ids: ReadonlySet<string> | undefined): void;
  showMarquee(rect: Rect | undefined): void;
  showPending(pending: Pending | undefined): void;
  intent(intent: CanvasIntent): void;
  /** Must be called when positions or sizes in the scene have changed temporarily. */
  moved(ids: Iterable<string>): void;
  /** Discards temporary positions, so that everything is drawn at the model's position. */
  settle(): void;
}

export type GestureName = 'idle' | 'press' | 'pan' | 'pinch' | 'marquee' | 'drag' | 'connect' | 'resize';

/** Whether jsPlumb follows the pointer: for a press on a node, note or port, and what becomes of it. */
export const isJsPlumbDrag = (name: GestureName): boolean => name === 'press' || name === 'drag' || name === 'connect';

export interface Gesture {
  readonly name: GestureName;
  /** May return a gesture that takes over. */
  move(sample: Sample): Gesture | undefined;
  end(sample: Sample): void;
  /** Reverts all effects of the gesture. */
  cancel(): void;
  /** Called when the view has moved while the pointer rests. */
  followView?(): void;
  /** Called on each frame; returns whether anything happened. */
  tick?(elapsed: number): boolean;
}

/** Pixels below which a movement counts as a click. */
export const THRESHOLD = 4;

export const isBeyondThreshold = (one: Point, other: Point): boolean => Math.hypot(one.x - other.x, one.y - other.y) >= THRESHOLD;

export const withChange = (ids: ReadonlySet<string>, id: string): Set<string> => {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
};
