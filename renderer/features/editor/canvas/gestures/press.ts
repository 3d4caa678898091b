// A press on a node or note: a click selects it, a movement becomes a drag.
import { drag } from './drag.ts';
import { isBeyondThreshold, withChange, type Gesture, type GestureHost, type Sample } from './gesture.ts';

export function press(host: GestureHost, start: Sample, id: string): Gesture {
  const selected = host.selection();
  const grabPoint = host.viewport.toCanvas(start.screen);
  // An unselected element is selected immediately, so that users see what they drag.
  const isNew = !selected.has(id);
  if (isNew) host.intent({ type: 'select', ids: start.isAdding ? [...selected, id] : [id] });
  return {
    name: 'press',
    move({ screen }) {
      if (host.isReadOnly() || !isBeyondThreshold(start.screen, screen)) return undefined;
      const all = new Set(start.isAdding || selected.has(id) ? selected : []).add(id);
      return drag(host, start, id, all, grabPoint);
    },
    end() {
      if (isNew) return;
      if (start.isAdding) host.intent({ type: 'select', ids: [...withChange(selected, id)] });
      else if (selected.size > 1) host.intent({ type: 'select', ids: [id] });
    },
    cancel: () => undefined,
  };
}
