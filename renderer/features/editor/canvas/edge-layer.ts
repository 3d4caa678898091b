// Wires, drawn by hand into one SVG: React would walk through all of them whenever one moves.
import type { CanvasEdge, CanvasPlan } from './canvas-model.ts';
import type { EdgeShape } from './edge-path.ts';
import type { Scene } from './scene.ts';

interface Wire {
  readonly group: SVGGElement;
  readonly hit: SVGPathElement;
  readonly line: SVGPathElement;
  label?: SVGTextElement;
  edge: CanvasEdge;
  d: string;
}

const SVG = 'http://www.w3.org/2000/svg';
const LABEL_ABOVE = 15;
/** So many wires are made or removed in a frame. */
const FRAME_BUDGET = 160;

/** About as wide as a character of a label. */
const CHARACTER = 6.2;
const NAME_AT = 16;
const WIDEST_NAME = 88;

/** The middle; on a short wire further on, so that it does not lie on the name of the port the wire comes from. */
function labelX(scene: Scene, { source, output, label = '' }: CanvasEdge, { middle, points }: EdgeShape): number {
  const name = scene.model.nodes.get(source)?.outputs[output]?.name;
  const [start, end] = [points[0], points.at(-1)];
  if (name === undefined || start === undefined || end === undefined || end.x < start.x) return middle.x;
  const half = (label.length * CHARACTER) / 2;
  const nameEnd = start.x + NAME_AT + Math.min(name.length * CHARACTER, WIDEST_NAME);
  return Math.max(middle.x, Math.min(nameEnd + half, end.x - half));
}

function makeWire(edge: CanvasEdge): Wire {
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'wire');
  const [hit, line] = [document.createElementNS(SVG, 'path'), document.createElementNS(SVG, 'path')];
  hit.setAttribute('class', 'wire-hit');
  line.setAttribute('class', 'wire-line');
  hit.dataset['edge'] = edge.id;
  // The line lies above what is hit, which is coloured when it is selected.
  group.append(hit, line);
  return { group, hit, line, edge, d: '' };
}

export class EdgeLayer {
  readonly #svg: SVGSVGElement;
  readonly #scene: Scene;
  readonly #wires = new Map<string, Wire>();
  #marked: string | undefined;
  #selected: ReadonlySet<string> = new Set();
  #plan: CanvasPlan | undefined;

  constructor(svg: SVGSVGElement, scene: Scene) {
    this.#svg = svg;
    this.#scene = scene;
  }

  /** Brings the document nearer to what is wanted; answers whether it is there. */
  sync(wanted: ReadonlySet<string>): boolean {
    let left = FRAME_BUDGET;
    for (const id of this.#wires.keys()) if (!wanted.has(id) && (left-- > 0 || !this.#scene.model.edges.has(id))) this.#remove(id);
    const added = document.createDocumentFragment();
    for (const id of wanted) {
      const edge = this.#scene.model.edges.get(id);
      if (edge === undefined || this.#wires.has(id)) continue;
      if (left-- <= 0) break;
      const wire = makeWire(edge);
      this.#wires.set(id, wire);
      this.#describe(wire, edge);
      this.#draw(id, wire);
      added.append(wire.group);
    }
    this.#svg.append(added);
    return left >= 0;
  }

  /** The model changed: draws again what is drawn. */
  refresh(): void {
    for (const [id, wire] of this.#wires) {
      const edge = this.#scene.model.edges.get(id);
      if (edge === undefined) {
        this.#remove(id);
        continue;
      }
      if (edge !== wire.edge) this.#describe(wire, edge);
      this.#draw(id, wire);
    }
  }

  /** Ends of these moved. */
  redraw(ids: Iterable<string>): void {
    for (const id of ids) {
      const wire = this.#wires.get(id);
      if (wire !== undefined) this.#draw(id, wire);
    }
  }

  select(ids: ReadonlySet<string>): void {
    if (ids === this.#selected) return;
    const before = this.#selected;
    this.#selected = ids;
    for (const id of new Set([...before, ...ids])) this.#wires.get(id)?.group.toggleAttribute('data-selected', ids.has(id));
  }

  /** Marks the connections over which data would go. */
  showPlan(plan: CanvasPlan | undefined): void {
    if (plan === this.#plan) return;
    this.#plan = plan;
    for (const wire of this.#wires.values()) this.#describePlan(wire);
  }

  /** The one under the pointer, or the one a connection would be put into. */
  mark(id: string | undefined): void {
    if (id === this.#marked) return;
    this.#wires.get(this.#marked ?? '')?.group.removeAttribute('data-marked');
    this.#marked = id;
    this.#wires.get(id ?? '')?.group.setAttribute('data-marked', '');
  }

  clear(): void {
    for (const id of this.#wires.keys()) this.#remove(id);
  }

  #remove(id: string): void {
    this.#wires.get(id)?.group.remove();
    this.#wires.delete(id);
  }

  #describe(wire: Wire, edge: CanvasEdge): void {
    wire.edge = edge;
    wire.group.dataset['state'] = edge.state;
    if (edge.id === this.#marked) wire.group.setAttribute('data-marked', '');
    wire.group.toggleAttribute('data-selected', this.#selected.has(edge.id));
    this.#describePlan(wire);
    if (edge.label === undefined) {
      wire.label?.remove();
      wire.label = undefined;
      return;
    }
    if (wire.label === undefined) {
      wire.label = document.createElementNS(SVG, 'text');
      wire.label.setAttribute('class', 'wire-label');
      wire.group.append(wire.label);
      wire.d = '';
    }
    wire.label.textContent = edge.label;
  }

  #describePlan({ group, edge: { source, target } }: Wire): void {
    const { runs, gives } = this.#plan ?? {};
    group.toggleAttribute('data-plan', runs?.has(target) === true && (runs.has(source) || gives?.has(source) === true));
  }

  #draw(id: string, wire: Wire): void {
    const shape = this.#scene.shapeOf(id);
    if (shape === undefined || shape.d === wire.d) return;
    wire.d = shape.d;
    wire.line.setAttribute('d', shape.drawn);
    wire.hit.setAttribute('d', shape.d);
    wire.label?.setAttribute('x', String(Math.round(labelX(this.#scene, wire.edge, shape))));
    wire.label?.setAttribute('y', String(Math.round(shape.middle.y) - LABEL_ABOVE));
  }
}
