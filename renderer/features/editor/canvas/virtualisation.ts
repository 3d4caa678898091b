// Which nodes and notes stand in the document: those in view and a little around it, a few more each frame. Pure.
import { overlaps, type Rect } from './geometry.ts';
import type { Scene } from './scene.ts';

/** Far away a node is a coloured box; near it is all there. */
export type Detail = 'light' | 'full';
export type Mounted = ReadonlyMap<string, Detail>;

/** Below this zoom names cannot be read. */
export const FAR_ZOOM = 0.4;
const MARGIN = 200;
const STEP = 256;
/** What one frame may do, and what each change costs. */
const FRAME_BUDGET = 40;
/** The first picture may take longer: nothing moves yet, and nodes shall not come in one by one. */
const FIRST_BUDGET = 160;
const COST = { full: 4, light: 1, removal: 1 } as const;

/** The view with room around it, in whole steps: panning within a step changes nothing. Sizes are of the canvas. */
export function mountedArea(seen: Rect, zoom: number): Rect {
  const step = STEP / Math.min(zoom, 1);
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

/** The next state on the way from what stands there to what is wanted. */
export function nextMounted(current: Mounted, wanted: ReadonlySet<string>, isFar: boolean): MountStep {
  const detail: Detail = isFar ? 'light' : 'full';
  const mounted = new Map(current);
  let [left, hasChanged] = [current.size === 0 ? FIRST_BUDGET : FRAME_BUDGET, false];
  const spend = (cost: number): boolean => {
    if (left <= 0) return false;
    left -= cost;
    hasChanged = true;
    return true;
  };
  let isDone = true;
  for (const id of wanted) {
    const before = current.get(id);
    // What is full stays full when the view moves away: taking parts out would cost more than hiding them.
    if (before === 'full' || before === detail) continue;
    if (!spend(COST[detail])) isDone = false;
    else mounted.set(id, detail);
    if (!isDone) break;
  }
  for (const id of current.keys()) {
    if (wanted.has(id)) continue;
    if (!spend(COST.removal)) isDone = false;
    else mounted.delete(id);
    if (!isDone) break;
  }
  return { mounted: hasChanged ? mounted : current, isDone, hasChanged };
}
