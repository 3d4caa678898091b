// Durability of confirmed writes after a power cut.
import { open } from 'node:fs/promises';

/**
 * `full`: commits and files are flushed to the disk before a response confirms them. `normal`: they survive the end of the process, but a power
 * cut may lose the latest ones.
 */
export type Durability = 'full' | 'normal';

/** Flushes the entries of a folder. Does nothing on Windows, which does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
