// Random numbers that are reproducible from a seed.

/** Returns a number from 0 (inclusive) to 1 (exclusive) on each call. */
export type RandomSource = () => number;

/** Returns a source with the same numbers for the same seed on every machine (mulberry32 over an FNV-1a hash of the seed). */
export function seededRandom(seed: string): RandomSource {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An integer from `low` to `high`, both inclusive. */
export const wholeNumber = (random: RandomSource, low: number, high: number): number => low + Math.floor(random() * (high - low + 1));

/** One of the entries. */
export const oneOf = <T>(random: RandomSource, entries: readonly T[]): T => entries[Math.floor(random() * entries.length)] as T;

/** A text of `length` characters from `alphabet`; empty if the alphabet is empty. */
export function letters(random: RandomSource, alphabet: string, length: number): string {
  const characters = Array.from(alphabet);
  if (characters.length === 0) return '';
  let text = '';
  for (let count = 0; count < length; count++) text += oneOf(random, characters);
  return text;
}
