// Errors of the system about files, in words.
import { dirname } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { NodeError } from './node-error.ts';

/** An error of the system about a file, in words that say how to mend it; other errors as they are. */
export function fileFailure(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const known = reasons.get(code ?? '');
  if (error instanceof AppError || (known === undefined && syscall === undefined)) return error;
  const [message, hint] = known ?? [`cannot be used (${code})`, () => 'Check the path.'];
  return new NodeError(`The file "${path}" ${message}.`, { code: 'FILE_NOT_READABLE', hint: hint(path), cause: error });
}

const reasons: ReadonlyMap<string, readonly [message: string, hint: (path: string) => string]> = new Map([
  [
    'ENOENT',
    ['does not exist, or its folder does not', (path: string) => `Check the path; the folder "${dirname(path)}" must be there already.`],
  ],
  ['ENOTDIR', ['lies below something that is not a folder', () => 'Check the path.']],
  ['EISDIR', ['is a folder', () => 'Enter the path of a file within it.']],
  ['EACCES', ['may not be used by this program', () => 'Give the user who runs this program the right to use it.']],
  ['EPERM', ['may not be used by this program', () => 'Give the user who runs this program the right to use it.']],
  ['ELOOP', ['is a link that leads nowhere', () => 'Enter the path of the file itself.']],
  ['ENXIO', ['is not a regular file', () => 'Enter the path of a file.']],
  ['ENOSPC', ['cannot be written: the disk is full', () => 'Free some space.']],
  ['EROFS', ['cannot be written: its disk is read-only', () => 'Write to another folder.']],
  ['ENAMETOOLONG', ['has too long a name', () => 'Choose a shorter one.']],
]);
