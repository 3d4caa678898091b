// Node's compile cache, kept in the data folder, which other users cannot write to.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Caches compiled code for the next start of this version (a few MB) and removes the caches of other versions.
 * Not in a folder that holds no data yet: what was mistyped must not become one. Without a cache everything works alike, only later.
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
