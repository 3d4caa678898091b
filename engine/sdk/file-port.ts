// Ports for files: files attached to items, in whatever store, and local files, so that an instance can restrict access.
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { NodeError } from './node-error.ts';
import type { BinaryEntry } from '../contract/run-data.ts';

export interface BinaryMeta {
  readonly fileName?: string;
  /** MIME type. Default: detected from the content and the file name. */
  readonly mimeType?: string;
  /** Whether the content's chunks are used here alone, so that the memory of each can be released once it is written. */
  readonly isDisposable?: boolean;
}

export interface BinaryPort {
  /** Stores a file and returns the entry to put on an item. */
  write(content: Uint8Array | AsyncIterable<Uint8Array>, meta?: BinaryMeta): Promise<BinaryEntry>;
  /** Returns the whole content. Throws BINARY_NOT_FOUND. */
  read(entry: BinaryEntry): Promise<Uint8Array>;
  /**
   * Returns the whole content, while nothing else runs; undefined if it has more bytes than `most`, or has to be fetched from elsewhere. Throws
   * BINARY_NOT_FOUND.
   */
  readNow(entry: BinaryEntry, most: number): Uint8Array | undefined;
  /** Streams the content in chunks, in constant memory. */
  stream(entry: BinaryEntry): AsyncIterable<Uint8Array>;
  /** Returns the size in bytes. */
  size(entry: BinaryEntry): Promise<number>;
}

export interface ArchiveLimits {
  /** Maximum bytes of unpacked content. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** Limits of each archive, and of all archives of an execution together. */
export interface ArchiveBudget {
  /** Maximum bytes of unpacked content. */
  readonly maxBytes: number;
  /** Returns what counts the content of one archive while it is packed or unpacked. `name`: for errors. */
  archive(name: string): ArchiveCounter;
}

/** Its methods throw NodeError FILE_TOO_LARGE beyond the limits. */
export interface ArchiveCounter {
  /** Counts unpacked bytes. */
  add(bytes: number): void;
  /** Counts an entry of any kind. */
  addEntry(): void;
}

/** `write` replaces the file's content, `append` adds to it; both create the file if it does not exist. */
export type FileUse = 'read' | 'write' | 'append';

export interface FilePort {
  /**
   * Returns the absolute path of a file or folder; symbolic links are resolved as far as the path exists. Relative paths start at the working
   * directory. `use`: what it is used for; by default, it is read. Throws NodeError FILE_NOT_READABLE if nodes may not use it.
   */
  allowedPath(path: string, use?: FileUse): Promise<string>;
  /**
   * Opens a regular file, never a pipe or a device. The caller closes it. Throws NodeError FILE_NOT_READABLE, whose `cause` is the system's
   * error, if the file cannot be used, and FILE_TOO_LARGE if it is opened for reading and exceeds the instance's limit.
   */
  open(path: string, use: FileUse): Promise<FileHandle>;
  /** Reads a whole file. Throws the errors of `open`, and FILE_TOO_LARGE also if it exceeds `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
}

/** Converts a system error about a file to a NodeError with a hint; returns other errors unchanged. */
export function fileFailure(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const reason = reasons.get(code ?? '');
  if (error instanceof AppError || (reason === undefined && syscall === undefined)) return error;
  const [message, hint] = reason ?? [`cannot be used (${code})`, () => 'Check the path.'];
  return new NodeError(`The file "${path}" ${message}.`, { code: 'FILE_NOT_READABLE', hint: hint(path), cause: error });
}

const reasons: ReadonlyMap<string, readonly [message: string, hint: (path: string) => string]> = new Map([
  ['ENOENT', ['does not exist, or its folder does not', (path: string) => `Check the path; the folder "${dirname(path)}" must exist.`]],
  ['ENOTDIR', ['is below something that is not a folder', () => 'Check the path.']],
  ['EISDIR', ['is a folder', () => 'Enter the path of a file within it.']],
  ['EACCES', ['cannot be accessed by this program', () => 'Give the user that runs this program access to it.']],
  ['EPERM', ['cannot be accessed by this program', () => 'Give the user that runs this program access to it.']],
  ['ELOOP', ['is a symbolic link that does not lead to a file', () => 'Enter the path of the file itself.']],
  ['ENXIO', ['is not a regular file', () => 'Enter the path of a file.']],
  ['ENOSPC', ['cannot be written: the disk is full', () => 'Free some space.']],
  ['EROFS', ['cannot be written: its disk is read-only', () => 'Write to another folder.']],
  ['ENAMETOOLONG', ['has a name that is too long', () => 'Choose a shorter one.']],
]);
