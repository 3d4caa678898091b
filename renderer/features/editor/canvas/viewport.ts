// The visible part of the canvas: position and zoom, outside React. Screen points are relative to the stage.
import type { CanvasView, Point } from './canvas-model.ts';
import { clamp, type Rect, type Size } from './geometry.ts';

export const MIN_ZOOM = 0.05;
export const MAX_ZOOM = 4;
/** Room left free around everything when it is fitted into view: names hang below nodes, bars stand at the bottom and tools at the right. */
const FIT_ROOM = { left: 60, right: 96, top: 50, bottom: 90 } as const;

export class Viewport {
  readonly #listeners = new Set<() => void>();
  #view: CanvasView = { x: 0, y: 0, zoom: 1 };
  #size: Size = { width: 0, height: 0 };

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
    this.#tell();
  }

  resize(size: Size): void {
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    this.#size = size;
    this.#tell();
  }

  panBy(dx: number, dy: number): void {
    this.set({ ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy });
  }

  /** Zooms while keeping the point fixed. */
  zoomAt(screen: Point, zoom: number): void {
    const [before, next] = [this.#view, clamp(zoom, MIN_ZOOM, MAX_ZOOM)];
    const factor = next / before.zoom;
    this.set({ x: screen.x - (screen.x - before.x) * factor, y: screen.y - (screen.y - before.y) * factor, zoom: next });
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.#size.width / 2, y: this.#size.height / 2 }, this.#view.zoom * factor);
  }

  /** Brings a rectangle of the canvas into view, at most at 100 %. */
  fit(bounds: Rect): void {
    const room = { width: this.#size.width - FIT_ROOM.left - FIT_ROOM.right, height: this.#size.height - FIT_ROOM.top - FIT_ROOM.bottom };
    const zoom = clamp(Math.min(room.width / Math.max(bounds.width, 1), room.height / Math.max(bounds.height, 1)), MIN_ZOOM, 1);
    this.set({
      x: FIT_ROOM.left + (room.width - bounds.width * zoom) / 2 - bounds.x * zoom,
      y: FIT_ROOM.top + (room.height - bounds.height * zoom) / 2 - bounds.y * zoom,
      zoom,
    });
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

  /** The visible rectangle of the canvas. */
  seen(): Rect {
    const { zoom } = this.#view;
    return { ...this.toCanvas({ x: 0, y: 0 }), width: this.#size.width / zoom, height: this.#size.height / zoom };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
