// Runs at most one gesture at a time. A gesture may hand over to another, and Escape reverts it.
import type { Gesture, GestureName, Sample } from './gesture.ts';

export class GestureMachine {
  readonly #onChange: (name: GestureName) => void;
  #current: Gesture | undefined;

  constructor(onChange: (name: GestureName) => void) {
    this.#onChange = onChange;
  }

  get name(): GestureName {
    return this.#current?.name ?? 'idle';
  }

  /** Starts a gesture; cancels and reverts the current one. */
  start(gesture: Gesture): void {
    this.#current?.cancel();
    this.#become(gesture);
  }

  move(sample: Sample): void {
    const next = this.#current?.move(sample);
    if (next === undefined) return;
    this.#become(next);
    next.move(sample);
  }

  end(sample: Sample): void {
    const gesture = this.#current;
    this.#become(undefined);
    gesture?.end(sample);
  }

  /** Returns whether there was a gesture. */
  cancel(): boolean {
    const gesture = this.#current;
    if (gesture === undefined) return false;
    this.#become(undefined);
    gesture.cancel();
    return true;
  }

  /** Returns whether the gesture changed anything by itself, so that another frame is needed. */
  tick(elapsed: number): boolean {
    return this.#current?.tick?.(elapsed) ?? false;
  }

  /** Called when the view has moved, so that dragged elements stay at the pointer. */
  followView(): void {
    this.#current?.followView?.();
  }

  #become(gesture: Gesture | undefined): void {
    const before = this.name;
    this.#current = gesture;
    if (this.name !== before) this.#onChange(this.name);
  }
}
