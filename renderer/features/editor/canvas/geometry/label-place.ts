// Position of a wire's label, clear of the port names at both ends.
import type { Point } from '../canvas-model.ts';
import type { EdgeShape } from './edge-path.ts';

export interface LabelTexts {
  readonly label: string;
  /** Name of the source port, if it is shown. */
  readonly output?: string | undefined;
  /** Name of the target port, if it is shown. */
  readonly input?: string | undefined;
  /** Whether the wire leads from an attached node up to an input, whose name is below it. */
  readonly isLink?: boolean | undefined;
}

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
function linkLabelPlace({ middle, points }: Pick<EdgeShape, 'middle' | 'points'>): Point {
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined) return middle;
  const half = points.slice(0, Math.ceil(points.length / 2));
  const clearOf = (above: number): Point | undefined => half.findLast(({ y }) => y >= end.y + above && y <= start.y - CLEAR_OF.node);
  return clearOf(CLEAR_OF.plus) ?? clearOf(CLEAR_OF.name) ?? middle;
}

/** Returns the middle of the wire if there is space; otherwise a point beside it, or above the names if the wire is too short. */
export function labelPlace({ label, output, input, isLink }: LabelTexts, shape: Pick<EdgeShape, 'middle' | 'points'>): Point {
  const { middle, points } = shape;
  if (isLink === true) return linkLabelPlace(shape);
  const place = { x: middle.x, y: middle.y - ABOVE };
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined || end.x < start.x) return place;
  const half = (label.length * CHARACTER) / 2;
  const isNear = (port: Point): boolean => Math.abs(place.y - port.y) < CLEAR;
  const least = output === undefined || !isNear(start) ? -Infinity : start.x + nameWidth(output) + half;
  const most = input === undefined || !isNear(end) ? Infinity : end.x - nameWidth(input) - half;
  if (least <= most) return { x: Math.min(Math.max(place.x, least), most), y: place.y };
  return { x: place.x, y: Math.min(start.y, end.y) - ABOVE_NAME };
}
