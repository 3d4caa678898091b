// Attaches the core to the document: listeners, painter, adapter, and the size of the stage. All are detached together.
import type { CanvasView } from './canvas-model.ts';
import type { CanvasCore } from './core.ts';
import { dragHost } from './drag-host.ts';
import { LateAdapter } from './late-adapter.ts';
import { listenToKeys } from './input/listen-keys.ts';
import { listenToMouse } from './input/listen-mouse.ts';
import { PointerListener } from './input/listen-pointer.ts';
import { listenToWheel } from './input/listen-wheel.ts';
import { Painter, type Grounds } from './painter.ts';

/** Milliseconds without movement after which the view has settled. */
const SETTLED_AFTER = 200;

function onceSettled(core: CanvasCore, onView: (view: CanvasView) => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = core.viewport.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => onView(core.viewport.view), SETTLED_AFTER);
  });
  signal.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(timer);
  });
}

function measure(core: CanvasCore, stage: HTMLElement, signal: AbortSignal): void {
  const read = (): void => core.viewport.resize({ width: stage.clientWidth, height: stage.clientHeight }, core.scene.bounds());
  read();
  if (typeof ResizeObserver === 'undefined') return;
  const observer = new ResizeObserver(read);
  observer.observe(stage);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Returns a function that detaches it. */
export function attach(core: CanvasCore, grounds: Grounds, onView: (view: CanvasView) => void): () => void {
  const { stage, surface } = grounds;
  const ending = new AbortController();
  const { signal } = ending;
  const painter = new Painter(core, grounds);
  const host = dragHost(core, {
    follow: (event) => pointers.follow(event),
    drawWire: (edge, shape) => painter.drawWire(edge, shape),
  });
  const adapter = new LateAdapter(surface, host, (loaded) => painter.usePlumb(loaded));
  const pointers = new PointerListener(core, stage, adapter);
  const pointOf = (event: MouseEvent): ReturnType<PointerListener['pointOf']> => pointers.pointOf(event);
  core.requestFrame = painter.request;
  measure(core, stage, signal);
  const unsubscribe = core.viewport.subscribe(painter.request);
  onceSettled(core, onView, signal);
  pointers.listen(signal);
  listenToWheel(core, stage, pointOf, signal);
  listenToAttention(core, stage, signal);
  listenToMouse(core, stage, pointOf, signal);
  listenToKeys(
    core,
    stage,
    {
      cancel: () => pointers.cancel(),
      setSpace(isDown) {
        pointers.isSpaceDown = isDown;
        stage.toggleAttribute('data-space', isDown);
      },
    },
    signal,
  );
  painter.paintNow();
  return () => {
    pointers.cancel();
    ending.abort();
    unsubscribe();
    core.requestFrame = () => undefined;
    painter.stop();
    adapter.destroy();
  };
}

const nobody: ReadonlySet<string> = new Set();

/**
 * Tracks the hovered and the focused node. Listens on the document: elements that are removed while hovered or focused emit no leave event, and
 * their node would keep showing its tools.
 */
function listenToAttention(core: CanvasCore, stage: HTMLElement, signal: AbortSignal): void {
  const nodeAt = (target: EventTarget | null): ReadonlySet<string> => {
    if (!(target instanceof Element) || !stage.contains(target)) return nobody;
    const id = target.closest<HTMLElement>('[data-node]')?.dataset['node'];
    return id === undefined ? nobody : new Set([id]);
  };
  const { ownerDocument } = stage;
  ownerDocument.addEventListener('pointerover', ({ target }) => core.hovered.set(nodeAt(target)), { signal });
  ownerDocument.addEventListener('focusin', ({ target }) => core.holdsFocus.set(nodeAt(target)), { signal });
  ownerDocument.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget === null) core.holdsFocus.set(nobody);
    },
    { signal },
  );
  // The pointer has left the page.
  ownerDocument.documentElement.addEventListener('pointerleave', () => core.hovered.set(nobody), { signal });
  core.holdsFocus.set(nodeAt(ownerDocument.activeElement));
}
