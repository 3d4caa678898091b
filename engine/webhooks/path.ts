// Canonical form of webhook paths, which makes paths comparable as texts.

/** Characters that would become separators if decoded. */
const mustStay = /[%/]/g;

/**
 * Returns a path without leading and trailing slashes, with each segment decoded: `%41b//` and `Ab` are equal. A slash or percent sign within a
 * segment stays encoded; a segment with invalid encoding is unchanged.
 */
export function canonicalPath(path: string): string {
  let start = 0;
  let end = path.length;
  while (start < end && path.charCodeAt(start) === 47) start++;
  while (end > start && path.charCodeAt(end - 1) === 47) end--;
  const trimmed = path.slice(start, end);
  return trimmed.includes('%') ? trimmed.split('/').map(canonicalPart).join('/') : trimmed;
}

function canonicalPart(part: string): string {
  return decoded(part).replaceAll(mustStay, encodeURIComponent);
}

/** Decodes a segment of a canonical path. */
export function partText(part: string): string {
  return part.includes('%') ? decoded(part) : part;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a path has `:name` segments. */
export function isDynamicPath(path: string): boolean {
  return path.startsWith(':') || path.includes('/:');
}
