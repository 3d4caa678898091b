// The port to a place where files of items are stored. Names are UUIDs; a file is written once and never changes.
import type { Readable, Writable } from 'node:stream';

/** Where the files of an installation are stored. */
export type StorageChoice = 'disk' | 'database' | S3Location;

export interface S3Location {
  readonly bucket: string;
  /** Beginning of the keys; empty, or ends with a slash. */
  readonly prefix: string;
  /** Address of the service; empty for that of AWS in the region. */
  readonly endpoint: string;
  readonly region: string;
  /** If empty, the SDK looks for credentials where AWS documents it: in variables, files, and the computer's role. */
  readonly accessKey: string;
  readonly secretKey: string;
  /** Whether the bucket is part of the path instead of the host name. */
  readonly usesPathStyle: boolean;
}

export interface NewFileOptions {
  /**
   * Resolves once the database has a record of the file; rejects if that fails. Readers must not see the file before. Storages that several servers
   * share must store nothing of it before: files without a record are removed when a server starts.
   */
  readonly recorded: Promise<void>;
  /** Whether the chunks are used here alone, so that the memory of each can be released once it is written. */
  readonly isDisposable: boolean;
}

/** A file that is being written. Readers cannot see it. */
export interface NewFile {
  /** Receives the content. */
  readonly sink: Writable;
  /** Makes the file visible to readers. Called once the sink has finished. */
  complete(): Promise<void>;
  /** Removes what was written. Called if the sink or `complete` has failed. */
  discard(): Promise<void>;
}

/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reading a file that does not exist or is not complete fails with an error whose code is ENOENT. */
export interface FileStorage {
  create(name: string, options: NewFileOptions): Promise<NewFile>;
  stream(name: string, range?: ByteRange): Readable;
  /** Returns the whole content. Absent if the content can only be streamed. */
  read?(name: string): Promise<Uint8Array>;
  /** Returns the whole content while nothing else runs; undefined if it has more bytes than `most`. Absent if reading takes time. */
  readNow?(name: string, most: number): Uint8Array | undefined;
  /** Returns the size in bytes. */
  size(name: string): Promise<number>;
  /** Removes files, complete or not; missing ones are ignored. Returns the number of bytes that this has certainly freed. */
  remove(names: readonly string[]): Promise<number>;
  /** Yields the names of all files, complete or not, in slices. Absent if files of other installations may be among them. */
  all?(): AsyncIterable<readonly string[]>;
  /** Returns when a file, complete or not, was last written to, in milliseconds since the epoch; undefined if it does not exist. */
  changedAt?(name: string): Promise<number | undefined>;
  /** Returns the size in bytes of all complete files together. */
  usedBytes(): Promise<number>;
  /** Throws BINARY_STORE_FAILED if files cannot be stored. Absent if that needs no check. */
  assertUsable?(): Promise<void>;
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

export const missing = (name: string, cause?: unknown): Error =>
  Object.assign(new Error(`There is no file ${name}.`, cause === undefined ? {} : { cause }), { code: 'ENOENT' });
