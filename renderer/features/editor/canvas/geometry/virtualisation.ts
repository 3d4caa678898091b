// Decides which nodes and notes are kept in the document: those in and around the view, changed gradually. Pure.
import { overlaps, type Rect } from './geometry.ts';
import type { Scene } from '../scene.ts';

/** Rendered parts of a node in ascending order: a colored box; also icon and name; everything. */
export type Detail = 'light' | 'face' | 'full';
export type Mounted = ReadonlyMap<string, Detail>;
const rankOf: Readonly<Record<Detail, number>> = { light: 0, face: 1, full: 2 };

/** Below this zoom nodes show only their icon and a larger name. */
export const FAR_ZOOM = 0.4;
/** Zoom below which names are hidden, because they would be under 7 px. */
const NAME_ZOOM = 0.25;
const ICON_ZOOM = 0.2;

/** Level of detail for a zoom. */
export type Sight = 'all' | 'name' | 'icon' | 'colour';

export function sightOf(zoom: number): Sight {
  if (zoom >= FAR_ZOOM) return 'all';
  if (zoom >= NAME_ZOOM) return 'name';
  return zoom >= ICON_ZOOM ? 'icon' : 'colour';
}

/** Rendered parts needed for a level of detail. */
const detailFor: Readonly<Record<Sight, Detail>> = { all: 'full', name: 'face', icon: 'face', colour: 'light' };
/** Steps for the width of wires, which keep them visible at a small zoom. */
export type LineStep = 'near' | 'far' | 'farther' | 'farthest';

export function lineStep(zoom: number): LineStep {
  if (zoom >= FAR_ZOOM) return 'near';
  if (zoom >= FAR_ZOOM / 2) return 'far';
  return zoom >= FAR_ZOOM / 4 ? 'farther' : 'farthest';
}

const MARGIN = 200;
const STEP = 256;
/** Budget of a frame, in units of the cost of a change. */
const FRAME_BUDGET = 40;
/** Budget of the first frame. It may take longer, since nothing is moving yet, and nodes should not appear one by one. */
const FIRST_BUDGET = 160;
const COST = { full: 4, face: 2, light: 1, removal: 1 } as const;
/** Budget for elements around the view while it moves. */
const AROUND_BUDGET = 8;
/** Maximum number of elements and wires that are kept while they are out of view: it may return to them, and removing them costs frames. */
export const SPARE = 200;

/** Options of a frame. */
export interface MountPace {
  readonly sight: Sight;
  /** Whether the view has moved a moment ago. */
  readonly isMoving: boolean;
}

/**
 * Returns the view with a margin, rounded to whole steps, so that panning within a step changes nothing. Steps double as the zoom halves, so that
 * zooming out rarely changes the area, and only adds to it. In canvas coordinates.
 */
export function mountedArea(seen: Rect, zoom: number): Rect {
  const step = STEP * 2 ** Math.floor(-Math.log2(Math.min(zoom, 1)));
  const margin = MARGIN / Math.min(zoom, 1);
  const left = Math.floor((seen.x - margin) / step) * step;
  const top = Math.floor((seen.y - margin) / step) * step;
  const right = Math.ceil((seen.x + seen.width + margin) / step) * step;
  const bottom = Math.ceil((seen.y + seen.height + margin) / step) * step;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the ids that should be in the document, in the order of the model. They include all `pinned` elements. */
export function expectedIn(scene: Scene, area: Rect, pinned: ReadonlySet<string>): Set<string> {
  const required = new Set<string>();
  for (const [id, rect] of scene.rects()) if (overlaps(rect, area) || pinned.has(id)) required.add(id);
  return required;
}

export interface MountStep {
  readonly mounted: Mounted;
  /** Whether nothing is left to change. */
  readonly isDone: boolean;
  readonly hasChanged: boolean;
}

/** Returns the next step from the current to the required state: visible elements first. */
export function nextMounted(
  current: Mounted,
  required: ReadonlySet<string>,
  isSeen: (id: string) => boolean,
  { sight, isMoving }: MountPace,
): MountStep {
  const detail = detailFor[sight];
  let mounted: Map<string, Detail> | undefined;
  let [budget, isDone] = [current.size === 0 ? FIRST_BUDGET : FRAME_BUDGET, true];
  const add = (ids: readonly string[], least: number): void => {
    for (const id of ids) {
      if (budget <= least) {
        isDone = false;
        return;
      }
      budget -= COST[detail];
      mounted ??= new Map(current);
      mounted.set(id, detail);
    }
  };
  // Fully rendered elements stay complete while out of view, because removing parts would cost more than hiding them.
  const missing = [...required].filter((id) => {
    const has = current.get(id);
    return has === undefined || rankOf[has] < rankOf[detail];
  });
  const around = missing.filter((id) => !isSeen(id));
  add(around.length === missing.length ? [] : missing.filter(isSeen), 0);
  add(around, isMoving && current.size > 0 ? FRAME_BUDGET - AROUND_BUDGET : 0);
  let spare = isMoving ? SPARE : 0;
  for (const id of current.keys()) {
    if (required.has(id)) continue;
    if (spare-- > 0 || budget <= 0) {
      isDone = false;
      continue;
    }
    budget -= COST.removal;
    mounted ??= new Map(current);
    mounted.delete(id);
  }
  return { mounted: mounted ?? current, isDone, hasChanged: mounted !== undefined };
}
