// Key bindings of the outline's tree.
import { GRID, type Point } from '../canvas/canvas-model.ts';
import { parentIndex, type OutlineLine } from './outline-lines.ts';

/** Action on the focused row, or the row to move to. */
export type OutlineAction =
  | { readonly type: 'go'; readonly index: number }
  | { readonly type: 'expand' | 'collapse' | 'open' | 'connections' | 'delete' }
  | { readonly type: 'move'; readonly direction: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'; readonly by: Point }
  | { readonly type: 'nothing' };

export interface OutlineKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const bigStep = 5;
const directions: ReadonlyMap<string, readonly [direction: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight', x: number, y: number]> =
  new Map([
    ['ArrowUp', ['ArrowUp', 0, -1]],
    ['ArrowDown', ['ArrowDown', 0, 1]],
    ['ArrowLeft', ['ArrowLeft', -1, 0]],
    ['ArrowRight', ['ArrowRight', 1, 0]],
  ]);

/** Maps a key, with Alt and Shift, to its action; undefined for other keys. */
export function outlineAction(
  pressed: OutlineKey,
  lines: readonly OutlineLine[],
  active: number,
  isReadOnly: boolean,
): OutlineAction | undefined {
  const line = lines[active];
  if (line === undefined) return undefined;
  if (pressed.altKey) return isReadOnly ? undefined : moveAction(pressed);
  if (pressed.shiftKey) return undefined;
  switch (pressed.key) {
    case 'ArrowDown':
      return { type: 'go', index: Math.min(active + 1, lines.length - 1) };
    case 'ArrowUp':
      return { type: 'go', index: Math.max(active - 1, 0) };
    case 'Home':
      return { type: 'go', index: 0 };
    case 'End':
      return { type: 'go', index: lines.length - 1 };
    case 'ArrowRight':
      return rightAction(line, active);
    case 'ArrowLeft':
      return leftAction(lines, active);
    case ' ':
      return { type: 'go', index: active };
    case 'Enter':
      return { type: 'open' };
    case 'c':
      return line.node.isNote === true ? undefined : { type: 'connections' };
    case 'Delete':
    case 'Backspace':
      return isReadOnly ? undefined : { type: 'delete' };
    default:
      return undefined;
  }
}

function moveAction({ key, shiftKey }: OutlineKey): OutlineAction | undefined {
  const step = directions.get(key);
  if (step === undefined) return undefined;
  const [direction, x, y] = step;
  const by = GRID * (shiftKey ? bigStep : 1);
  return { type: 'move', direction, by: { x: x * by, y: y * by } };
}

function rightAction({ isExpanded }: OutlineLine, active: number): OutlineAction {
  if (isExpanded === undefined) return { type: 'nothing' };
  return isExpanded ? { type: 'go', index: active + 1 } : { type: 'expand' };
}

function leftAction(lines: readonly OutlineLine[], active: number): OutlineAction {
  if (lines[active]?.isExpanded === true) return { type: 'collapse' };
  const parent = parentIndex(lines, active);
  return parent === -1 ? { type: 'nothing' } : { type: 'go', index: parent };
}
