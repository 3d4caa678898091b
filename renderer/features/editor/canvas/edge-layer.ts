// Draws wires into one SVG without React, which would process all of them whenever one moves.
import type { CanvasChange, CanvasEdge, CanvasModel, CanvasPlan } from './canvas-model.ts';
import type { EdgeShape } from './geometry/edge-path.ts';
import type { Rect } from './geometry/geometry.ts';
import { labelPlace } from './geometry/label-place.ts';
import type { Scene } from './scene.ts';
import { SPARE, type LineStep, type MountPace } from './geometry/virtualisation.ts';

interface Wire {
  readonly group: SVGGElement;
  readonly hit: SVGPathElement;
  readonly line: SVGPathElement;
  label?: HTMLElement;
  edge: CanvasEdge;
  d: string;
  lines: LineStep;
  /** Whether it has the parts that are visible only at close range: hit path and label. */
  isWhole: boolean;
}

const SVG = 'http://www.w3.org/2000/svg';
/** Maximum number of wires created or removed per frame. */
const FRAME_BUDGET = 160;

function makeWire(edge: CanvasEdge): Wire {
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'wire');
  const [hit, line] = [document.createElementNS(SVG, 'path'), document.createElementNS(SVG, 'path')];
  hit.setAttribute('class', 'wire-hit');
  line.setAttribute('class', 'wire-line');
  hit.dataset['edge'] = edge.id;
  // The line is above the hit path, which is colored while it is selected.
  group.append(hit, line);
  return { group, hit, line, edge, d: '', lines: 'near', isWhole: false };
}

function mark(element: HTMLElement | SVGElement, change: CanvasChange | undefined): void {
  if (change === undefined) delete element.dataset['change'];
  else element.dataset['change'] = change.kind;
}

export class EdgeLayer {
  readonly #svg: SVGSVGElement;
  readonly #labels: HTMLElement;
  readonly #scene: Scene;
  readonly #wires = new Map<string, Wire>();
  /** Wires whose label and hit path have not been updated: neither is visible from far away. */
  readonly #behind = new Set<string>();
  #marked: string | undefined;
  #selected: ReadonlySet<string> = new Set();
  #plan: CanvasPlan | undefined;
  #lines: LineStep = 'near';
  #isEven = true;
  #nodes: CanvasModel['nodes'] | undefined;

  constructor(svg: SVGSVGElement, labels: HTMLElement, scene: Scene) {
    this.#svg = svg;
    this.#labels = labels;
    this.#scene = scene;
  }

  /** Updates a part of the document; returns whether it is up to date. */
  sync(required: ReadonlySet<string>, lines: LineStep, { sight, isMoving }: MountPace): boolean {
    const isEven = this.#thicken(lines);
    const isCleared = this.#clearAway(required, isMoving ? SPARE : 0);
    const isAdded = this.#add(required);
    return (sight !== 'all' || this.#complete()) && isCleared && isAdded && isEven;
  }

  /** Redraws the existing wires after the model has changed. */
  refresh(): void {
    const { nodes } = this.#scene.model;
    const areSameNodes = nodes === this.#nodes;
    this.#nodes = nodes;
    for (const [id, wire] of this.#wires) {
      const edge = this.#scene.model.edges.get(id);
      if (edge === undefined) {
        this.#remove(id);
        continue;
      }
      if (edge !== wire.edge) this.#describe(wire, edge);
      this.#draw(id, wire);
      // A name may have moved onto the label, or away from it.
      if (!areSameNodes && wire.label !== undefined) this.#behind.add(id);
    }
  }

  /** Draws a wire along the path that jsPlumb's connector has computed. */
  drawAlong(id: string, shape: EdgeShape): void {
    const wire = this.#wires.get(id);
    if (wire !== undefined) this.#drawShape(id, wire, shape);
  }

  /** Redraws wires whose ends have moved. */
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

  /** Marks the connections that would transfer data. */
  showPlan(plan: CanvasPlan | undefined): void {
    if (plan === this.#plan) return;
    this.#plan = plan;
    for (const wire of this.#wires.values()) this.#describePlan(wire);
  }

  /** Marks the hovered connection, or the insertion target of a drag. */
  mark(id: string | undefined): void {
    if (id === this.#marked) return;
    this.#wires.get(this.#marked ?? '')?.group.removeAttribute('data-marked');
    this.#marked = id;
    this.#wires.get(id ?? '')?.group.setAttribute('data-marked', '');
  }

  clear(): void {
    for (const id of this.#wires.keys()) this.#remove(id);
  }

  #clearAway(required: ReadonlySet<string>, spare: number): boolean {
    let [remainingSpare, budget, isDone] = [spare, FRAME_BUDGET, true];
    for (const id of this.#wires.keys()) {
      if (required.has(id)) continue;
      if (this.#scene.model.edges.has(id) && (remainingSpare-- > 0 || budget-- <= 0)) isDone = false;
      else this.#remove(id);
    }
    return isDone;
  }

  #add(required: ReadonlySet<string>): boolean {
    let budget = FRAME_BUDGET;
    const added = document.createDocumentFragment();
    for (const id of required) {
      const edge = this.#scene.model.edges.get(id);
      if (edge === undefined || this.#wires.has(id)) continue;
      if (budget-- <= 0) break;
      const wire = makeWire(edge);
      this.#wires.set(id, wire);
      this.#drawLines(wire);
      this.#describe(wire, edge);
      this.#draw(id, wire);
      added.append(wire.group);
    }
    if (added.firstChild !== null) this.#svg.append(added);
    return budget >= 0;
  }

  /** Updates the stroke width of a few wires per frame. */
  #thicken(lines: LineStep): boolean {
    if (lines === this.#lines && this.#isEven) return true;
    this.#lines = lines;
    let budget = FRAME_BUDGET;
    for (const wire of this.#wires.values()) if (wire.lines !== lines && budget-- > 0) this.#drawLines(wire);
    this.#isEven = budget >= 0;
    return this.#isEven;
  }

  #drawLines(wire: Wire): void {
    wire.lines = this.#lines;
    wire.group.dataset['lines'] = this.#lines;
  }

  /** Updates the parts that are visible only at close range. */
  #complete(): boolean {
    let budget = FRAME_BUDGET;
    for (const id of this.#behind) {
      const wire = this.#wires.get(id);
      if (wire?.isWhole === false && budget-- <= 0) return false;
      this.#behind.delete(id);
      if (wire !== undefined) this.#follow(id, wire);
    }
    return true;
  }

  #follow(id: string, wire: Wire): void {
    const shape = this.#scene.shapeOf(id);
    if (shape === undefined) return;
    wire.isWhole = true;
    wire.hit.setAttribute('d', shape.d);
    const { label } = wire.edge;
    if (label === undefined) return;
    if (wire.label === undefined) {
      wire.label = document.createElement('span');
      wire.label.className = 'wire-label';
      this.#labels.append(wire.label);
      this.#describePlan(wire);
    }
    if (wire.label.textContent !== label) wire.label.textContent = label;
    wire.label.dataset['state'] = wire.edge.state;
    mark(wire.label, wire.edge.change);
    const isTaken = (rect: Rect): boolean => this.#scene.isCovered(rect);
    const position = labelPlace({ label, isLink: wire.edge.isLink, isTaken, ...this.#portNames(wire.edge) }, shape);
    wire.label.style.left = `${Math.round(position.x)}px`;
    wire.label.style.top = `${Math.round(position.y)}px`;
  }

  #portNames({ source, output, target, input }: CanvasEdge): { readonly output: string | undefined; readonly input: string | undefined } {
    const { nodes } = this.#scene.model;
    return { output: nodes.get(source)?.outputs[output]?.name, input: nodes.get(target)?.inputs[input]?.name };
  }

  #remove(id: string): void {
    const wire = this.#wires.get(id);
    wire?.group.remove();
    wire?.label?.remove();
    this.#wires.delete(id);
    this.#behind.delete(id);
  }

  #describe(wire: Wire, edge: CanvasEdge): void {
    wire.edge = edge;
    wire.group.dataset['state'] = edge.state;
    wire.group.toggleAttribute('data-link', edge.isLink === true);
    mark(wire.group, edge.change);
    if (edge.id === this.#marked) wire.group.setAttribute('data-marked', '');
    wire.group.toggleAttribute('data-selected', this.#selected.has(edge.id));
    this.#describePlan(wire);
    this.#behind.add(edge.id);
    if (edge.label !== undefined) return;
    wire.label?.remove();
    wire.label = undefined;
  }

  #describePlan({ group, label, edge: { source, target } }: Wire): void {
    const { runs, gives } = this.#plan ?? {};
    const isPlanned = runs?.has(target) === true && (runs.has(source) || gives?.has(source) === true);
    group.toggleAttribute('data-plan', isPlanned);
    label?.toggleAttribute('data-plan', isPlanned);
  }

  #draw(id: string, wire: Wire): void {
    const shape = this.#scene.shapeOf(id);
    if (shape !== undefined) this.#drawShape(id, wire, shape);
  }

  #drawShape(id: string, wire: Wire, shape: EdgeShape): void {
    if (shape.d === wire.d) return;
    wire.d = shape.d;
    wire.line.setAttribute('d', shape.drawn);
    this.#behind.add(id);
  }
}
