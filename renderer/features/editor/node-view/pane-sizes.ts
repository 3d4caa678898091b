// How the three panes of the node view share the window: the middle one is moved and resized, the others take what is left.

/** Kinds of middle pane, whose sizes are remembered apart: by the node type, and triggers, which have no input. */
export type PaneKind = 'regular' | 'wide' | 'inputless';

/** Parts of the room between the margins, each 0 to 1; left + width + right is 1. */
export interface PaneSizes {
  readonly relativeLeft: number;
  readonly relativeRight: number;
  readonly relativeWidth: number;
}

/** Pixels left free at each side of the window. */
export const MARGIN = 24;
/** The middle pane is never narrower. */
export const LEAST_MAIN = 280;
/** Nor are its neighbours. */
export const LEAST_SIDE = 160;
const REGULAR = 440;
/** Largest part of a narrow window that the middle pane begins with. */
const SHARE = 0.45;
/** Windows so narrow that nothing is held to its least width. */
const LEAST_WINDOW = MARGIN * 2 + LEAST_MAIN + LEAST_SIDE * 2;

const roomOf = (window: number): number => Math.max(1, window - MARGIN * 2);

const sizes = (left: number, width: number): PaneSizes => ({
  relativeLeft: left,
  relativeWidth: width,
  relativeRight: Math.max(0, 1 - left - width),
});

/** In the middle, as wide as its kind is drawn. */
export function initialSizes(kind: PaneKind, window: number): PaneSizes {
  const room = roomOf(window);
  const regular = Math.min(REGULAR, Math.max(LEAST_MAIN, room * SHARE));
  // Twice as wide, but never more than half: the data beside it is what the form is about.
  const wanted = kind === 'wide' ? Math.max(regular, Math.min(REGULAR * 2, room / 2)) : regular;
  const most = Math.max(LEAST_MAIN, room - LEAST_SIDE * (kind === 'inputless' ? 1 : 2));
  const width = Math.min(1, Math.min(wanted, most) / room);
  return kind === 'inputless' ? sizes(Math.min(0.32, 1 - width), width) : sizes((1 - width) / 2, width);
}

/** Sizes that fit the window: no pane below its least width where there is room at all. */
export function fitted({ relativeLeft, relativeWidth }: PaneSizes, window: number): PaneSizes {
  if (window < LEAST_WINDOW) return sizes(relativeLeft, relativeWidth);
  const room = roomOf(window);
  const least = LEAST_SIDE / room;
  const width = Math.min(Math.max(relativeWidth, LEAST_MAIN / room), 1 - least * 2);
  const left = Math.min(Math.max(relativeLeft, least), 1 - width - least);
  return sizes(left, width);
}

/** After the middle pane was moved by pixels. */
export function moved(before: PaneSizes, by: number, window: number): PaneSizes {
  return fitted({ ...before, relativeLeft: before.relativeLeft + by / roomOf(window) }, window);
}

/** After one of its edges was moved by pixels; the other edge stays. */
export function resized(before: PaneSizes, edge: 'left' | 'right', by: number, window: number): PaneSizes {
  const room = roomOf(window);
  const least = window < LEAST_WINDOW ? 0 : LEAST_SIDE / room;
  const leastMain = LEAST_MAIN / room;
  const right = before.relativeLeft + before.relativeWidth;
  if (edge === 'left') {
    const left = Math.min(Math.max(before.relativeLeft + by / room, least), right - leastMain);
    return sizes(left, right - left);
  }
  const end = Math.max(Math.min(right + by / room, 1 - least), before.relativeLeft + leastMain);
  return sizes(before.relativeLeft, end - before.relativeLeft);
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

/** What was remembered, where it can be read. */
export function readSizes(text: string | null): PaneSizes | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<PaneSizes> | null;
    return isShare(value?.relativeLeft) && isShare(value.relativeWidth) ? sizes(value.relativeLeft, value.relativeWidth) : undefined;
  } catch {
    return undefined;
  }
}
