// Encoding and order of parameters in signatures (OAuth 1.0a, AWS Signature Version 4).

/** Percent-encodes all but the unreserved characters of RFC 3986. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The order by UTF-16 code units, whatever the language. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Pair = readonly [name: string, value: string];

/** The order by name, then by value. */
export const comparePairs = ([name, value]: Pair, [otherName, otherValue]: Pair): number =>
  compareTexts(name, otherName) || compareTexts(value, otherValue);
