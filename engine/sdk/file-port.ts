// Files of the computer that nodes may use: one door, so that an instance can limit them.
import type { FileHandle } from 'node:fs/promises';

/** `write` replaces what the file holds, `append` adds to it; both create the file if it does not exist. */
export type FileUse = 'read' | 'write' | 'append';

export interface FilePort {
  /**
   * Returns the absolute path of a file or folder, symbolic links resolved as far as it exists. Relative paths start at the working
   * directory. Throws NodeError FILE_NOT_READABLE if nodes may not use it.
   */
  allowedPath(path: string): Promise<string>;
  /**
   * Opens a regular file, never a pipe or a device. Throws NodeError FILE_NOT_READABLE, whose `cause` is the system's error, if it cannot be
   * used, and FILE_TOO_LARGE if it is to be read and exceeds the limit of the instance. The caller closes it.
   */
  open(path: string, use: FileUse): Promise<FileHandle>;
  /** Reads a whole file. Throws as `open` does; FILE_TOO_LARGE also for more than `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
}
