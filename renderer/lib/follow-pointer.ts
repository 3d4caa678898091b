// Follows a pressed pointer until it is released: what every drag of rows and data begins with.

/** Minimum pointer movement for a drag, in pixels. */
const THRESHOLD = 4;

interface DragHandlers {
  /** Called for each movement, from the first that is far enough. */
  readonly onMove: (event: PointerEvent) => void;
  readonly onDrop: (event: PointerEvent) => void;
  /** Called in place of `onDrop` after Escape, or if the system takes the pointer over. */
  readonly onCancel: () => void;
}

/** Called on pointerdown with the position of the pointer. A press that does not move far enough calls no handler. */
export function followPointer(
  { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>,
  { onMove, onDrop, onCancel }: DragHandlers,
): void {
  let isDragging = false;
  const move = (event: PointerEvent): void => {
    if (!isDragging && Math.hypot(event.clientX - clientX, event.clientY - clientY) < THRESHOLD) return;
    isDragging = true;
    event.preventDefault();
    onMove(event);
  };
  // Prevents the drag from selecting text.
  const ignore = (event: Event): void => event.preventDefault();
  const stop = (): void => {
    removeEventListener('pointermove', move);
    removeEventListener('selectstart', ignore);
    removeEventListener('pointerup', drop);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', onKey, true);
  };
  const drop = (event: PointerEvent): void => {
    stop();
    if (isDragging) onDrop(event);
  };
  const cancel = (): void => {
    stop();
    if (isDragging) onCancel();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isDragging) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    cancel();
  };
  addEventListener('pointermove', move);
  addEventListener('selectstart', ignore);
  addEventListener('pointerup', drop);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', onKey, true);
}
