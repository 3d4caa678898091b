// Converts pointer events to gestures, by button, finger and target.
import type { Point } from '../canvas-model.ts';
import type { CanvasCore } from '../core.ts';
import type { LateAdapter } from '../late-adapter.ts';
import { connect } from '../gestures/connect.ts';
import { isJsPlumbDrag, type Gesture, type Sample } from '../gestures/gesture.ts';
import { marquee } from '../gestures/marquee.ts';
import { pan, pinch } from '../gestures/pan.ts';
import { press } from '../gestures/press.ts';
import { resize } from '../gestures/resize.ts';
import { targetOf, type EventTargetKind } from '../targets.ts';

const MIDDLE = 1;

const isAdding = ({ shiftKey, ctrlKey, metaKey }: MouseEvent | TouchEvent): boolean => shiftKey || ctrlKey || metaKey;

export class PointerListener {
  readonly #core: CanvasCore;
  readonly #stage: HTMLElement;
  readonly #adapter: LateAdapter;
  readonly #fingers = new Map<number, Point>();
  #active: number | undefined;
  #origin: DOMRect | undefined;
  /** Ends the gesture after its button was released and jsPlumb has handled the release. */
  #ending: (() => void) | undefined;
  isSpaceDown = false;

  constructor(core: CanvasCore, stage: HTMLElement, adapter: LateAdapter) {
    this.#core = core;
    this.#stage = stage;
    this.#adapter = adapter;
  }

  listen(signal: AbortSignal): void {
    this.#stage.addEventListener('pointerdown', this.#down, { signal });
    window.addEventListener('pointermove', this.#move, { signal });
    window.addEventListener('pointerup', this.#up, { signal });
    // On a busy page, a key that is pressed afterwards is handled after the gesture, and sees its result.
    window.addEventListener('keydown', () => this.#ending?.(), { capture: true, signal });
    window.addEventListener('pointercancel', this.#cancel, { signal });
    this.#stage.addEventListener('pointerover', this.#over, { signal });
    this.#stage.addEventListener('pointerout', this.#out, { signal });
  }

  /** Cancels the gesture, on Escape or a lost pointer. Returns whether there was one. */
  cancel(): boolean {
    this.#ending = undefined;
    const wasRunning = this.#core.machine.cancel();
    if (wasRunning) {
      this.#adapter.abort();
      this.#active = undefined;
      this.#core.requestFrame();
    }
    return wasRunning;
  }

  pointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    // The stage does not move during a gesture; measuring it each time would force a layout.
    const isGesturing = this.#core.machine.name !== 'idle';
    if (!isGesturing || this.#origin === undefined) this.#origin = this.#stage.getBoundingClientRect();
    return { x: clientX - this.#origin.left, y: clientY - this.#origin.top };
  }

  readonly #down = (event: PointerEvent): void => {
    // On a busy page, the next press may arrive before the previous gesture has ended.
    this.#ending?.();
    this.#stage.toggleAttribute('data-pointed', true);
    const screen = this.pointOf(event);
    if (event.pointerType === 'touch') {
      this.#fingers.set(event.pointerId, screen);
      if (this.#fingers.size === 2) return this.#pinch();
    }
    if (this.#active !== undefined) return;
    const gesture = this.#gestureFor(event, this.#sample(event, screen));
    if (gesture === undefined) return;
    this.#active = event.pointerId;
    this.#core.hoveredEdge.set(undefined);
    this.#core.machine.start(gesture);
    if (isJsPlumbDrag(gesture.name)) this.#startDrag(event);
    this.#core.requestFrame();
  };

  /** Moves the gesture of a press on a node, note or port, for which jsPlumb follows the pointer. */
  follow(event: MouseEvent | TouchEvent): void {
    const point = 'touches' in event ? event.touches[0] : event;
    if (point === undefined || !isJsPlumbDrag(this.#core.machine.name)) return;
    this.#core.machine.move({ screen: this.pointOf(point), isAdding: isAdding(event) });
  }

  #pinch(): void {
    this.cancel();
    const [screen, other] = [...this.#fingers.values()];
    if (screen === undefined) return;
    this.#core.machine.start(pinch(this.#core, { screen, other, isAdding: false }));
  }

  #sample(event: PointerEvent, screen: Point): Sample {
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    return { screen, other, isAdding: isAdding(event) };
  }

  #gestureFor(event: PointerEvent, sample: Sample): Gesture | undefined {
    const target = targetOf(event.target, this.#core.scene);
    if (event.button === MIDDLE || (event.button === 0 && this.isSpaceDown)) {
      event.preventDefault();
      return pan(this.#core, sample);
    }
    if (event.button !== 0 || target.kind === 'control') return undefined;
    return this.#gestureOn(target, sample, event.pointerType === 'touch');
  }

  #gestureOn(target: EventTargetKind, sample: Sample, isTouch: boolean): Gesture | undefined {
    const core = this.#core;
    switch (target.kind) {
      case 'handle':
        return core.isReadOnly() ? undefined : resize(core, sample, target.id, target.handle);
      case 'port':
        if (core.isReadOnly()) return undefined;
        core.focus(target.port.node);
        return connect(core, sample, target.port);
      case 'node':
      case 'note':
        core.focus(target.id);
        return press(core, sample, target.id);
      case 'edge':
        this.#stage.focus({ preventScroll: true });
        return isTouch ? pan(core, sample, () => this.#tapEdge(target.id)) : marquee(core, sample, target.id);
      default:
        this.#stage.focus({ preventScroll: true });
        return isTouch ? pan(core, sample, () => core.intent({ type: 'select', ids: [] })) : marquee(core, sample);
    }
  }

  #tapEdge(id: string): void {
    this.#core.hoveredEdge.set(id);
    this.#core.intent({ type: 'select', ids: [], edges: [id] });
  }

  /** Lets jsPlumb drag the pressed thing. */
  #startDrag(event: PointerEvent): void {
    const { scene, elements, viewport } = this.#core;
    const target = targetOf(event.target, scene);
    const id = target.kind === 'port' ? target.port.node : target.kind === 'node' || target.kind === 'note' ? target.id : '';
    const [element, rect, node] = [elements.get(id), scene.rectOf(id), scene.model.nodes.get(id)];
    if (element === undefined || rect === undefined || this.#core.isReadOnly()) return;
    const { zoom } = viewport.view;
    if (target.kind !== 'port' || node === undefined) return this.#adapter.press({ id, place: { element, rect }, zoom }, event);
    const handle = (event.target as Element).closest<HTMLElement>('[data-port]') ?? element;
    this.#adapter.press({ id, place: { element, rect, node }, zoom, port: { element: handle, ref: target.port } }, event);
  }

  readonly #move = (event: PointerEvent): void => {
    const { machine } = this.#core;
    if (machine.name === 'idle' || isJsPlumbDrag(machine.name)) return;
    const screen = this.pointOf(event);
    if (this.#fingers.has(event.pointerId)) this.#fingers.set(event.pointerId, screen);
    if (machine.name === 'pinch') {
      const [first, other] = [...this.#fingers.values()];
      if (first !== undefined) machine.move({ screen: first, other, isAdding: false });
    } else if (event.pointerId === this.#active) {
      machine.move(this.#sample(event, screen));
    }
  };

  readonly #up = (event: PointerEvent): void => {
    const sample = this.#sample(event, this.pointOf(event));
    this.#fingers.delete(event.pointerId);
    const isPinch = this.#core.machine.name === 'pinch';
    if (event.pointerId !== this.#active && !isPinch) return;
    this.#active = undefined;
    if (isPinch) return this.#core.machine.end(sample);
    // jsPlumb handles the release after this listener, and must finish before the model changes.
    const end = (): void => {
      if (this.#ending !== end) return;
      this.#ending = undefined;
      this.#core.machine.end(sample);
      this.#core.requestFrame();
    };
    this.#ending = end;
    this.#adapter.release();
    setTimeout(end);
  };

  readonly #cancel = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    this.cancel();
  };

  readonly #over = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || this.#core.machine.name !== 'idle') return;
    const target = targetOf(event.target, this.#core.scene);
    if (target.kind !== 'edge') return;
    this.#core.hoveredEdge.set(target.id);
    this.#core.requestFrame();
  };

  readonly #out = (event: PointerEvent): void => {
    const next = event.relatedTarget instanceof Element ? event.relatedTarget : undefined;
    if (event.pointerType === 'touch' || next?.closest('.edge-tools, [data-edge]')) return;
    this.#core.hoveredEdge.set(undefined);
    this.#core.requestFrame();
  };
}
