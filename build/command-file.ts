// Makes the built command line a command of its own.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * With its defaults, glibc keeps 30 MiB more after a busy hour: an arena for each thread, and thresholds for giving memory back that grow with
 * every large block that was freed. npm's shims for Windows read such a line as well.
 */
const shebang = '#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=65536 node';

/** A Rolldown plugin: `cli.js` begins with a shebang and may be executed. */
export const commandFile = (): Plugin => ({
  name: 'command-file',
  generateBundle(_options, bundle) {
    const cli = bundle['cli.js'];
    if (cli?.type === 'chunk') cli.code = `${shebang}\n${cli.code}`;
  },
  writeBundle({ dir = '' }) {
    chmodSync(join(dir, 'cli.js'), 0o755);
  },
});
