// The machine: at most one gesture at a time. Each may hand over to the next; Escape leaves any of them without a trace.
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

  /** A gesture that begins while another runs ends that one as if it had not been. */
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

  /** Returns whether there was one. */
  cancel(): boolean {
    const gesture = this.#current;
    if (gesture === undefined) return false;
    this.#become(undefined);
    gesture.cancel();
    return true;
  }

  /** Returns whether the gesture did something of its own accord: then another frame is wanted. */
  tick(elapsed: number): boolean {
    return this.#current?.tick?.(elapsed) ?? false;
  }

  /** The view was moved by something else: what is held stays at the pointer. */
  followView(): void {
    this.#current?.followView?.();
  }

  #become(gesture: Gesture | undefined): void {
    const before = this.name;
    this.#current = gesture;
    if (this.name !== before) this.#onChange(this.name);
  }
}
