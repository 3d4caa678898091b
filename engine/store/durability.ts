// Durability of acknowledged writes after a power cut.
import { open } from 'node:fs/promises';

/** `full`: commits and files are flushed to the disk before an answer depends on them. `normal`: they survive the end of the process, but a power cut may take the latest. */
export type Durability = 'full' | 'normal';

/** Flushes the names within a folder; Windows needs and knows nothing of the kind. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
