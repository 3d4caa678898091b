// Which stretch of a list a limit keeps.

/** First index kept and first index after it. `keep` is `firstItems` or `lastItems`. */
export function limitRange(length: number, maxItems: number, keep: string): readonly [from: number, to: number] {
  const count = Math.min(length, Math.trunc(maxItems));
  return keep === 'lastItems' ? [length - count, length] : [0, count];
}
