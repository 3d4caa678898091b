// Access to files that asks for consent to their folder first. What is forbidden stays forbidden: it is never asked for. The folder for files of nodes
// needs no consent.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NodeError, type FilePort, type FileUse } from '../sdk/index.ts';
import type { LocalFilePort } from './file-access.ts';
import { readAll } from './open-file.ts';

/** `ask`: resolves once the folder, an absolute path without links, may be used; otherwise rejects. */
export function consentedFiles(files: LocalFilePort, ask: (folder: string) => Promise<void>): FilePort {
  const consented = async (path: string, use?: FileUse): Promise<string> => {
    const real = await files.allowedPath(path, use);
    if (!(await files.isOwn(real))) await ask((await isFolder(real)) ? real : dirname(real));
    return real;
  };
  /** A folder above may have become a link to another one while the question was open. */
  const assertUnchanged = async (path: string, real: string, use?: FileUse): Promise<void> => {
    if ((await files.allowedPath(real, use)) === real) return;
    throw new NodeError(`"${path}" was replaced while it was opened. Run the node again.`, { code: 'FILE_NOT_READABLE' });
  };
  return {
    allowedPath: consented,
    open: async (path, use) => {
      const real = await consented(path, use);
      await assertUnchanged(path, real, use);
      return files.openAt(real, path, use);
    },
    read: async (path, maxBytes) => {
      const real = await consented(path);
      await assertUnchanged(path, real);
      return readAll(await files.openAt(real, path, 'read'), path, Math.min(maxBytes, files.maxBytes));
    },
  };
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
