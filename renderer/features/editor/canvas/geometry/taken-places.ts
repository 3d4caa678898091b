// The places that nodes and their names take, so that labels of wires can keep clear of them.
import { NODE_SIZE, type CanvasNode } from '../canvas-model.ts';
import { overlaps, type Rect } from './geometry.ts';

/** Approximate width of a character of a name and of the subtitle, in pixels. */
const [NAME_CHARACTER, SUBTITLE_CHARACTER] = [7, 6.2];
/** Pixels by which a name may extend beyond each side of the box, below which it begins. */
const ASIDE = 34;
const BELOW = 8;
const [NAME_LINE, SUBTITLE_LINE] = [17, 16];
/** Characters per line of the notes, which have two lines at most. */
const NOTES_LINE = 26;

/** Returns the rectangle of the texts below a node; undefined if they are within its box. */
export function nameRect({ title, subtitle, issues, notes = '' }: CanvasNode, box: Rect): Rect | undefined {
  if (box.width > NODE_SIZE) return undefined;
  const below = issues[0] ?? subtitle ?? '';
  const widest = Math.max(title.length * NAME_CHARACTER, Math.max(below.length, Math.min(notes.length, NOTES_LINE)) * SUBTITLE_CHARACTER);
  const width = Math.min(widest, box.width + 2 * ASIDE);
  const notesLines = notes === '' ? 0 : notes.includes('\n') || notes.length > NOTES_LINE ? 2 : 1;
  const height = NAME_LINE + ((below === '' ? 0 : 1) + notesLines) * SUBTITLE_LINE;
  return { x: box.x + (box.width - width) / 2, y: box.y + box.height + BELOW, width, height };
}

const CELL = 200;

/** Finds the nodes near a rectangle without a look at all of them. */
export class TakenPlaces {
  readonly #cells = new Map<string, { readonly id: string; readonly rect: Rect }[]>();

  constructor(nodes: Iterable<CanvasNode>, boxOf: (node: CanvasNode) => Rect) {
    for (const node of nodes) {
      const box = boxOf(node);
      for (const rect of [box, nameRect(node, box)]) if (rect !== undefined) this.#add(node.id, rect);
    }
  }

  #add(id: string, rect: Rect): void {
    for (const cell of cellsOf(rect)) {
      const all = this.#cells.get(cell);
      if (all === undefined) this.#cells.set(cell, [{ id, rect }]);
      else all.push({ id, rect });
    }
  }

  /** Whether a rectangle touches a node or its name. `isAway`: whether a node is somewhere else at present. */
  isTaken(rect: Rect, isAway: (id: string) => boolean): boolean {
    return cellsOf(rect).some(
      (cell) => this.#cells.get(cell)?.some((occupied) => overlaps(occupied.rect, rect) && !isAway(occupied.id)) === true,
    );
  }
}

function cellsOf({ x, y, width, height }: Rect): readonly string[] {
  const cells: string[] = [];
  for (let column = Math.floor(x / CELL); column <= Math.floor((x + width) / CELL); column++)
    for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++) cells.push(`${column} ${row}`);
  return cells;
}
