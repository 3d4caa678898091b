// Loads the jsPlumb adapter after the first picture. Until it is loaded, gestures run without jsPlumb: positions and wires are the same.
import type { Adapter, PlaceOf } from './adapter.ts';

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

export function lateAdapter(surface: HTMLElement, positionOf: PlaceOf): Adapter {
  let adapter: Adapter | undefined;
  let isOver = false;
  const fetched = async (): Promise<void> => {
    const { createAdapter } = await import('./adapter.ts');
    if (!isOver) adapter = createAdapter(surface, positionOf);
  };
  // If it cannot be loaded, gestures continue without it.
  const forget = whenIdle(() => void fetched().catch(() => undefined));
  return {
    prepare: (element, rect, zoom) => adapter?.prepare(element, rect, zoom),
    abort: () => adapter?.abort(),
    release: () => adapter?.release(),
    destroy() {
      isOver = true;
      forget();
      adapter?.destroy();
    },
  };
}
