// The visible part of the canvas: position and zoom, outside React. Screen points are relative to the stage.
import type { CanvasView, Point } from '../canvas-model.ts';
import { clamp, withReach, type Rect, type Size } from './geometry.ts';

export const MIN_ZOOM = 0.05;
export const MAX_ZOOM = 4;
interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Margins for fitting: names extend beyond nodes, the tools are at the right, the bars at the bottom. */
const FIT: Margins = { left: 60, right: 80, top: 50, bottom: 90 };
/** Width of the stage below which the bars at the bottom are one above the other. */
const STACKED_BELOW = 1000;
const STACKED_BOTTOM = 126;
/** Minimum width of the stage for the minimap at the lower right. The content then ends above or beside it. */
const MINIMAP_FROM = 880;
const ABOVE_MINIMAP: Margins = { ...FIT, bottom: 144 };
const BESIDE_MINIMAP_RIGHT = 240;

export class Viewport {
  readonly #listeners = new Set<() => void>();
  #view: CanvasView = { x: 0, y: 0, zoom: 1 };
  #size: Size = { width: 0, height: 0 };
  /** The view before the stage got lower, and the view that replaced it. */
  #higher: { readonly view: CanvasView; readonly height: number; readonly result: CanvasView } | undefined;

  get view(): CanvasView {
    return this.#view;
  }

  get size(): Size {
    return this.#size;
  }

  set(view: CanvasView): void {
    const next = { x: view.x, y: view.y, zoom: clamp(view.zoom, MIN_ZOOM, MAX_ZOOM) };
    if (next.x === this.#view.x && next.y === this.#view.y && next.zoom === this.#view.zoom) return;
    this.#view = next;
    this.#notify();
  }

  /**
   * `content`: bounds of all nodes. If all nodes are visible, they stay visible when the stage gets lower, such as when the chat opens below it. When
   * there is room again, the former view returns, unless the view was changed meanwhile.
   */
  resize(size: Size, content?: Rect): void {
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    const higher = this.#higher?.result === this.#view ? this.#higher : undefined;
    const { view, height } = higher ?? { view: this.#view, height: this.#size.height };
    const isSeen = higher !== undefined || this.#shows(content, view, 0);
    this.#size = size;
    this.#higher = undefined;
    this.#view = view;
    if (content !== undefined && isSeen && size.height < height && !this.#shows(content, view, this.#margins().bottom)) {
      this.#view = this.#fitted(withReach(content), this.#margins(), view.zoom);
      this.#higher = { view, height, result: this.#view };
    }
    this.#notify();
  }

  /** Whether a view shows a rectangle of the canvas, and there is room below it. */
  #shows(rect: Rect | undefined, { x, y, zoom }: CanvasView, below: number): boolean {
    if (rect === undefined) return false;
    const [left, top] = [rect.x * zoom + x, rect.y * zoom + y];
    const [right, bottom] = [left + rect.width * zoom, top + rect.height * zoom];
    return left >= 0 && top >= 0 && right <= this.#size.width && bottom <= this.#size.height - below;
  }

  /** Whether a rectangle of the canvas is completely visible, clear of the controls at the right and at the bottom. */
  shows(rect: Rect): boolean {
    const { right, bottom } = this.#margins();
    return this.#shows({ ...rect, width: rect.width + right / this.#view.zoom }, this.#view, bottom);
  }

  panBy(dx: number, dy: number): void {
    this.set({ ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy });
  }

  /** Zooms while a point stays fixed. */
  zoomAt(screen: Point, zoom: number): void {
    const [before, next] = [this.#view, clamp(zoom, MIN_ZOOM, MAX_ZOOM)];
    const factor = next / before.zoom;
    this.set({ x: screen.x - (screen.x - before.x) * factor, y: screen.y - (screen.y - before.y) * factor, zoom: next });
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.#size.width / 2, y: this.#size.height / 2 }, this.#view.zoom * factor);
  }

  /** Brings a rectangle of the canvas into view, at most at 100 %, clear of the controls around the stage. */
  fit(bounds: Rect): void {
    const margins = this.#margins();
    if (this.#size.width < MINIMAP_FROM) return this.set(this.#fitted(bounds, margins));
    const [above, beside] = [this.#fitted(bounds, ABOVE_MINIMAP), this.#fitted(bounds, { ...margins, right: BESIDE_MINIMAP_RIGHT })];
    this.set(beside.zoom > above.zoom ? beside : above);
  }

  #margins(): Margins {
    return this.#size.width < STACKED_BELOW ? { ...FIT, bottom: STACKED_BOTTOM } : FIT;
  }

  #fitted(bounds: Rect, { left, right, top, bottom }: Margins, most = 1): CanvasView {
    const width = this.#size.width - left - right;
    const height = this.#size.height - top - bottom;
    const zoom = clamp(Math.min(width / Math.max(bounds.width, 1), height / Math.max(bounds.height, 1)), MIN_ZOOM, most);
    return {
      x: left + (width - bounds.width * zoom) / 2 - bounds.x * zoom,
      y: top + (height - bounds.height * zoom) / 2 - bounds.y * zoom,
      zoom,
    };
  }

  centreOn({ x, y }: Point): void {
    const { zoom } = this.#view;
    this.set({ x: this.#size.width / 2 - x * zoom, y: this.#size.height / 2 - y * zoom, zoom });
  }

  toCanvas({ x, y }: Point): Point {
    return { x: (x - this.#view.x) / this.#view.zoom, y: (y - this.#view.y) / this.#view.zoom };
  }

  toScreen({ x, y }: Point): Point {
    return { x: x * this.#view.zoom + this.#view.x, y: y * this.#view.zoom + this.#view.y };
  }

  /** Returns the visible rectangle of the canvas. */
  seen(): Rect {
    const { zoom } = this.#view;
    return { ...this.toCanvas({ x: 0, y: 0 }), width: this.#size.width / zoom, height: this.#size.height / zoom };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
