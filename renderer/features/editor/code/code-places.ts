// Which character of a code editor is at a point of the page.

const offsetFunctions = new WeakMap<Element, (x: number, y: number) => number | undefined>();

/** Registers the editor of an element. */
export const registerCodePlace = (element: Element, offsetAt: (x: number, y: number) => number | undefined): void =>
  void offsetFunctions.set(element, offsetAt);

/** Returns the offset in the text of the code editor at a point of the viewport, in pixels; undefined if there is none. */
export function codeOffsetAt(x: number, y: number): number | undefined {
  for (let at: Element | null = document.elementFromPoint(x, y); at !== null; at = at.parentElement) {
    const offsetAt = offsetFunctions.get(at);
    if (offsetAt !== undefined) return offsetAt(x, y);
  }
  return undefined;
}
