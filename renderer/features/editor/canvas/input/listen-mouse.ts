// Double clicks, double taps, the context menu, and drops from outside.
import type { CanvasIntent, Point } from '../canvas-model.ts';
import type { CanvasCore } from '../core.ts';
import { edgeAt } from '../geometry/hit-test.ts';
import { nodeAround, snapPoint } from '../geometry/geometry.ts';
import { targetOf } from '../targets.ts';

/** Maximum milliseconds between two taps, and between press and release. */
const WITHIN = 300;
const REACH = 24;

interface Touch {
  readonly id: string;
  readonly at: Point;
  readonly time: number;
}

const isNear = (one: Touch | undefined, other: Touch): boolean =>
  one?.id === other.id && other.time - one.time <= WITHIN && Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y) <= REACH;

/** Detects two taps on the same element, the equivalent of a double click. Time is taken from the events. */
export class DoubleTap {
  #pressed: Touch | undefined;
  #tapped: Touch | undefined;

  press(touch: Touch): void {
    this.#pressed = touch;
  }

  /** Returns whether this was the second tap on the element. */
  release(touch: Touch): boolean {
    const isTap = isNear(this.#pressed, touch);
    const isSecond = isTap && isNear(this.#tapped, touch);
    this.#pressed = undefined;
    this.#tapped = isTap && !isSecond ? touch : undefined;
    return isSecond;
  }
}

type PointOf = (event: MouseEvent) => Point;

function onDoubleClick(core: CanvasCore, event: MouseEvent, screen: Point): void {
  const target = targetOf(event.target, core.scene);
  if (target.kind === 'node') core.intent({ type: 'open', id: target.id });
  else if (core.isReadOnly()) return;
  else if (target.kind === 'note') core.editing.set(target.id);
  else if (target.kind === 'canvas') core.intent({ type: 'create', at: nodeAround(core.viewport.toCanvas(screen)) });
}

/** Nodes and notes capture touches, so that two taps on them cause no double click. */
function listenToTaps(core: CanvasCore, stage: HTMLElement, pointOf: PointOf, signal: AbortSignal): void {
  const taps = new DoubleTap();
  let wasSecond = false;
  const touchOf = (event: PointerEvent): Parameters<DoubleTap['press']>[0] | undefined => {
    const target = event.pointerType === 'touch' && event.isPrimary ? targetOf(event.target, core.scene) : undefined;
    return target?.kind === 'node' || target?.kind === 'note' ? { id: target.id, at: pointOf(event), time: event.timeStamp } : undefined;
  };
  const onDown = (event: PointerEvent): void => {
    wasSecond = false;
    const touch = touchOf(event);
    if (touch !== undefined) taps.press(touch);
  };
  const onUp = (event: PointerEvent): void => {
    const touch = touchOf(event);
    wasSecond = touch !== undefined && taps.release(touch);
    if (wasSecond) onDoubleClick(core, event, pointOf(event));
  };
  // If the touch is not captured, prevents its click from reaching the element that has just opened.
  const onTouchEnd = (event: TouchEvent): void => {
    if (wasSecond && event.cancelable) event.preventDefault();
    wasSecond = false;
  };
  stage.addEventListener('pointerdown', onDown, { signal });
  stage.addEventListener('pointerup', onUp, { signal });
  stage.addEventListener('touchend', onTouchEnd, { capture: true, passive: false, signal });
}

function onMenu(core: CanvasCore, event: MouseEvent, screen: Point): void {
  if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
  event.preventDefault();
  if (core.machine.name !== 'idle') return;
  const target = targetOf(event.target, core.scene);
  if (target.kind === 'control') return;
  const location = { at: snapPoint(core.viewport.toCanvas(screen)), screen: { x: event.clientX, y: event.clientY } };
  const on = ((): Pick<Extract<CanvasIntent, { type: 'menu' }>, 'target' | 'id'> => {
    if (target.kind === 'port') return { target: 'node', id: target.port.node };
    if (target.kind === 'handle') return { target: 'note', id: target.id };
    return target.kind === 'canvas' ? { target: 'canvas' } : { target: target.kind, id: target.id };
  })();
  const isThing = on.id !== undefined && on.target !== 'edge';
  if (isThing && on.id !== undefined && !core.selection().has(on.id)) core.intent({ type: 'select', ids: [on.id] });
  if (on.target === 'edge' && on.id !== undefined && !core.selectedEdges().has(on.id))
    core.intent({ type: 'select', ids: [], edges: [on.id] });
  core.intent({ type: 'menu', ...on, ...location });
}

function listenToDrops(core: CanvasCore, stage: HTMLElement, pointOf: PointOf, signal: AbortSignal): void {
  const under = (event: DragEvent): string | undefined => {
    const edge = edgeAt(core.scene, core.viewport.toCanvas(pointOf(event)), core.viewport.view.zoom);
    return edge !== undefined && core.scene.isLink(edge) ? undefined : edge;
  };
  const mark = (edge: string | undefined): void => {
    core.dropEdge.set(edge);
    core.requestFrame();
  };
  const onOver = (event: DragEvent): void => {
    if (core.isReadOnly()) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    mark(under(event));
  };
  const onDrop = (event: DragEvent): void => {
    if (core.isReadOnly() || event.dataTransfer === null) return;
    event.preventDefault();
    mark(undefined);
    const at = nodeAround(core.viewport.toCanvas(pointOf(event)));
    core.intent({ type: 'drop', at, data: event.dataTransfer, edge: under(event) });
  };
  const onLeave = (event: DragEvent): void => {
    if (!(event.relatedTarget instanceof Node && stage.contains(event.relatedTarget))) mark(undefined);
  };
  stage.addEventListener('dragover', onOver, { signal });
  stage.addEventListener('drop', onDrop, { signal });
  stage.addEventListener('dragleave', onLeave, { signal });
}

export function listenToMouse(core: CanvasCore, stage: HTMLElement, pointOf: PointOf, signal: AbortSignal): void {
  stage.addEventListener('dblclick', (event) => onDoubleClick(core, event, pointOf(event)), { signal });
  listenToTaps(core, stage, pointOf, signal);
  stage.addEventListener('contextmenu', (event) => onMenu(core, event, pointOf(event)), { signal });
  listenToDrops(core, stage, pointOf, signal);
}
