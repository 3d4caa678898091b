// Writes a stream to a storage: the whole file becomes visible, or nothing of it is left.
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStorage, NewFileOptions } from './storage.ts';

/** `steps`: through which the content passes. */
export async function storeFile(
  storage: FileStorage,
  name: string,
  content: Readable,
  options: NewFileOptions,
  steps: readonly Duplex[] = [],
): Promise<void> {
  const file = await storage.create(name, options);
  try {
    await pipeline([content, ...steps, file.sink]);
    await file.complete();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
