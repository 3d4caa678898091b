// Which stretch of a list a limit keeps.

/** Returns the first kept index and the first index after the kept ones. `keep` is `firstItems` or `lastItems`. */
export function limitRange(length: number, maxItems: number, keep: string): readonly [from: number, to: number] {
  const count = Math.min(length, Math.trunc(maxItems));
  return keep === 'lastItems' ? [length - count, length] : [0, count];
}
