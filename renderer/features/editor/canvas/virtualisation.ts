// Which nodes and notes stand in the document: those in view and a little around it, a few more each frame. Pure.
import { overlaps, type Rect } from './geometry.ts';
import type { Scene } from './scene.ts';

/** What stands in the document of a node: a coloured box; its icon and name too; all of it. Ordered from less to more. */
export type Detail = 'light' | 'face' | 'full';
export type Mounted = ReadonlyMap<string, Detail>;
const rankOf: Readonly<Record<Detail, number>> = { light: 0, face: 1, full: 2 };

/** Below this zoom nodes show their icon and a larger name only. */
export const FAR_ZOOM = 0.4;
/** Below these zooms names would be under 7 px, and icons cannot be recognised. */
const NAME_ZOOM = 0.25;
const ICON_ZOOM = 0.2;

/** What nodes and notes show for the zoom. */
export type Sight = 'all' | 'name' | 'icon' | 'colour';

export function sightOf(zoom: number): Sight {
  if (zoom >= FAR_ZOOM) return 'all';
  if (zoom >= NAME_ZOOM) return 'name';
  return zoom >= ICON_ZOOM ? 'icon' : 'colour';
}

/** What must stand in the document for it. */
const detailFor: Readonly<Record<Sight, Detail>> = { all: 'full', name: 'face', icon: 'face', colour: 'light' };
/** How thick wires are drawn, so that they can be seen from far away too. */
export type LineStep = 'near' | 'far' | 'farther' | 'farthest';

export function lineStep(zoom: number): LineStep {
  if (zoom >= FAR_ZOOM) return 'near';
  if (zoom >= FAR_ZOOM / 2) return 'far';
  return zoom >= FAR_ZOOM / 4 ? 'farther' : 'farthest';
}

const MARGIN = 200;
const STEP = 256;
/** What one frame may do, and what each change costs. */
const FRAME_BUDGET = 40;
/** The first picture may take longer: nothing moves yet, and nodes shall not come in one by one. */
const FIRST_BUDGET = 160;
const COST = { full: 4, face: 2, light: 1, removal: 1 } as const;
/** While the view moves, what is around it has time. */
const AROUND_BUDGET = 8;
/** So many things, and so many wires, may stand by out of view while it moves: it may come back, and removing them costs frames. */
export const SPARE = 200;

/** How things come and go in a frame. */
export interface MountPace {
  readonly sight: Sight;
  /** The view moved a moment ago. */
  readonly isMoving: boolean;
}

/**
 * The view with room around it, in whole steps: panning within a step changes nothing. Steps double as the zoom halves, so that zooming out only
 * ever adds to the area, and seldom. Sizes are of the canvas.
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

/** What should stand in the document, in the order of the model, and pinned things always. */
export function wantedIn(scene: Scene, area: Rect, pinned: ReadonlySet<string>): Set<string> {
  const wanted = new Set<string>();
  for (const [id, rect] of scene.rects()) if (overlaps(rect, area) || pinned.has(id)) wanted.add(id);
  return wanted;
}

export interface MountStep {
  readonly mounted: Mounted;
  /** It is what is wanted. */
  readonly isDone: boolean;
  readonly hasChanged: boolean;
}

/** The next state on the way from what stands there to what is wanted: first what is seen. */
export function nextMounted(
  current: Mounted,
  wanted: ReadonlySet<string>,
  isSeen: (id: string) => boolean,
  { sight, isMoving }: MountPace,
): MountStep {
  const detail = detailFor[sight];
  let mounted: Map<string, Detail> | undefined;
  let [left, isDone] = [current.size === 0 ? FIRST_BUDGET : FRAME_BUDGET, true];
  const add = (ids: readonly string[], least: number): void => {
    for (const id of ids) {
      if (left <= least) {
        isDone = false;
        return;
      }
      left -= COST[detail];
      mounted ??= new Map(current);
      mounted.set(id, detail);
    }
  };
  // What is full stays full when the view moves away: taking parts out would cost more than hiding them.
  const missing = [...wanted].filter((id) => {
    const has = current.get(id);
    return has === undefined || rankOf[has] < rankOf[detail];
  });
  const around = missing.filter((id) => !isSeen(id));
  add(around.length === missing.length ? [] : missing.filter(isSeen), 0);
  add(around, isMoving && current.size > 0 ? FRAME_BUDGET - AROUND_BUDGET : 0);
  let spare = isMoving ? SPARE : 0;
  for (const id of current.keys()) {
    if (wanted.has(id)) continue;
    if (spare-- > 0 || left <= 0) {
      isDone = false;
      continue;
    }
    left -= COST.removal;
    mounted ??= new Map(current);
    mounted.delete(id);
  }
  return { mounted: mounted ?? current, isDone, hasChanged: mounted !== undefined };
}
