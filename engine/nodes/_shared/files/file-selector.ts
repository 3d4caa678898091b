// File selectors: a path, or a glob pattern for several files.
import { constants } from 'node:fs';
import { access, glob, lstat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { NodeError, type ExecuteContext } from '../../../sdk/index.ts';

/** Normalizes a selector: Windows' separators become slashes, and parentheses are literal: `C:\a\x(1).txt` → `C:/a/x\(1\).txt`. */
export function normalizeFileSelector(selector: string): string {
  const isWindows = /^[A-Za-z]:\\/.test(selector) || selector.startsWith('\\\\');
  const slashed = isWindows ? selector.replaceAll(/\\+/g, '/') : selector;
  return slashed.replaceAll(/(?<!\\)[()]/g, '\\$&');
}

/**
 * Returns the sorted paths of the selected files. Without wildcards, this is the file if it exists; with wildcards, the matching regular files
 * that nodes may use. Other matches are silently ignored, so that a pattern does not reveal what else exists.
 */
export async function selectedFiles(ctx: ExecuteContext, selector: string): Promise<readonly string[]> {
  const pattern = normalizeFileSelector(selector.trim());
  if (pattern === '') {
    throw new NodeError('The file selector is empty. Enter a path, such as /home/user/*.pdf.', {
      code: 'PARAMETER_INVALID',
      parameter: 'fileSelector',
    });
  }
  // A file name may contain literal brackets and braces.
  const literal = unescaped(pattern);
  if (await exists(ctx, literal)) return [literal];
  if (!/[*?[\]{}]/.test(pattern)) return [];
  const fixed = fixedFolder(pattern);
  await ctx.files.allowedPath(fixed);
  if (/\.\.(?:[\\/,}]|$)/.test(pattern.slice(unwildLength(pattern)))) {
    throw new NodeError(`The file selector "${selector}" contains .. after its first wildcard.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'fileSelector',
      hint: 'Enter the folder before the wildcards, such as /home/user/*.pdf.',
    });
  }
  const match: string[] = [];
  for await (const entry of glob(pattern, { withFileTypes: true })) {
    ctx.signal.throwIfAborted();
    if (entry.isDirectory()) continue;
    const path = entry.parentPath === '' ? entry.name : `${entry.parentPath.replace(/[\\/]$/, '')}${sep}${entry.name}`;
    if (isVisible(path, pattern) && (await isUsable(ctx, path))) match.push(path);
  }
  return match.sort();
}

async function exists(ctx: ExecuteContext, path: string): Promise<boolean> {
  const real = await ctx.files.allowedPath(path);
  return access(real, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** Whether a match is a regular file that nodes may use, or a link to one. */
const isUsable = (ctx: ExecuteContext, path: string): Promise<boolean> =>
  ctx.files
    .allowedPath(path)
    .then(async (real) => (await lstat(real)).isFile())
    .catch(() => false);

const unescaped = (pattern: string): string => pattern.replaceAll(/\\([()[\]{}*?!])/g, '$1');

/** Returns the length of the part before the first wildcard. */
const unwildLength = (pattern: string): number => pattern.search(/(?<!\\)(?:[*?[{]|[@+!](?=\\?\())/);

/** Returns the folder that contains the first wildcard. */
function fixedFolder(pattern: string): string {
  const fixed = unescaped(pattern.slice(0, unwildLength(pattern)));
  if (fixed === '') return '.';
  return fixed.endsWith('/') ? fixed : dirname(fixed);
}

/** Whether a match is included: hidden files and folders only if the pattern mentions them after its first wildcard. */
function isVisible(path: string, pattern: string): boolean {
  const fixed = fixedFolder(pattern);
  const isHidden = (part: string): boolean => /^\.[^./]/.test(part);
  const below = (text: string): readonly string[] =>
    (fixed !== '.' && text.startsWith(fixed) ? text.slice(fixed.length) : text).split(/[\\/]/);
  return below(pattern).some(isHidden) || !below(path).some(isHidden);
}
