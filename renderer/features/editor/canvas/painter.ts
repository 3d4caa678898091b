// Draws frames: one callback for all changes since the last one. Updates the view without React.
import type { Adapter, Place } from './adapter.ts';
import type { CanvasCore } from './core.ts';
import { EdgeLayer } from './edge-layer.ts';
import { GRID, type CanvasEdge, type CanvasView } from './canvas-model.ts';
import type { EdgeShape } from './geometry/edge-path.ts';
import { overlaps, type Rect } from './geometry/geometry.ts';
import { isJsPlumbDrag } from './gestures/gesture.ts';
import { FAR_ZOOM, lineStep, mountedArea, nextMounted, sightOf, expectedIn } from './geometry/virtualisation.ts';

export interface Grounds {
  readonly stage: HTMLElement;
  readonly grid: HTMLElement;
  readonly surface: HTMLElement;
  readonly wires: SVGSVGElement;
  /** Width of wires. */
  readonly labels: HTMLElement;
}

/** Minimum distance of dots in pixels; closer dots would look like a gray background. */
const LEAST_DOT_GAP = 14;

export interface DotGrid {
  /** Pixels between dots: one dot for every grid step, or for every second, fourth … */
  readonly gap: number;
  /** Pixels between painted dots. The grid is repainted only when this changes, and scaled otherwise. */
  readonly painted: number;
}

export function dotGrid(zoom: number): DotGrid {
  let gap = GRID * zoom;
  while (gap < LEAST_DOT_GAP) gap *= 2;
  let painted = GRID;
  while (painted * 1.4 < gap) painted *= 2;
  return { gap, painted };
}

/** Milliseconds for which the view counts as moving after a movement. */
const REST_AFTER = 150;

const remainder = (value: number, by: number): number => ((value % by) + by) % by;

export class Painter {
  readonly edges: EdgeLayer;
  readonly #core: CanvasCore;
  readonly #grounds: Grounds;
  #frame = 0;
  #lastTime = 0;
  #key = '';
  #requestedIds: ReadonlySet<string> = new Set();
  #requestedEdges: Set<string> = new Set();
  #picture = -1;
  #model: unknown;
  #requestedFor: unknown;
  #view: CanvasView | undefined;
  #movedAt = -Infinity;
  /** Model that jsPlumb has; undefined if other nodes are in the document since. */
  #plumbModel: unknown;
  #plumb: Adapter | undefined;

  constructor(core: CanvasCore, grounds: Grounds) {
    this.#core = core;
    this.#grounds = grounds;
    this.edges = new EdgeLayer(grounds.wires, grounds.labels, core.scene);
  }

  readonly request = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#paint);
  };

  /** Lets jsPlumb draw the wires whose ends are both in the document. */
  usePlumb(plumb: Adapter): void {
    this.#plumb = plumb;
    this.#plumbModel = undefined;
    this.request();
  }

  /** Draws a wire along the path that jsPlumb has computed. In a distant view the edge layer draws all of them. */
  drawWire(edge: string, shape: EdgeShape): void {
    if (this.#isNear()) this.edges.drawAlong(edge, shape);
  }

  /** Draws the first frame immediately. */
  paintNow(): void {
    this.#paint(performance.now());
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.edges.clear();
  }

  readonly #paint = (time: number): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const elapsed = this.#lastTime === 0 ? 16 : time - this.#lastTime;
    const isBusy = this.#core.machine.tick(elapsed);
    this.#core.finishSettling();
    this.#writeView(time);
    const isMoving = time - this.#movedAt < REST_AFTER;
    const isPlumbSynced = this.#writePlumb(isMoving);
    this.#writeMoved();
    this.#writeModel();
    const isWhole = this.#mount(isMoving) && isPlumbSynced;
    this.#lastTime = isBusy || !isWhole ? time : 0;
    // A gesture may pan although the pointer rests.
    if (isBusy || !isWhole || this.#core.gesture.get() !== 'idle') this.request();
  };

  #writeView(time: number): void {
    const { x, y, zoom } = this.#core.viewport.view;
    const { surface, grid } = this.#grounds;
    if (x === this.#view?.x && y === this.#view.y && zoom === this.#view.zoom) return;
    // The surface is not a layer of its own: painting such a large layer as nodes come and go costs more than it saves (measured).
    surface.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    const lod = zoom < FAR_ZOOM ? 'far' : 'near';
    if (surface.dataset['lod'] !== lod) surface.dataset['lod'] = lod;
    const { gap, painted } = dotGrid(zoom);
    const size = `${painted}px ${painted}px`;
    if (grid.style.backgroundSize !== size) grid.style.backgroundSize = size;
    grid.style.transform = `translate(${remainder(x, gap) - gap}px, ${remainder(y, gap) - gap}px) scale(${gap / painted})`;
    if (this.#view !== undefined) this.#movedAt = time;
    this.#view = this.#core.viewport.view;
  }

  /** Whether the view is close enough for ports, and therefore for jsPlumb. Farther away, all wires are drawn by the edge layer. */
  #isNear(): boolean {
    return sightOf(this.#core.viewport.view.zoom) === 'all';
  }

  /** Brings jsPlumb up to date once the view rests, unless it drags something; returns whether it is. */
  #writePlumb(isMoving: boolean): boolean {
    const { scene, elements, mounted, gesture } = this.#core;
    if (this.#plumb === undefined || this.#plumbModel === scene.model || !this.#isNear()) return true;
    if (isJsPlumbDrag(gesture.get())) return true;
    if (isMoving) return false;
    const [places, edges] = [new Map<string, Place>(), new Set<CanvasEdge>()];
    for (const [id, element] of elements) {
      const [rect, node] = [scene.rectOf(id), scene.model.nodes.get(id)];
      if (rect === undefined || (node !== undefined && mounted.get().get(id) !== 'full')) continue;
      places.set(id, node === undefined ? { element, rect } : { element, rect, node });
      for (const edge of scene.edgesOf(id)) edges.add(scene.model.edges.get(edge) as CanvasEdge);
    }
    const isDone = this.#plumb.sync(places, [...edges]);
    if (isDone) this.#plumbModel = scene.model;
    return isDone;
  }

  #writeMoved(): void {
    const { stirred, elements, scene } = this.#core;
    if (stirred.size === 0) return;
    const edges = new Set<string>();
    const plumb = this.#isNear() ? this.#plumb : undefined;
    const rects = new Map<string, Rect>();
    for (const id of stirred) {
      const [element, rect] = [elements.get(id), scene.rectOf(id)];
      if (element !== undefined && rect !== undefined) {
        element.style.left = `${rect.x}px`;
        element.style.top = `${rect.y}px`;
        if (scene.model.notes.has(id)) {
          element.style.width = `${rect.width}px`;
          element.style.height = `${rect.height}px`;
        }
      }
      if (rect !== undefined) rects.set(id, rect);
      for (const edge of scene.edgesOf(id)) if (plumb?.carries(edge) !== true) edges.add(edge);
    }
    stirred.clear();
    plumb?.moved(rects);
    this.edges.redraw(edges);
  }

  #writeModel(): void {
    const { scene, pending, dropEdge, hoveredEdge } = this.#core;
    if (scene.model !== this.#model) {
      this.#model = scene.model;
      this.edges.refresh();
    }
    this.edges.select(this.#core.selectedEdges());
    this.edges.showPlan(this.#core.plan);
    const target = pending.get()?.target;
    this.edges.mark(target?.kind === 'edge' ? target.edge : (dropEdge.get() ?? hoveredEdge.get()));
  }

  /** Returns whether the document contains exactly the required elements. */
  #mount(isMoving: boolean): boolean {
    const { scene, viewport, mounted, detail } = this.#core;
    const [seen, { zoom }] = [viewport.seen(), viewport.view];
    const pace = { sight: sightOf(zoom), isMoving };
    this.#want(mountedArea(seen, zoom));
    const isSeen = (id: string): boolean => {
      const rect = scene.rectOf(id);
      return rect !== undefined && overlaps(rect, seen);
    };
    const next = nextMounted(mounted.get(), this.#requestedIds, isSeen, pace);
    if (next.hasChanged) {
      mounted.set(next.mounted);
      this.#plumbModel = undefined;
      // React renders them before the next frame.
      if (this.#plumb !== undefined && this.#isNear()) this.request();
    }
    const isEven = detail.sync(pace.sight, isSeen);
    return this.edges.sync(this.#requestedEdges, lineStep(zoom), pace) && isEven && next.isDone;
  }

  #want(area: Rect): void {
    const { scene, picture } = this.#core;
    const pinned = this.#core.pinned();
    const key = `${area.x} ${area.y} ${area.width} ${area.height} ${scene.live.size} ${[...pinned].join(' ')}`;
    if (key !== this.#key || scene.model !== this.#requestedFor) {
      this.#requestedIds = expectedIn(scene, area, pinned);
      this.#requestedEdges = new Set(scene.edgesIn(area));
    } else if (picture.get() !== this.#picture) {
      // Moved elements are pinned, so only their wires may enter or leave the view.
      for (const id of scene.live.keys()) {
        for (const edge of scene.edgesOf(id)) {
          if (scene.mayCross(edge, area)) this.#requestedEdges.add(edge);
          else this.#requestedEdges.delete(edge);
        }
      }
    }
    this.#key = key;
    this.#requestedFor = scene.model;
    this.#picture = picture.get();
  }
}
