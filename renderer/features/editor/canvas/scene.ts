// The model in the form that the canvas needs: lookup of connections, paths of wires, and positions during a drag.
import {
  acceptsType,
  type CanvasEdge,
  type CanvasModel,
  type CanvasNode,
  type CanvasNote,
  type Point,
  type PortRef,
} from './canvas-model.ts';
import { connectionsOf } from './connections.ts';
import { runsBack, wireShape, type EdgeShape } from './geometry/edge-path.ts';
import { boundsOf, grow, nodeRect, noteRect, overlaps, portPoint, rectBetween, STUB, type Rect } from './geometry/geometry.ts';
import { nameRect, TakenPlaces } from './geometry/taken-places.ts';

interface Drawn {
  readonly edge: CanvasEdge;
  readonly source: CanvasNode;
  readonly target: CanvasNode;
  readonly shape: EdgeShape;
}

const emptyModel: CanvasModel = { nodes: new Map(), notes: new Map(), edges: new Map() };
/** Maximum distance that a wire leading back extends beyond the nodes at its ends. */
const LOOP_REACH = 260;

export class Scene {
  #model: CanvasModel = emptyModel;
  readonly #live = new Map<string, Rect>();
  readonly #drawn = new Map<string, Drawn>();
  readonly #rects = new WeakMap<CanvasNode | CanvasNote, Rect>();
  #bounds: Rect | undefined;
  #boundsOf: CanvasModel | undefined;
  #takenPlaces: TakenPlaces | undefined;
  #takenOf: CanvasModel['nodes'] | undefined;

  get model(): CanvasModel {
    return this.#model;
  }

  setModel(model: CanvasModel): void {
    if (model.edges !== this.#model.edges) for (const id of this.#drawn.keys()) if (!model.edges.has(id)) this.#drawn.delete(id);
    this.#model = model;
  }

  /** Whether the model contains a node or note, held by a gesture or not. */
  has(id: string): boolean {
    return this.#model.nodes.has(id) || this.#model.notes.has(id);
  }

  /** Returns the incoming and outgoing edges of a node. */
  edgesOf(id: string): readonly string[] {
    return connectionsOf(this.#model.edges).of(id);
  }

  isTaken(node: string, side: PortRef['side'], index: number): boolean {
    return connectionsOf(this.#model.edges).isTaken(node, side, index);
  }

  /** Whether the input of a new connection has as many as it accepts. */
  isFull(from: PortRef, to: PortRef): boolean {
    const target = from.side === 'input' ? from : to;
    const node = this.#model.nodes.get(target.node);
    return node !== undefined && connectionsOf(this.#model.edges).isFull(node, target.index);
  }

  /** Whether a connection attaches a node to another, instead of passing items on. Nodes cannot be inserted into it. */
  isLink(edge: string): boolean {
    return this.#model.edges.get(edge)?.isLink === true;
  }

  /** Whether the input of a new connection accepts the type of the node at its output. */
  accepts(from: PortRef, to: PortRef): boolean {
    const [source, target] = from.side === 'output' ? [from, to] : [to, from];
    const input = this.#model.nodes.get(target.node)?.inputs[target.index];
    const type = this.#model.nodes.get(source.node)?.type;
    return input === undefined || type === undefined || acceptsType(input, type);
  }

  hasEdge(from: PortRef, to: PortRef): boolean {
    const [source, target] = from.side === 'output' ? [from, to] : [to, from];
    return this.edgesOf(source.node).some((id) => {
      const edge = this.#model.edges.get(id);
      return edge?.source === source.node && edge.output === source.index && edge.target === target.node && edge.input === target.index;
    });
  }

  /** Returns the current position of a node or note, even while it is dragged. */
  rectOf(id: string): Rect | undefined {
    const live = this.#live.get(id);
    if (live !== undefined) return live;
    const node = this.#model.nodes.get(id);
    if (node !== undefined) return this.#rectOf(node);
    const note = this.#model.notes.get(id);
    return note === undefined ? undefined : this.#rectOf(note);
  }

  /** Cached, since rectangles are requested repeatedly. */
  #rectOf(thing: CanvasNode | CanvasNote): Rect {
    const cached = this.#rects.get(thing);
    if (cached !== undefined) return cached;
    const rect = 'size' in thing ? noteRect(thing) : nodeRect(thing);
    this.#rects.set(thing, rect);
    return rect;
  }

  portPoint(ref: Pick<PortRef, 'node' | 'side' | 'index'>): Point | undefined {
    const [node, rect] = [this.#model.nodes.get(ref.node), this.rectOf(ref.node)];
    return node === undefined || rect === undefined ? undefined : portPoint(node, ref.side, ref.index, rect);
  }

  /** Sets a temporary position during a gesture; the model is unchanged. */
  setLive(id: string, rect: Rect): void {
    this.#live.set(id, rect);
  }

  get live(): ReadonlyMap<string, Rect> {
    return this.#live;
  }

  clearLive(): void {
    this.#live.clear();
  }

  shapeOf(id: string): EdgeShape | undefined {
    const edge = this.#model.edges.get(id);
    const [source, target] = [this.#model.nodes.get(edge?.source ?? ''), this.#model.nodes.get(edge?.target ?? '')];
    if (edge === undefined || source === undefined || target === undefined) return undefined;
    const isLive = this.#live.size > 0 && (this.#live.has(source.id) || this.#live.has(target.id));
    const cached = isLive ? undefined : this.#drawn.get(id);
    if (cached !== undefined && cached.edge === edge && cached.source === source && cached.target === target) return cached.shape;
    const [from, to] = [this.rectOf(source.id) ?? nodeRect(source), this.rectOf(target.id) ?? nodeRect(target)];
    const [start, end] = [portPoint(source, 'output', edge.output, from), portPoint(target, 'input', edge.input, to)];
    const shape = wireShape(start, end, edge.isLink === true, [from.y + from.height, to.y + to.height]);
    if (!isLive) this.#drawn.set(id, { edge, source, target, shape });
    return shape;
  }

  /** Returns edges that may cross a rectangle. Compares the bounding boxes of their ends, which is fast and never misses one. */
  edgesIn(rect: Rect): string[] {
    const ids: string[] = [];
    for (const id of this.#model.edges.keys()) if (this.mayCross(id, rect)) ids.push(id);
    return ids;
  }

  mayCross(id: string, rect: Rect): boolean {
    const edge = this.#model.edges.get(id);
    const [source, target] = [this.rectOf(edge?.source ?? ''), this.rectOf(edge?.target ?? '')];
    if (source === undefined || target === undefined) return false;
    if (edge?.isLink === true) return overlaps(grow(boundsOf([source, target]) as Rect, STUB), rect);
    const start = { x: source.x + source.width, y: source.y };
    const bounds = grow(rectBetween(start, target), source.height);
    return overlaps(runsBack(start, target) ? grow(bounds, LOOP_REACH) : bounds, rect);
  }

  *rects(): Generator<readonly [string, Rect]> {
    for (const [id, note] of this.#model.notes) yield [id, this.#live.get(id) ?? this.#rectOf(note)];
    for (const [id, node] of this.#model.nodes) yield [id, this.#live.get(id) ?? this.#rectOf(node)];
  }

  /** Whether a rectangle touches a node or its name, wherever a drag has moved it. */
  isCovered(rect: Rect): boolean {
    const { nodes } = this.#model;
    if (this.#takenOf !== nodes) {
      this.#takenPlaces = new TakenPlaces(nodes.values(), (node) => this.#rectOf(node));
      this.#takenOf = nodes;
    }
    if (this.#takenPlaces?.isTaken(rect, (id) => this.#live.has(id)) === true) return true;
    for (const [id, box] of this.#live) {
      const node = nodes.get(id);
      if (node === undefined) continue;
      const name = nameRect(node, box);
      if (overlaps(box, rect) || (name !== undefined && overlaps(name, rect))) return true;
    }
    return false;
  }

  /** Returns the bounding rectangle of the model. */
  bounds(): Rect | undefined {
    if (this.#live.size > 0) return boundsOf(this.#each());
    if (this.#boundsOf !== this.#model) [this.#boundsOf, this.#bounds] = [this.#model, boundsOf(this.#each())];
    return this.#bounds;
  }

  *#each(): Generator<Rect> {
    for (const [, rect] of this.rects()) yield rect;
  }
}
