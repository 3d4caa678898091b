// Free places on the canvas: for notes and copies, near a desired position, where they cover nothing.
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { GRID, NODE_SIZE, type Point } from '../canvas/index.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Point, Size {}

/** Size of a note that has no size of its own. */
export const NOTE = { width: 240, height: 160 } as const;
/** Height of the name and subtitle below a node. */
const NAME = GRID * 3;
/** Distance between candidate positions, and number of rings of candidates. */
const STEP = GRID * 2;
const RINGS = 60;

/** `sizeOf`: size of a node without its name; a square by default. */
function boxOf(node: WorkflowNode, sizeOf?: (node: WorkflowNode) => Size): Box {
  const { position, type, parameters } = node;
  const [x, y] = position;
  if (type === stickyNoteType) {
    const { width, height } = parameters ?? {};
    return { x, y, width: typeof width === 'number' ? width : NOTE.width, height: typeof height === 'number' ? height : NOTE.height };
  }
  const { width, height } = sizeOf?.(node) ?? { width: NODE_SIZE, height: NODE_SIZE };
  return { x, y, width, height: height + NAME };
}

/** Returns the rectangle that contains nodes with their names, and notes. */
export function boxAround(nodes: readonly WorkflowNode[], sizeOf?: (node: WorkflowNode) => Size): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const node of nodes) {
    const box = boxOf(node, sizeOf);
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return left === Infinity ? { x: 0, y: 0, width: 0, height: 0 } : { x: left, y: top, width: right - left, height: bottom - top };
}

export interface FreeOptions {
  readonly sizeOf?: (node: WorkflowNode) => Size;
  /** Space to the nodes on the left and right. */
  readonly beside?: number;
}

/** Returns the upper left corner of `desired`, or the nearest one at which its rectangle covers no node and no note. */
export function freePlace({ nodes }: Pick<WorkflowFile, 'nodes'>, desired: Box, { sizeOf, beside = 0 }: FreeOptions = {}): Point {
  const occupied = nodes.map((node) => boxOf(node, sizeOf));
  const start = { x: snap(desired.x), y: snap(desired.y) };
  const { width, height } = desired;
  const isFree = ({ x, y }: Point): boolean =>
    occupied.every(
      (other) =>
        x + width + beside <= other.x || other.x + other.width + beside <= x || y + height <= other.y || other.y + other.height <= y,
    );
  for (let ring = 0; ring < RINGS; ring++) {
    const freePosition = placesOf(ring, start)
      .filter(isFree)
      .toSorted((one, other) => distance(one, start) - distance(other, start))[0];
    if (freePosition !== undefined) return freePosition;
  }
  // Nothing is free nearby, so it goes below everything.
  const all = boxAround(nodes, sizeOf);
  return { x: start.x, y: Math.ceil((all.y + all.height) / GRID) * GRID };
}

export const snap = (value: number): number => Math.round(value / GRID) * GRID;

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Returns the candidate positions around a point on one ring. */
function placesOf(ring: number, { x, y }: Point): readonly Point[] {
  const candidates: Point[] = [];
  for (let across = -ring; across <= ring; across++) {
    const isSide = Math.abs(across) === ring;
    for (let down = -ring; down <= ring; down += isSide || ring === 0 ? 1 : 2 * ring)
      candidates.push({ x: x + across * STEP, y: y + down * STEP });
  }
  return candidates;
}
