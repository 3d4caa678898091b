// Pans the view: middle button, space and drag, or one finger on empty canvas.
import type { Gesture, GestureHost, Sample } from './gesture.ts';
import { isBeyondThreshold } from './gesture.ts';

/** `onClick` is called if nothing has moved: a tap on empty canvas. */
export function pan(host: GestureHost, start: Sample, onClick?: () => void): Gesture {
  const from = host.viewport.view;
  let isPanning = onClick === undefined;
  return {
    name: 'pan',
    move({ screen }) {
      isPanning ||= isBeyondThreshold(start.screen, screen);
      if (isPanning) host.viewport.set({ ...from, x: from.x + screen.x - start.screen.x, y: from.y + screen.y - start.screen.y });
      return undefined;
    },
    end() {
      if (!isPanning) onClick?.();
    },
    cancel: () => host.viewport.set(from),
  };
}
