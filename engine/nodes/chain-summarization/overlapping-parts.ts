// Splits a text into parts that overlap, at the ends of paragraphs, lines, sentences or words where possible.

const ends = ['\n\n', '\n', '. ', ' '];

/** Returns parts of at most `size` characters. Each repeats up to `overlap` characters of the part before it. */
export function overlappingParts(text: string, size: number, overlap: number): readonly string[] {
  const length = Math.max(1, Math.floor(size) || 1);
  const shared = Math.min(Math.max(0, Math.floor(overlap) || 0), length - 1);
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + length >= text.length ? text.length : endBefore(text, start, start + length, start + shared + 1);
    parts.push(text.slice(start, end).trim());
    if (end === text.length) break;
    // Every part goes further than the one before.
    start = Math.max(start + 1, end - shared);
  }
  return parts.filter((part) => part !== '');
}

/** Returns the best place at which a part may end, after `least` and in its second half. */
function endBefore(text: string, start: number, limit: number, least: number): number {
  const earliest = Math.max(least, start + Math.floor((limit - start) / 2));
  for (const end of ends) {
    const at = text.lastIndexOf(end, limit - end.length);
    if (at + end.length >= earliest && at > start) return at + end.length;
  }
  // A pair of surrogates stays together.
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff && limit - 1 > least ? limit - 1 : limit;
}
