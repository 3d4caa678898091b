// Enables Node's compile cache in the data folder, which other users cannot write to.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Caches compiled code for the next start of this version (a few MB) and removes the caches of other versions.
 * Skipped if the folder contains no data yet, so that a mistyped path does not create a folder. Without a cache, only the start is slower.
 */
export function keepCompiled(dataDir: string, version: string): void {
  if (!existsSync(join(dataDir, 'db'))) return;
  const folder = join(dataDir, 'cache');
  enableCompileCache(join(folder, version));
  try {
    for (const name of readdirSync(folder)) if (name !== version) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // A cache that cannot be cleared must not keep the server from starting.
  }
}
