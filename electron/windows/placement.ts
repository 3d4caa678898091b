// Where a window opens: at its last place if that is still visible.

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of the main window in pixels. Its smallest size also limits what is restored. */
export const standardSize = { width: 1280, height: 800 };
export const smallestSize = { width: 640, height: 480 };
/** Width and height of the window's title bar that must be visible, so that it can be moved. */
const LEAST_VISIBLE = { width: 160, height: 32 };

/**
 * Returns bounds within the work area of the display that shows most of the saved window, or the standard size without a position if no display
 * shows enough of it.
 */
export function placement(saved: Rectangle | undefined, workAreas: readonly Rectangle[]): Partial<Rectangle> & typeof standardSize {
  if (saved === undefined) return standardSize;
  const titleBar = { ...saved, height: LEAST_VISIBLE.height };
  const [best] = workAreas
    .map((area) => ({ area, shared: overlap(area, saved), title: overlap(area, titleBar) }))
    .filter(({ title }) => title.width >= LEAST_VISIBLE.width && title.height >= LEAST_VISIBLE.height)
    .toSorted((a, b) => b.shared.width * b.shared.height - a.shared.width * a.shared.height);
  if (best === undefined) return standardSize;
  const { area } = best;
  const width = between(smallestSize.width, saved.width, area.width);
  const height = between(smallestSize.height, saved.height, area.height);
  return {
    x: between(area.x, saved.x, area.x + area.width - width),
    y: between(area.y, saved.y, area.y + area.height - height),
    width,
    height,
  };
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

function overlap(a: Rectangle, b: Rectangle): { readonly width: number; readonly height: number } {
  const length = (from: number, to: number): number => Math.max(0, to - from);
  return {
    width: length(Math.max(a.x, b.x), Math.min(a.x + a.width, b.x + b.width)),
    height: length(Math.max(a.y, b.y), Math.min(a.y + a.height, b.y + b.height)),
  };
}
