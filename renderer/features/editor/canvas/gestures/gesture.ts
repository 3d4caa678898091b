// What a gesture is, and what it may ask of the canvas around it.
import type { CanvasIntent, Point, PortRef } from '../canvas-model.ts';
import type { Rect } from '../geometry.ts';
import type { ConnectionTarget } from '../hit-test.ts';
import type { Scene } from '../scene.ts';
import type { Viewport } from '../viewport.ts';

/** A moment of a gesture. Points are of the screen, relative to the stage. */
export interface Sample {
  readonly screen: Point;
  /** The second finger. */
  readonly other?: Point;
  /** Shift, or the key that adds to a selection. */
  readonly isAdding: boolean;
}

/** A connection while it is drawn. */
export interface Pending {
  readonly from: PortRef;
  /** Of the canvas. */
  readonly to: Point;
  readonly target: ConnectionTarget;
}

export interface GestureHost {
  readonly viewport: Viewport;
  readonly scene: Scene;
  isReadOnly(): boolean;
  selection(): ReadonlySet<string>;
  selectedEdges(): ReadonlySet<string>;
  /** Says something to those who listen: a key of the texts, and what goes into it. */
  say(key: string, values?: Readonly<Record<string, string | number>>): void;
  /** Shows a selection that is not made yet; nothing shows the one that is. */
  preview(ids: ReadonlySet<string> | undefined): void;
  showMarquee(rect: Rect | undefined): void;
  showPending(pending: Pending | undefined): void;
  intent(intent: CanvasIntent): void;
  /** Positions or sizes in the scene were changed for the time being. */
  moved(ids: Iterable<string>): void;
  /** Back to the model: what was moved for the time being is drawn where the model says. */
  settle(): void;
}

export type GestureName = 'idle' | 'press' | 'pan' | 'pinch' | 'marquee' | 'drag' | 'connect' | 'resize';

export interface Gesture {
  readonly name: GestureName;
  /** May hand over to another gesture. */
  move(sample: Sample): Gesture | undefined;
  end(sample: Sample): void;
  /** As if it had not been. */
  cancel(): void;
  /** The view was moved by something else while the pointer rests. */
  followView?(): void;
  /** Called each frame; returns whether anything happened. */
  tick?(elapsed: number): boolean;
}

/** Less than this is a click with an unsteady hand. */
export const THRESHOLD = 4;

export const isBeyondThreshold = (one: Point, other: Point): boolean => Math.hypot(one.x - other.x, one.y - other.y) >= THRESHOLD;

export const withChange = (ids: ReadonlySet<string>, id: string): Set<string> => {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
};
