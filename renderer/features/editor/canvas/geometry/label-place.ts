// Position of a wire's label, clear of the port names at both ends, and of nodes and their names.
import type { Point } from '../canvas-model.ts';
import type { EdgeShape } from './edge-path.ts';
import type { Rect } from './geometry.ts';

export interface LabelTexts {
  readonly label: string;
  /** Name of the source port, if it is shown. */
  readonly output?: string | undefined;
  /** Name of the target port, if it is shown. */
  readonly input?: string | undefined;
  /** Whether the wire leads from an attached node up to an input, whose name is below it. */
  readonly isLink?: boolean | undefined;
  /** Whether a rectangle touches a node or its name. */
  readonly isTaken?: (rect: Rect) => boolean;
}

/** Half of a label's height in pixels. */
const HALF_HEIGHT = 7;
/** Distance in pixels between the candidate positions along the wire. */
const STEP = 10;

/** Pixels from the line to the middle of a label above it. */
const ABOVE = 15;
/** Approximate width of a character in pixels. */
const CHARACTER = 6.2;
/** Offset of a name from its port in pixels. */
const NAME_AT = 16;
const WIDEST_NAME = 88;
/** Vertical distance from the label in pixels at which a name does not touch it. */
const CLEAR = 32;
/** Pixels from a port to the middle of a label above the port's name. */
const ABOVE_NAME = 30;

const nameWidth = (name: string): number => NAME_AT + Math.min(name.length * CHARACTER, WIDEST_NAME);

/** Vertical distances of a label from an input above it, whose name and plus are below it, from the name alone, and from the attached node below. */
const CLEAR_OF = { plus: 59, name: 36, node: 15 } as const;

/** Returns the point of the wire that is nearest to its middle and has space, towards the attached node; otherwise the middle. */
function linkLabelPlace({ middle, points }: Pick<EdgeShape, 'middle' | 'points'>, isFree: (at: Point) => boolean): Point {
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined) return middle;
  const half = points.slice(0, Math.ceil(points.length / 2));
  const clearOf = (above: number): Point | undefined =>
    half.findLast((at) => at.y >= end.y + above && at.y <= start.y - CLEAR_OF.node && isFree(at));
  return clearOf(CLEAR_OF.plus) ?? clearOf(CLEAR_OF.name) ?? middle;
}

/** Returns points along the wire. */
function* along(points: readonly Point[]): Generator<Point> {
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined) continue;
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP));
    for (let step = 0; step < count; step++)
      yield { x: from.x + ((to.x - from.x) * step) / count, y: from.y + ((to.y - from.y) * step) / count };
  }
}

/** Returns the middle of the wire if there is space; otherwise the nearest place beside the wire, or above the names if the wire is too short. */
export function labelPlace(texts: LabelTexts, shape: Pick<EdgeShape, 'middle' | 'points'>): Point {
  const { label, output, input, isLink, isTaken } = texts;
  const half = (label.length * CHARACTER) / 2;
  const isFree = ({ x, y }: Point): boolean =>
    isTaken?.({ x: x - half, y: y - HALF_HEIGHT, width: 2 * half, height: 2 * HALF_HEIGHT }) !== true;
  if (isLink === true) return linkLabelPlace(shape, isFree);
  const position = { x: shape.middle.x, y: shape.middle.y - ABOVE };
  const [start, end] = [shape.points[0], shape.points.at(-1)];
  if (start === undefined || end === undefined) return position;
  const isNear = (port: Point, { y }: Point): boolean => Math.abs(y - port.y) < CLEAR;
  const least = (at: Point): number => (output === undefined || !isNear(start, at) ? -Infinity : start.x + nameWidth(output) + half);
  const most = (at: Point): number => (input === undefined || !isNear(end, at) ? Infinity : end.x - nameWidth(input) - half);
  const usual =
    end.x < start.x
      ? position
      : least(position) <= most(position)
        ? { x: Math.min(Math.max(position.x, least(position)), most(position)), y: position.y }
        : { x: position.x, y: Math.min(start.y, end.y) - ABOVE_NAME };
  if (isFree(usual)) return usual;
  let [nearest, nearestBy] = [usual, Infinity];
  for (const { x, y } of along(shape.points)) {
    for (const at of [
      { x, y: y - ABOVE },
      { x, y: y + ABOVE },
    ]) {
      const by = Math.hypot(at.x - usual.x, at.y - usual.y);
      if (by < nearestBy && at.x >= least(at) && at.x <= most(at) && isFree(at)) [nearest, nearestBy] = [at, by];
    }
  }
  return nearest;
}
