// Paths of webhooks in one form, so that comparing them is comparing texts.

/** Characters that must not become separators when decoded. */
const mustStay = /[%/]/g;

/**
 * A path without slashes at its ends, each part decoded: `%41b//` and `Ab` are the same. A slash or percent sign within a part stays encoded;
 * a part that is not well encoded is taken as it is.
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

/** A part of a canonical path as the caller meant it. */
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

/** True for a path with `:name` parts. */
export function isDynamicPath(path: string): boolean {
  return path.startsWith(':') || path.includes('/:');
}
