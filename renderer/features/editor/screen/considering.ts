// What makes a button show what its run would do, while the hand or the focus is on it.
import type { EditorUi } from '../actions/context.ts';

interface Considering {
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** `destination`: id of the node it runs up to; without one the whole workflow. */
export function considering({ considerRun }: Pick<EditorUi, 'considerRun'>, destination?: string): Considering {
  const begin = (): void => considerRun(destination === undefined ? {} : { destination });
  const end = (): void => considerRun();
  return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end };
}
