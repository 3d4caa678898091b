// Loads the jsPlumb adapter after the first picture, or at the first press. Without it, nothing can be dragged.
import type { Adapter, DragHost, Place, PressedPort } from './adapter.ts';

/** Milliseconds after which it is loaded even if the page is never idle. */
const MAX_DELAY = 2000;

function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, MAX_DELAY / 10);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: MAX_DELAY });
  return () => cancelIdleCallback(handle);
}

export interface Press {
  readonly id: string;
  readonly place: Place;
  readonly zoom: number;
  readonly port?: PressedPort;
}

export class LateAdapter {
  readonly #surface: HTMLElement;
  readonly #host: DragHost;
  readonly #onLoad: (adapter: Adapter) => void;
  readonly #forget: () => void;
  #adapter: Adapter | undefined;
  #loading: Promise<void> | undefined;
  /** Repeats the press that came before the adapter was loaded, as long as it lasts. */
  #repeat: (() => void) | undefined;
  #isOver = false;

  constructor(surface: HTMLElement, host: DragHost, onLoad: (adapter: Adapter) => void) {
    this.#surface = surface;
    this.#host = host;
    this.#onLoad = onLoad;
    this.#forget = whenIdle(() => void this.#load());
  }

  /** Called for a press that may become a drag. */
  press({ id, place, zoom, port }: Press, event: MouseEvent): void {
    if (this.#adapter !== undefined) return this.#adapter.prepare(id, place, zoom, port);
    const { target, clientX, clientY } = event;
    this.#repeat = () => {
      this.#adapter?.prepare(id, place, zoom, port);
      target?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, clientX, clientY }));
    };
    void this.#load();
  }

  /** Called when the press is over. */
  release(): void {
    this.#repeat = undefined;
  }

  abort(): void {
    this.#repeat = undefined;
    this.#adapter?.abort();
  }

  destroy(): void {
    this.#isOver = true;
    this.#forget();
    this.#adapter?.destroy();
  }

  #load(): Promise<void> {
    // If it cannot be loaded, the next press tries again.
    this.#loading ??= this.#fetch().catch(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #fetch(): Promise<void> {
    const { createAdapter } = await import('./adapter.ts');
    if (this.#isOver) return;
    this.#adapter = createAdapter(this.#surface, this.#host);
    this.#onLoad(this.#adapter);
    this.#repeat?.();
    this.#repeat = undefined;
  }
}
