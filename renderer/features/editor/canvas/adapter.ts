// The only importer of jsPlumb. Nodes whose ports are in the document are its managed elements, their ports its endpoints, wires between them its
// connections. It drags nodes, notes and new connections; the canvas's rules decide in its interceptors.
import {
  AbstractConnector,
  ATTRIBUTE_SCOPE_PREFIX,
  BrowserJsPlumbInstance,
  CLASS_ENDPOINT,
  Connectors,
  INTERCEPT_BEFORE_DETACH,
  INTERCEPT_BEFORE_DRAG,
  INTERCEPT_BEFORE_DROP,
  INTERCEPT_BEFORE_START_DETACH,
  type BeforeDropParams,
  type BrowserJsPlumbDefaults,
  type Connection,
  type ConstrainFunction,
  type ConnectorComputeParams,
  type Endpoint,
  type Geometry,
  type jsPlumbDOMElement,
  type PaintGeometry,
  type PaintStyle,
} from '@jsplumb/browser-ui';
import { MAIN, type CanvasEdge, type CanvasNode, type Point, type PortRef } from './canvas-model.ts';
import { wireShape, type EdgeShape } from './geometry/edge-path.ts';
import { portPoint, type Rect } from './geometry/geometry.ts';

/** The canvas's side of a drag, and the place where wires are drawn. */
export interface DragHost {
  /** Whether the current press may become a drag. */
  mayDrag(): boolean;
  /** Whether a connection may be drawn from a port. */
  mayConnect(from: PortRef): boolean;
  /** Whether the connection that is being drawn may end at a port. */
  mayDrop(from: PortRef, to: PortRef): boolean;
  /** Called for each movement of a drag, before jsPlumb moves anything. */
  follow(event: MouseEvent | TouchEvent): void;
  /** Returns the upper left corner, on the canvas, of a dragged node or note. */
  placeOf(element: HTMLElement): Point | undefined;
  /** Returns the loose end of the connection that is being drawn: the point of the port that it snaps to, otherwise the pointer. */
  looseEnd(): Point | undefined;
  /** Draws a wire whose ends have moved. */
  drawWire(edge: string, shape: EdgeShape): void;
}

/** An element that jsPlumb manages. */
export interface Place {
  readonly element: HTMLElement;
  readonly rect: Rect;
  /** Absent if it has no ports in the document. */
  readonly node?: CanvasNode;
}

export interface Adapter {
  /** Whether jsPlumb draws this wire when its ends move. */
  carries(edge: string): boolean;
  /**
   * Makes jsPlumb manage exactly these nodes and connect them by these wires, a few nodes per call. Ignores wires with an end that is not managed.
   * Returns whether nothing is left to change.
   */
  sync(places: ReadonlyMap<string, Place>, edges: readonly CanvasEdge[]): boolean;
  /** Called when nodes have moved; jsPlumb redraws their wires. */
  moved(rects: ReadonlyMap<string, Rect>): void;
  /** Called for a press on an element, before jsPlumb's own listener. `port`: the pressed port. */
  prepare(id: string, place: Place, zoom: number, port?: PressedPort): void;
  /** Cancels jsPlumb's current drag. */
  abort(): void;
  destroy(): void;
}

export interface PressedPort {
  readonly element: HTMLElement;
  readonly ref: PortRef;
}

interface Managed {
  readonly element: HTMLElement;
  readonly node: CanvasNode | undefined;
  /** By side and index. */
  readonly endpoints: Map<string, Endpoint>;
}

/** Maximum number of nodes that are managed or released per frame. */
const SYNC_BUDGET = 24;

const keyOf = (side: PortRef['side'], index: number): string => `${side} ${index}`;
const WIRE = 'CanvasWire';
const portRefs = new WeakMap<Endpoint, PortRef>();
/** Current positions of elements, so that jsPlumb does not measure them in the document. */
const currentRects = new WeakMap<Element, Rect>();

/** A connector with the geometry of the canvas. */
class Wire extends AbstractConnector {
  readonly type = WIRE;
  shape: EdgeShape | undefined;

  getDefaultStubs(): [number, number] {
    return [0, 0];
  }

  transformGeometry(geometry: Geometry): Geometry {
    return geometry;
  }

  _compute(_: PaintGeometry, { sourcePos, targetPos, sourceEndpoint, sourceInfo, targetInfo }: ConnectorComputeParams): void {
    const [from, to] = [sourcePos, targetPos].map(({ curX, curY }): Point => ({ x: curX, y: curY })) as [Point, Point];
    this.shape = wireShape(from, to, portRefs.get(sourceEndpoint)?.type !== MAIN, [
      sourceInfo.y + sourceInfo.h,
      targetInfo.y + targetInfo.h,
    ]);
  }
}
Connectors.register(WIRE, Wire);

/** jsPlumb without elements of its own: React renders the ports, and the edge layer draws the wires. */
class CanvasPlumb extends BrowserJsPlumbInstance {
  /** Called for a connection whose path has changed. */
  onPaint: ((connection: Connection, shape: EdgeShape) => void) | undefined;

  constructor(defaults: BrowserJsPlumbDefaults) {
    super(0, defaults);
  }

  override getSize(element: Element): { w: number; h: number } {
    const rect = currentRects.get(element);
    return rect === undefined ? super.getSize(element) : { w: rect.width, h: rect.height };
  }

  override getOffset(element: Element): Point {
    const rect = currentRects.get(element);
    return rect === undefined ? super.getOffset(element) : { x: rect.x, y: rect.y };
  }

  override renderEndpoint(endpoint: Endpoint, style: PaintStyle): void {
    if (!portRefs.has(endpoint)) super.renderEndpoint(endpoint, style);
  }

  override destroyEndpoint(endpoint: Endpoint): void {
    if (!portRefs.has(endpoint)) return super.destroyEndpoint(endpoint);
    // React removes the port from the document.
    delete (endpoint.endpoint as { canvas?: HTMLElement }).canvas;
  }

  override paintConnector(connector: AbstractConnector): void {
    const { connection } = connector;
    if (connector instanceof Wire && connector.shape !== undefined) this.onPaint?.(connection, connector.shape);
  }
}

const canvasOf = (endpoint: Endpoint): HTMLElement | undefined => (endpoint.endpoint as { canvas?: HTMLElement }).canvas;

/** Makes an element of a port a handle of its endpoint. */
function bind(element: HTMLElement, endpoint: Endpoint): void {
  element.classList.add(CLASS_ENDPOINT);
  element.setAttribute(`${ATTRIBUTE_SCOPE_PREFIX}${endpoint.scope}`, '');
  (element as jsPlumbDOMElement).jtk = { endpoint };
}

function unbind(element: Element): void {
  element.setAttribute('class', [...element.classList].filter((name) => !name.startsWith('jtk-')).join(' '));
}

const samePorts = (one: CanvasNode | undefined, other: CanvasNode | undefined): boolean =>
  one === other || (one?.inputs === other?.inputs && one?.outputs === other?.outputs);

class PlumbAdapter implements Adapter {
  readonly #plumb: CanvasPlumb;
  readonly #managed = new Map<string, Managed>();
  /** By the id of their wire. */
  readonly #connections = new Map<string, Connection>();
  readonly #edgeOf = new WeakMap<Connection, string>();

  constructor(surface: HTMLElement, host: DragHost) {
    const plumb = new CanvasPlumb({ container: surface, elementsDraggable: true, resizeObserver: false });
    this.#plumb = plumb;
    plumb.onPaint = (connection, shape) => {
      const edge = this.#edgeOf.get(connection);
      if (edge !== undefined) host.drawWire(edge, shape);
    };
    const refOf = (endpoint: Endpoint | undefined): PortRef | undefined => (endpoint === undefined ? undefined : portRefs.get(endpoint));
    const mayDrop = ({ connection, dropEndpoint }: BeforeDropParams): boolean => {
      const [from, to] = [refOf(connection.endpoints[0]), refOf(dropEndpoint)];
      return from !== undefined && to !== undefined && host.mayDrop(from, to);
    };
    plumb.bind(INTERCEPT_BEFORE_DRAG, ({ endpoint }: { readonly endpoint: Endpoint }) => {
      const from = refOf(endpoint);
      return from !== undefined && host.mayConnect(from);
    });
    plumb.bind(INTERCEPT_BEFORE_DROP, mayDrop);
    // Connections are removed by their button only.
    plumb.bind(INTERCEPT_BEFORE_START_DETACH, () => false);
    plumb.bind(INTERCEPT_BEFORE_DETACH, () => false);
    plumb.addDragFilter(() => !host.mayDrag());
    // jsPlumb supports neither a threshold, nor snapping to ports, nor a view that moves under the pointer.
    plumb.setDragConstrainFunction((requestedPosition, element, _constraint, _size, event) => {
      host.follow(event);
      return host.placeOf(element) ?? requestedPosition;
    });
    const endpointOptions = plumb.dragManager.handlers.find(({ handler }) => handler.selector === `.${CLASS_ENDPOINT}`)?.options;
    // The options of the first handler cannot be changed, so a selector before it has them and this one.
    const constrainFunction: ConstrainFunction = (requestedPosition, _element, _constraint, _size, event) => {
      host.follow(event);
      return host.looseEnd() ?? requestedPosition;
    };
    plumb.dragManager.addSelector({ ...endpointOptions, constrainFunction }, true);
  }

  carries(edge: string): boolean {
    return this.#connections.has(edge);
  }

  sync(places: ReadonlyMap<string, Place>, edges: readonly CanvasEdge[]): boolean {
    let budget = SYNC_BUDGET;
    this.#plumb.batch(() => {
      for (const [id, { element, node }] of this.#managed) {
        const place = places.get(id);
        if (place?.element === element && samePorts(place.node, node)) continue;
        if (budget-- > 0) this.#unmanage(id);
      }
      for (const [id, place] of places) {
        const before = this.#managed.get(id)?.element;
        if (before === undefined ? budget-- > 0 : before === place.element) this.#manage(id, place);
      }
      const required = new Set(edges.map((edge) => this.#connect(edge)));
      // Removes connections that are not in the model, such as a drawn connection that the editor rejected.
      for (const connection of this.#plumb.connections.slice()) if (!required.has(connection)) this.#disconnect(connection);
    }, true);
    return budget >= 0;
  }

  moved(changed: ReadonlyMap<string, Rect>): void {
    const elements: HTMLElement[] = [];
    for (const [id, rect] of changed) {
      const element = this.#managed.get(id)?.element;
      if (element === undefined) continue;
      this.#place(element, rect);
      elements.push(element);
    }
    // The same time for all, so that a wire between two of them is drawn once.
    const time = String(performance.now());
    for (const element of elements) this.#plumb.repaint(element, time, true);
  }

  prepare(id: string, place: Place, zoom: number, port?: PressedPort): void {
    this.#plumb.setZoom(zoom);
    this.#plumb.batch(() => this.#manage(id, place), true);
    const endpoint = port === undefined ? undefined : this.#endpointOf(port.ref);
    // Another element of the same port, such as its plus.
    if (port !== undefined && endpoint !== undefined) bind(port.element, endpoint);
  }

  // jsPlumb cannot cancel a drag, but it ends one on mouseup.
  abort(): void {
    document.dispatchEvent(new MouseEvent('mouseup'));
  }

  destroy(): void {
    // jsPlumb would remove elements from the document that it still manages.
    for (const id of this.#managed.keys()) this.#unmanage(id);
    for (const { el } of Object.values(this.#plumb.getManagedElements())) this.#plumb.unmanage(el as unknown as Element);
    this.#plumb.destroy();
  }

  #endpointOf({ node, side, index }: Pick<PortRef, 'node' | 'side' | 'index'>): Endpoint | undefined {
    return this.#managed.get(node)?.endpoints.get(keyOf(side, index));
  }

  #place(element: HTMLElement, rect: Rect): void {
    currentRects.set(element, rect);
    this.#plumb.viewport.updateElement(this.#plumb.getId(element), rect.x, rect.y, rect.width, rect.height, 0, true);
  }

  #manage(id: string, { element, rect, node }: Place): void {
    const before = this.#managed.get(id);
    if (before === undefined) this.#plumb.manage(element);
    this.#place(element, rect);
    const endpoints = before?.endpoints ?? new Map<string, Endpoint>();
    this.#managed.set(id, { element, node: node ?? before?.node, endpoints });
    if (node === undefined) return;
    if (endpoints.size > 0) {
      for (const endpoint of endpoints.values()) this.#bindPort(element, endpoint);
      return;
    }
    for (const side of ['input', 'output'] as const) {
      const ports = side === 'input' ? node.inputs : node.outputs;
      ports.forEach(({ type }, index) =>
        endpoints.set(keyOf(side, index), this.#addEndpoint(element, node, { node: id, side, index, type })),
      );
    }
  }

  #addEndpoint(element: HTMLElement, node: CanvasNode, ref: PortRef): Endpoint {
    const { x, y } = portPoint(node, ref.side, ref.index, { x: 0, y: 0 });
    const endpoint = this.#plumb.addEndpoint(element, {
      endpoint: 'Blank',
      anchor: [0, 0, ref.side === 'input' ? -1 : 1, 0, x, y],
      source: true,
      target: true,
      maxConnections: -1,
      connectionsDetachable: false,
      connector: WIRE,
    });
    portRefs.set(endpoint, ref);
    this.#bindPort(element, endpoint);
    return endpoint;
  }

  /** Makes a port that React has rendered the element of its endpoint. */
  #bindPort(element: HTMLElement, endpoint: Endpoint): void {
    const ref = portRefs.get(endpoint);
    if (ref === undefined || canvasOf(endpoint)?.isConnected === true) return;
    const port = element.querySelector<HTMLElement>(`.node-port[data-port='${ref.side}'][data-index='${ref.index}']`);
    if (port === null) return;
    Object.assign(endpoint.endpoint, { canvas: port });
    bind(port, endpoint);
  }

  #unmanage(id: string): void {
    const managed = this.#managed.get(id);
    if (managed === undefined) return;
    this.#managed.delete(id);
    for (const endpoint of managed.endpoints.values()) for (const connection of endpoint.connections.slice()) this.#disconnect(connection);
    this.#plumb.unmanage(managed.element);
    for (const handle of managed.element.querySelectorAll(`.${CLASS_ENDPOINT}`)) unbind(handle);
    currentRects.delete(managed.element);
  }

  /** Returns jsPlumb's connection for a wire, also if the user has drawn it; undefined if an end is not in the document. */
  #connect(edge: CanvasEdge): Connection | undefined {
    const source = this.#endpointOf({ node: edge.source, side: 'output', index: edge.output });
    const target = this.#endpointOf({ node: edge.target, side: 'input', index: edge.input });
    if (source === undefined || target === undefined) return undefined;
    const connection =
      source.connections.find(({ endpoints }) => endpoints[0] === source && endpoints[1] === target) ??
      this.#plumb.connect({ source, target, connector: WIRE });
    this.#edgeOf.set(connection, edge.id);
    this.#connections.set(edge.id, connection);
    return connection;
  }

  #disconnect(connection: Connection): void {
    const edge = this.#edgeOf.get(connection);
    if (edge !== undefined && this.#connections.get(edge) === connection) this.#connections.delete(edge);
    this.#plumb.deleteConnection(connection, { force: true });
  }
}

export const createAdapter = (surface: HTMLElement, host: DragHost): Adapter => new PlumbAdapter(surface, host);
