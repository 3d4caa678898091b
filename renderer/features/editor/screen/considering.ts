// Props that make a button highlight what its run would execute, on hover and focus.
import type { EditorUi } from '../actions/context.ts';

interface Considering {
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** `destination`: id of the last node to run. Default: the whole workflow. */
export function considering({ considerRun }: Pick<EditorUi, 'considerRun'>, destination?: string): Considering {
  const begin = (): void => considerRun(destination === undefined ? {} : { destination });
  const end = (): void => considerRun();
  return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end };
}
