// Keys of the canvas: arrows move the focus, with Alt the node, with Shift a note's border; Enter opens, Escape leaves, Space pans.
import { GRID } from '../canvas-model.ts';
import type { CanvasCore } from '../core.ts';
import { resized } from '../gestures/resize.ts';
import { nearest, neighbour, type Direction } from '../geometry/neighbour.ts';

const arrows: ReadonlyMap<string, Direction> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
]);

const TYPED_INTO = 'input, textarea, select, button, a, [role="button"], [contenteditable="true"]';
/** Buttons do not use arrow keys: from a node's tools, arrows lead to the next node. */
const MOVED_IN = 'input, textarea, select, [contenteditable="true"], [role="toolbar"]';
const takesArrows = (target: EventTarget | null): boolean => target instanceof Element && target.closest(MOVED_IN) !== null;
const takesKeys = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPED_INTO) !== null;

function step(core: CanvasCore, direction: Direction): void {
  const current = core.focused.get();
  const existingId = current !== undefined && core.scene.rectOf(current) !== undefined ? current : undefined;
  const { width, height } = core.viewport.size;
  const next =
    existingId === undefined
      ? nearest(core.scene, core.viewport.toCanvas({ x: width / 2, y: height / 2 }))
      : neighbour(core.scene, existingId, direction);
  if (next === undefined) return;
  core.bringIntoView(next);
  core.focus(next);
  core.intent({ type: 'select', ids: [next] });
}

const steps: Readonly<Record<Direction, readonly [x: number, y: number]>> = {
  left: [-GRID, 0],
  right: [GRID, 0],
  up: [0, -GRID],
  down: [0, GRID],
};

/** Moves the focused element and the selection by a grid step. */
function moveBy(core: CanvasCore, id: string, direction: Direction): boolean {
  const [dx, dy] = steps[direction];
  const ids = core.selection().has(id) ? core.selection() : [id];
  const positions = new Map<string, { x: number; y: number }>();
  for (const each of ids) {
    const rect = core.scene.rectOf(each);
    if (rect !== undefined) positions.set(each, { x: rect.x + dx, y: rect.y + dy });
  }
  const own = core.scene.rectOf(id);
  if (own !== undefined) core.bringIntoView(id, { ...own, x: own.x + dx, y: own.y + dy });
  core.intent({ type: 'move', positions, isStep: true });
  const what = core.scene.model.notes.has(id) ? 'movedNote' : 'moved';
  core.say(`said.${positions.size > 1 ? 'movedMany' : what}.${direction}`, { count: positions.size, title: core.titleOf(id), by: GRID });
  return true;
}

/** Resizes a note: its right and lower sides follow the arrows. */
function resizeNote(core: CanvasCore, id: string, direction: Direction): boolean {
  const rect = core.scene.rectOf(id);
  if (rect === undefined || !core.scene.model.notes.has(id)) return false;
  const { x, y, width, height } = resized(rect, 'se', ...steps[direction]);
  core.intent({ type: 'resizeNote', id, position: { x, y }, size: { width, height }, isStep: true });
  core.say('said.resized', { width, height });
  return true;
}

/** Handles arrows with Alt or Shift on an element of the canvas. */
function onHeldArrow(core: CanvasCore, event: KeyboardEvent, direction: Direction): boolean {
  const { dataset } = event.target as HTMLElement;
  const id = dataset['node'] ?? dataset['note'];
  if (id === undefined || core.isReadOnly() || event.ctrlKey || event.metaKey || event.altKey === event.shiftKey) return false;
  return event.altKey ? moveBy(core, id, direction) : resizeNote(core, id, direction);
}

function onKey(core: CanvasCore, event: KeyboardEvent): boolean {
  const direction = arrows.get(event.key);
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (direction !== undefined && isPlain && !takesArrows(event.target)) {
    step(core, direction);
    return true;
  }
  if (direction !== undefined && !isPlain && event.target instanceof HTMLElement) return onHeldArrow(core, event, direction);
  const id = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node], [data-note]') : null;
  if (event.key !== 'Enter' || !isPlain || id === null || takesKeys(event.target)) return false;
  const { node, note } = id.dataset;
  if (node !== undefined) core.intent({ type: 'open', id: node });
  else if (note !== undefined && !core.isReadOnly()) core.editing.set(note);
  return true;
}

/** Clears the selection; returns whether something was selected while the canvas has the focus. */
function deselect(core: CanvasCore, stage: HTMLElement, target: EventTarget | null): boolean {
  const isHere = target === stage || (target instanceof HTMLElement && target.matches('[data-node], [data-note]'));
  if (!isHere || core.selection().size + core.selectedEdges().size === 0) return false;
  core.intent({ type: 'select', ids: [] });
  return true;
}

export interface KeyHooks {
  /** Cancels the gesture; returns whether there was one. */
  cancel(): boolean;
  setSpace(isDown: boolean): void;
}

export function listenToKeys(core: CanvasCore, stage: HTMLElement, hooks: KeyHooks, signal: AbortSignal): void {
  stage.addEventListener(
    'keydown',
    (event) => {
      if (!onKey(core, event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  const onWindow = (event: KeyboardEvent): void => {
    stage.removeAttribute('data-pointed');
    if (event.key === 'Escape' && (hooks.cancel() || deselect(core, stage, event.target))) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (event.key !== ' ' || takesKeys(event.target)) return;
    const isHere = event.target === document.body || (event.target instanceof Node && stage.contains(event.target));
    if (!isHere) return;
    event.preventDefault();
    hooks.setSpace(true);
  };
  window.addEventListener('keydown', onWindow, { capture: true, signal });
  window.addEventListener('keyup', (event) => (event.key === ' ' ? hooks.setSpace(false) : undefined), { signal });
  const onBlur = (): void => {
    hooks.setSpace(false);
    hooks.cancel();
  };
  window.addEventListener('blur', onBlur, { signal });
  // Tab may move the focus outside of the view.
  const onFocus = ({ target }: FocusEvent): void => {
    // A pressed element stays under the pointer.
    const isByKey = !stage.hasAttribute('data-pointed') && target instanceof HTMLElement && target.matches(':focus-visible');
    const thing = isByKey ? target.dataset : undefined;
    const id = thing?.['node'] ?? thing?.['note'];
    if (id !== undefined) core.bringIntoView(id);
  };
  stage.addEventListener('focusin', onFocus, { signal });
}
