// Helpers for files of the computer, which the engine opens: the package's process can only read its own.
import { constants } from 'node:fs';
import type { Readable } from 'node:stream';
import type { PackageCall } from '../call.ts';
import { streamOf } from '../http/requests.ts';
import { chunksOf } from './chunks.ts';

/** Opens a file of the computer for reading. The stream has its path, whose name files of items get. */
export async function openLocalFile(call: PackageCall, path: unknown): Promise<Readable> {
  const stream = streamOf(call, await call.request('openLocal', { path: String(path) }));
  return Object.assign(stream, { path: String(path) });
}

export function localFileHelpers(call: PackageCall): object {
  /** Paths that the engine has resolved, and so allows. */
  const allowed = new Set<string>();
  return {
    /** Returns the path without links. Rejects if it may not be used. */
    resolvePath: async (path: unknown): Promise<string> => {
      const resolved = (await call.request('resolvePath', { path: String(path) })) as string;
      allowed.add(resolved);
      return resolved;
    },
    /** Must be called with a resolved path; all others count as blocked. */
    isFilePathBlocked: (path: unknown): boolean => !allowed.has(String(path)),
    createReadStream: (path: unknown) => openLocalFile(call, path),
    /** `flags`: those of the system's call `open`. */
    writeContentToFile: async (path: unknown, content: unknown, flags: unknown): Promise<void> => {
      const appends = typeof flags === 'number' ? (flags & constants.O_APPEND) !== 0 : String(flags ?? '').startsWith('a');
      const file = await call.request('createLocal', { path: String(path), appends });
      for await (const bytes of chunksOf(content)) await call.request('writeLocal', { file, bytes });
      await call.request('endLocal', { file });
    },
  };
}
