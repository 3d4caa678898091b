// The widths of the three panes: the main pane can be moved and resized, the others take the remaining width.

/** Kinds of main pane, each with its own stored sizes. Triggers are `inputless`. */
export type PaneKind = 'regular' | 'wide' | 'inputless';

/** Fractions of the width between the margins; left + width + right is 1. */
export interface PaneSizes {
  readonly relativeLeft: number;
  readonly relativeRight: number;
  readonly relativeWidth: number;
}

/** Margin on each side of the window, in pixels. */
export const MARGIN = 24;
/** Minimum width of the main pane, in pixels. */
export const LEAST_MAIN = 280;
/** Minimum width of the side panes, in pixels. */
export const LEAST_SIDE = 160;
const REGULAR = 440;
/** Maximum initial fraction of a narrow window for the main pane. */
const SHARE = 0.45;
/** Below this window width, no minimum widths apply. */
const LEAST_WINDOW = MARGIN * 2 + LEAST_MAIN + LEAST_SIDE * 2;

const widthWithin = (window: number): number => Math.max(1, window - MARGIN * 2);

const sizes = (left: number, width: number): PaneSizes => ({
  relativeLeft: left,
  relativeWidth: width,
  relativeRight: Math.max(0, 1 - left - width),
});

/** Returns the initial sizes of a kind of pane, in a window of this width. */
export function initialSizes(kind: PaneKind, window: number): PaneSizes {
  const availableWidth = widthWithin(window);
  const regular = Math.min(REGULAR, Math.max(LEAST_MAIN, availableWidth * SHARE));
  // A wide pane is twice as wide, but at most half of the width.
  const target = kind === 'wide' ? Math.max(regular, Math.min(REGULAR * 2, availableWidth / 2)) : regular;
  const most = Math.max(LEAST_MAIN, availableWidth - LEAST_SIDE * (kind === 'inputless' ? 1 : 2));
  const width = Math.min(1, Math.min(target, most) / availableWidth);
  return kind === 'inputless' ? sizes(Math.min(0.32, 1 - width), width) : sizes((1 - width) / 2, width);
}

/** Returns the sizes with minimum widths applied, if the window is wide enough. */
export function fitted({ relativeLeft, relativeWidth }: PaneSizes, window: number): PaneSizes {
  if (window < LEAST_WINDOW) return sizes(relativeLeft, relativeWidth);
  const availableWidth = widthWithin(window);
  const least = LEAST_SIDE / availableWidth;
  const width = Math.min(Math.max(relativeWidth, LEAST_MAIN / availableWidth), 1 - least * 2);
  const left = Math.min(Math.max(relativeLeft, least), 1 - width - least);
  return sizes(left, width);
}

/** Returns the sizes after the main pane is moved by `by` pixels. */
export function moved(before: PaneSizes, by: number, window: number): PaneSizes {
  return fitted({ ...before, relativeLeft: before.relativeLeft + by / widthWithin(window) }, window);
}

/** Returns the sizes after one edge is moved by `by` pixels; the other edge stays. */
export function resized(before: PaneSizes, edge: 'left' | 'right', by: number, window: number): PaneSizes {
  const availableWidth = widthWithin(window);
  const least = window < LEAST_WINDOW ? 0 : LEAST_SIDE / availableWidth;
  const leastMain = LEAST_MAIN / availableWidth;
  const right = before.relativeLeft + before.relativeWidth;
  if (edge === 'left') {
    const left = Math.min(Math.max(before.relativeLeft + by / availableWidth, least), right - leastMain);
    return sizes(left, right - left);
  }
  const end = Math.max(Math.min(right + by / availableWidth, 1 - least), before.relativeLeft + leastMain);
  return sizes(before.relativeLeft, end - before.relativeLeft);
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

/** Parses stored sizes; undefined if they are invalid. */
export function readSizes(text: string | null): PaneSizes | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<PaneSizes> | null;
    return isShare(value?.relativeLeft) && isShare(value.relativeWidth) ? sizes(value.relativeLeft, value.relativeWidth) : undefined;
  } catch {
    return undefined;
  }
}
