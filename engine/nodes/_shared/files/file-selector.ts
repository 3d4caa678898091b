// File selectors: one path, or a pattern that stands for many.
import { constants } from 'node:fs';
import { access, glob, lstat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { NodeError, type ExecuteContext } from '../../../sdk/index.ts';

/** A selector with Windows' separators as slashes, and its parentheses taken literally: `C:\a\x(1).txt` → `C:/a/x\(1\).txt`. */
export function normalizeFileSelector(selector: string): string {
  const isWindows = /^[A-Za-z]:\\/.test(selector) || selector.startsWith('\\\\');
  const slashed = isWindows ? selector.replaceAll(/\\+/g, '/') : selector;
  return slashed.replaceAll(/(?<!\\)[()]/g, '\\$&');
}

/**
 * Paths of the files that a selector stands for, sorted. A selector without wildcards stands for one file if it exists; one with wildcards for the
 * regular files among its matches that nodes may use. Other matches are left out without a word: a pattern does not tell what exists elsewhere.
 */
export async function selectedFiles(ctx: ExecuteContext, selector: string): Promise<readonly string[]> {
  const pattern = normalizeFileSelector(selector.trim());
  if (pattern === '') {
    throw new NodeError('The file selector is empty. Enter a path, such as /home/user/*.pdf.', {
      code: 'PARAMETER_INVALID',
      parameter: 'fileSelector',
    });
  }
  // A name may hold brackets and braces of its own.
  const literal = unescaped(pattern);
  if (await exists(ctx, literal)) return [literal];
  if (!/[*?[\]{}]/.test(pattern)) return [];
  const fixed = fixedFolder(pattern);
  await ctx.files.allowedPath(fixed);
  if (/\.\.(?:[\\/,}]|$)/.test(pattern.slice(unwildLength(pattern)))) {
    throw new NodeError(`The file selector "${selector}" leads upwards (..) after its first wildcard.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'fileSelector',
      hint: 'Write the folder in front of the wildcards, such as /home/user/*.pdf.',
    });
  }
  const found: string[] = [];
  for await (const entry of glob(pattern, { withFileTypes: true })) {
    ctx.signal.throwIfAborted();
    if (entry.isDirectory()) continue;
    const path = entry.parentPath === '' ? entry.name : `${entry.parentPath.replace(/[\\/]$/, '')}${sep}${entry.name}`;
    if (isShown(path, pattern) && (await isUsable(ctx, path))) found.push(path);
  }
  return found.sort();
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

/** Length of the part in front of the first wildcard. */
const unwildLength = (pattern: string): number => pattern.search(/(?<!\\)(?:[*?[{]|[@+!](?=\\?\())/);

/** The folder above the first wildcard. */
function fixedFolder(pattern: string): string {
  const fixed = unescaped(pattern.slice(0, unwildLength(pattern)));
  if (fixed === '') return '.';
  return fixed.endsWith('/') ? fixed : dirname(fixed);
}

/** Hidden files and folders are meant only if the pattern names one below its first wildcard. */
function isShown(path: string, pattern: string): boolean {
  const fixed = fixedFolder(pattern);
  const isHidden = (part: string): boolean => /^\.[^./]/.test(part);
  const below = (text: string): readonly string[] =>
    (fixed !== '.' && text.startsWith(fixed) ? text.slice(fixed.length) : text).split(/[\\/]/);
  return below(pattern).some(isHidden) || !below(path).some(isHidden);
}
