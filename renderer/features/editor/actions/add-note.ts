// Adds a sticky note near the center of the view where it covers no node, and starts editing it.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { GRID, NODE_SIZE, type Point } from '../canvas/index.ts';
import { addNodeOfType } from './add-node.ts';
import type { EditorContext } from './context.ts';

const NOTE = { width: 240, height: 160 } as const;
/** Height of a node with its name and subtitle. */
const NODE_HEIGHT = NODE_SIZE + GRID * 3;
/** Distance between candidate positions, and number of rings of candidates. */
const STEP = GRID * 2;
const RINGS = 60;

export function addNote(context: EditorContext): void {
  const { canvas, editor } = context;
  const centre = canvas()?.centre() ?? { x: 240, y: 300 };
  const wanted = { x: snap(centre.x - NOTE.width / 2), y: snap(centre.y - NOTE.height / 2) };
  const id = addNodeOfType(context, { type: stickyNoteType }, { kind: 'at', at: freePlace(editor().history.present, wanted) });
  if (id !== undefined) canvas()?.editNote(id);
}

const snap = (value: number): number => Math.round(value / GRID) * GRID;

/** Returns the preferred position, or the nearest one where a note covers no node and no other note. */
export function freePlace({ nodes }: WorkflowFile, wanted: Point): Point {
  const taken = nodes.map(({ position, type, parameters }) => ({
    x: position[0],
    y: position[1],
    ...(type === stickyNoteType ? sizeOf(parameters) : { width: NODE_SIZE, height: NODE_HEIGHT }),
  }));
  const isFree = ({ x, y }: Point): boolean =>
    taken.every(
      (other) => x + NOTE.width <= other.x || other.x + other.width <= x || y + NOTE.height <= other.y || other.y + other.height <= y,
    );
  for (let ring = 0; ring < RINGS; ring++) {
    const found = placesOf(ring, wanted)
      .filter(isFree)
      .toSorted((one, other) => distance(one, wanted) - distance(other, wanted))[0];
    if (found !== undefined) return found;
  }
  return wanted;
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Returns the candidate positions around a point on one ring. */
function placesOf(ring: number, { x, y }: Point): readonly Point[] {
  const places: Point[] = [];
  for (let across = -ring; across <= ring; across++) {
    for (let down = -ring; down <= ring; down++) {
      if (Math.max(Math.abs(across), Math.abs(down)) === ring) places.push({ x: x + across * STEP, y: y + down * STEP });
    }
  }
  return places;
}

function sizeOf(parameters: Readonly<Record<string, unknown>> | undefined): { readonly width: number; readonly height: number } {
  const { width, height } = parameters ?? {};
  return { width: typeof width === 'number' ? width : NOTE.width, height: typeof height === 'number' ? height : NOTE.height };
}
