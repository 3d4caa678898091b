// Double taps: two touches of the same thing, the equivalent of a double click. Time is taken from the events.
import type { Point } from './canvas-model.ts';

/** Maximum milliseconds and pixels between two taps, and between press and release. */
const WITHIN = 300;
const REACH = 24;

interface Touch {
  readonly id: string;
  readonly at: Point;
  readonly time: number;
}

const isNear = (one: Touch | undefined, other: Touch): boolean =>
  one?.id === other.id && other.time - one.time <= WITHIN && Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y) <= REACH;

export class DoubleTap {
  #pressed: Touch | undefined;
  #tapped: Touch | undefined;

  press(touch: Touch): void {
    this.#pressed = touch;
  }

  /** Returns whether this was the second tap on the thing. */
  release(touch: Touch): boolean {
    const isTap = isNear(this.#pressed, touch);
    const isSecond = isTap && isNear(this.#tapped, touch);
    this.#pressed = undefined;
    this.#tapped = isTap && !isSecond ? touch : undefined;
    return isSecond;
  }
}
