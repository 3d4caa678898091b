// Path of a wire: a cubic curve if it leads forward, around the nodes if it leads back. Pure.
import type { Point } from '../canvas-model.ts';
import { boundsOf, clamp, distanceToSegment, LABEL_HEIGHT, rectBetween, STUB, type Rect } from './geometry.ts';

export interface EdgeShape {
  /** The line alone. */
  readonly d: string;
  /** The line and its arrow. */
  readonly drawn: string;
  /** Position of its label and buttons. */
  readonly middle: Point;
  /** The line as straight segments. */
  readonly points: readonly Point[];
  readonly bounds: Rect;
}

/** Lower edges of the nodes at both ends, including their names. A wire that leads back runs below them. */
export interface Around {
  readonly bottom: number;
}

const CURVE_STEPS = 16;
const CORNER = 14;
const LANE_GAP = 16;
/** Minimum vertical distance for a lane between the rows. */
const ROW_GAP = 220;
const ARROW = { length: 6, half: 4.5 } as const;

/** One decimal is finer than a pixel at any zoom, and makes the text half as long. */
const number = (value: number): string => String(Math.round(value * 10) / 10);
const at = ({ x, y }: Point): string => `${number(x)} ${number(y)}`;

const arrowAt = (tip: Point): string =>
  `M${number(tip.x - ARROW.length)} ${number(tip.y - ARROW.half)}L${at(tip)}L${number(tip.x - ARROW.length)} ${number(tip.y + ARROW.half)}`;

export const runsBack = (from: Point, to: Point): boolean => to.x < from.x + 4;

function cubicPoint([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
  const u = 1 - t;
  const [wa, wb, wc, wd] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return { x: wa * a.x + wb * b.x + wc * c.x + wd * d.x, y: wa * a.y + wb * b.y + wc * c.y + wd * d.y };
}

/** Only the path is needed on every frame of a drag, so the rest is computed on demand. */
class Shape implements EdgeShape {
  readonly d: string;
  readonly middle: Point;
  readonly #tip: Point;
  readonly #hasArrow: boolean;
  readonly #pointsOf: () => readonly Point[];
  #points: readonly Point[] | undefined;
  #bounds: Rect | undefined;

  constructor(d: string, middle: Point, tip: Point, pointsOf: () => readonly Point[], hasArrow = true) {
    this.d = d;
    this.#hasArrow = hasArrow;
    this.middle = middle;
    this.#tip = tip;
    this.#pointsOf = pointsOf;
  }

  get drawn(): string {
    return this.#hasArrow ? this.d + arrowAt(this.#tip) : this.d;
  }

  get points(): readonly Point[] {
    return (this.#points ??= this.#pointsOf());
  }

  get bounds(): Rect {
    this.#bounds ??= boundsOf(this.points.map((point) => ({ ...point, width: 0, height: 0 }))) ?? rectBetween(this.#tip, this.#tip);
    return this.#bounds;
  }
}

function forwards(from: Point, to: Point): EdgeShape {
  if (Math.abs(from.y - to.y) < 0.5) {
    return new Shape(`M${at(from)}L${at(to)}`, { x: (from.x + to.x) / 2, y: from.y }, to, () => [from, to]);
  }
  const reach = Math.max(STUB, (to.x - from.x) / 2);
  const curve = [from, { x: from.x + reach, y: from.y }, { x: to.x - reach, y: to.y }, to] as const;
  return new Shape(`M${at(from)}C${at(curve[1])} ${at(curve[2])} ${at(to)}`, cubicPoint(curve, 0.5), to, () =>
    Array.from({ length: CURVE_STEPS + 1 }, (_, step) => cubicPoint(curve, step / CURVE_STEPS)),
  );
}

/** Returns a curve without an arrow, from the top of one node to the lower edge of another. */
export function linkShape(from: Point, to: Point): EdgeShape {
  const reach = Math.max(STUB, Math.abs(from.y - to.y) / 2);
  const curve = [from, { x: from.x, y: from.y - reach }, { x: to.x, y: to.y + reach }, to] as const;
  return new Shape(
    `M${at(from)}C${at(curve[1])} ${at(curve[2])} ${at(to)}`,
    cubicPoint(curve, 0.5),
    to,
    () => Array.from({ length: CURVE_STEPS + 1 }, (_, step) => cubicPoint(curve, step / CURVE_STEPS)),
    false,
  );
}

/** Returns a path through points, with rounded corners. */
export function roundedPath(points: readonly Point[], radius: number = CORNER): string {
  let d = '';
  points.forEach((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined) {
      d += `${index === 0 ? 'M' : 'L'}${at(point)}`;
      return;
    }
    const [into, out] = [Math.hypot(point.x - before.x, point.y - before.y), Math.hypot(after.x - point.x, after.y - point.y)];
    const maxRadius = Math.min(radius, into / 2, out / 2);
    if (maxRadius === 0) return;
    const towards = (other: Point, length: number): Point => ({
      x: point.x + ((other.x - point.x) * maxRadius) / length,
      y: point.y + ((other.y - point.y) * maxRadius) / length,
    });
    d += `L${at(towards(before, into))}Q${at(point)} ${at(towards(after, out))}`;
  });
  return d;
}

function backwards(from: Point, to: Point, around: Around): EdgeShape {
  const lane = Math.abs(from.y - to.y) >= ROW_GAP ? (from.y + to.y) / 2 + LANE_GAP : around.bottom + LANE_GAP;
  const [right, left] = [from.x + STUB, to.x - STUB];
  const points = [from, { x: right, y: from.y }, { x: right, y: lane }, { x: left, y: lane }, { x: left, y: to.y }, to];
  return new Shape(roundedPath(points), { x: (left + right) / 2, y: lane }, to, () => points);
}

/** Returns the path from an output to an input, given by the points where the wire meets them. */
export function edgeShape(from: Point, to: Point, around: Around): EdgeShape {
  return runsBack(from, to) ? backwards(from, to, around) : forwards(from, to);
}

/** `isLink`: whether it attaches a node to another. `bottoms`: lower edges of the boxes at both ends. */
export const wireShape = (from: Point, to: Point, isLink: boolean, bottoms: readonly [number, number]): EdgeShape =>
  isLink ? linkShape(from, to) : edgeShape(from, to, { bottom: Math.max(...bottoms) + LABEL_HEIGHT });

/** Returns the path of a connection that is being drawn: it has no arrow, and may end on any side. */
export function pendingPath(from: Point, to: Point): string {
  const reach = clamp(Math.abs(to.x - from.x) / 2, STUB, 160);
  return `M${at(from)}C${at({ x: from.x + reach, y: from.y })} ${at({ x: to.x - reach, y: to.y })} ${at(to)}`;
}

export function distanceToShape(point: Point, { points }: EdgeShape): number {
  let least = Infinity;
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1], points[index]];
    if (from !== undefined && to !== undefined) least = Math.min(least, distanceToSegment(point, from, to));
  }
  return least;
}
