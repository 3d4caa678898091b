// The adapter, fetched after the first picture: until it is there, the gestures do without it, which looks the same.
import type { Adapter, PlaceOf } from './adapter.ts';

/** Milliseconds after which it is fetched even if the page finds no rest. */
const LATEST = 2000;

function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, LATEST / 10);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: LATEST });
  return () => cancelIdleCallback(handle);
}

export function lateAdapter(surface: HTMLElement, placeOf: PlaceOf): Adapter {
  let adapter: Adapter | undefined;
  let isOver = false;
  const fetched = async (): Promise<void> => {
    const { createAdapter } = await import('./adapter.ts');
    if (!isOver) adapter = createAdapter(surface, placeOf);
  };
  // Without it nothing is lost but its mechanics: a page that lost its server goes on.
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
