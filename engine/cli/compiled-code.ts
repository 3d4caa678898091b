// Code stays compiled from start to start: Node's cache, in the data folder, which nobody else may write.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirOf, dataDirOption } from './data-folder.ts';

/**
 * Keeps what is loaded from here on compiled for the next start of this version, a few MB; what other versions left is removed.
 * Not in a folder that holds no data yet: what was mistyped must not become one. Without a cache all works alike, only later.
 */
export function keepCompiled(args: readonly string[], version: string): void {
  const given = parseArgs({ args: [...args], options: dataDirOption, strict: false }).values['data-dir'];
  const dataDir = dataDirOf(typeof given === 'string' && given !== '' ? given : undefined);
  if (!existsSync(join(dataDir, 'db'))) return;
  const folder = join(dataDir, 'cache');
  enableCompileCache(join(folder, version));
  try {
    for (const name of readdirSync(folder)) if (name !== version) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // A cache that cannot be cleared is no reason not to start.
  }
}
