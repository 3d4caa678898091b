// Geometry of the canvas: node sizes, port positions, rectangles and the grid. Pure.
import { GRID, MAIN, NODE_SIZE, type CanvasNode, type CanvasNote, type Point, type PortRef } from '../canvas-model.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Point, Size {}

/** Maximum number of ports per side of a node of normal height. */
const PORTS_IN_SQUARE = 4;
const CLOSE_PORTS = 24;
/** Height of name and subtitle below a node. */
export const LABEL_HEIGHT = 44;
/** Width of the part of an output's plus that extends beyond the box. */
export const PLUS_REACH = 84;

/** Returns the bounds of nodes with their names and pluses. */
export const withReach = (bounds: Rect): Rect => ({ ...bounds, width: bounds.width + PLUS_REACH, height: bounds.height + LABEL_HEIGHT });
/** Width of the part of an input's bar that extends beyond the box. Wires end there. */
export const INPUT_REACH = 7;
export const STUB = 30;

export const snap = (value: number): number => Math.round(value / GRID) * GRID;
export const snapPoint = ({ x, y }: Point): Point => ({ x: snap(x), y: snap(y) });
export const samePoint = (one: Point, other: Point): boolean => one.x === other.x && one.y === other.y;
export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Minimum width of a node with ports below it, whose name is inside the box. */
const WIDE = 200;
const WIDE_PORT = 80;

type Ported = Pick<CanvasNode, 'inputs' | 'outputs'>;

/** Returns the number of main ports, which come first. */
function mainCount(node: Ported, side: PortRef['side']): number {
  const ports = side === 'input' ? node.inputs : node.outputs;
  const first = ports.findIndex(({ type }) => type !== MAIN);
  return first < 0 ? ports.length : first;
}

const toGrid = (length: number): number => Math.ceil(length / GRID) * GRID;

/** Returns the size of a node: a square, or taller in grid steps if it has many ports. */
export function nodeSize(node: Ported): Size {
  const inputs = mainCount(node, 'input');
  const ports = Math.max(inputs, mainCount(node, 'output'));
  const below = node.inputs.length - inputs;
  return {
    width: below === 0 ? NODE_SIZE : Math.max(WIDE, toGrid(below * WIDE_PORT)),
    height: ports <= PORTS_IN_SQUARE ? NODE_SIZE : toGrid(ports * CLOSE_PORTS + 4),
  };
}

function portSpacing(count: number): number {
  if (count <= 2) return STUB;
  return count === 3 ? 28 : CLOSE_PORTS;
}

/** Returns the position of a port on its node's border. Main ports are spaced around the middle, others along the lower or upper edge. */
export function portPlace(node: Ported, side: PortRef['side'], index: number): Point {
  const { width, height } = nodeSize(node);
  const count = mainCount(node, side);
  const otherPorts = (side === 'input' ? node.inputs : node.outputs).length - count;
  if (index >= count && otherPorts > 0) return { x: (width * (index - count + 0.5)) / otherPorts, y: side === 'input' ? height : 0 };
  return { x: side === 'input' ? 0 : width, y: height / 2 + (index - (Math.max(count, 1) - 1) / 2) * portSpacing(count) };
}

/** Returns the point where a wire meets a port of a node at `position`. */
export function portPoint(node: CanvasNode, side: PortRef['side'], index: number, position: Point = node.position): Point {
  const portPosition = portPlace(node, side, index);
  return { x: position.x + portPosition.x - (portPosition.x === 0 ? INPUT_REACH : 0), y: position.y + portPosition.y };
}

export const nodeRect = (node: CanvasNode, position: Point = node.position): Rect => ({ ...position, ...nodeSize(node) });
export const noteRect = (note: CanvasNote): Rect => ({ ...note.position, ...note.size });

export const grow = (rect: Rect, by: number): Rect => ({
  x: rect.x - by,
  y: rect.y - by,
  width: rect.width + 2 * by,
  height: rect.height + 2 * by,
});

export function rectBetween(one: Point, other: Point): Rect {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

export const overlaps = (one: Rect, other: Rect): boolean =>
  one.x <= other.x + other.width && other.x <= one.x + one.width && one.y <= other.y + other.height && other.y <= one.y + one.height;

/** Space between a node and what would cover it, in pixels. */
const CLEARANCE = 12;

/** Returns by how much to move a rectangle so that another one does not cover it: upwards, or sideways if it would leave the view at the top. */
export function wayOut(rect: Rect, cover: Rect): readonly [dx: number, dy: number] {
  if (!overlaps(rect, cover)) return [0, 0];
  const up = cover.y - CLEARANCE - (rect.y + rect.height);
  if (rect.y + up >= 0) return [0, up];
  const left = cover.x - CLEARANCE - (rect.x + rect.width);
  return rect.x + left >= 0 ? [left, 0] : [cover.x + cover.width + CLEARANCE - rect.x, 0];
}

export const contains = (rect: Rect, { x, y }: Point): boolean =>
  x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;

/** Returns the bounding rectangle; undefined if there are no rectangles. */
export function boundsOf(rects: Iterable<Rect>): Rect | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rect of rects) {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return left === Infinity ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the upper left corner of a node centered on a point, snapped to the grid. */
export const nodeAround = ({ x, y }: Point): Point => snapPoint({ x: x - NODE_SIZE / 2, y: y - NODE_SIZE / 2 });

export const middleOf = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

export function distanceToSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : clamp(((point.x - from.x) * dx + (point.y - from.y) * dy) / length, 0, 1);
  return Math.hypot(point.x - from.x - part * dx, point.y - from.y - part * dy);
}
