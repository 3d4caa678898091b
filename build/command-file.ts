// Makes the built command line executable.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * By default, glibc keeps 40 MiB more after a busy hour: it has an arena per thread, and its thresholds for returning memory grow with every
 * large block that is freed. A second arena, or a threshold of 64 KiB, costs some MiB more and is not faster. npm's shims for Windows support
 * such a line as well.
 */
const shebang = '#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=32768 node';

/** A Rolldown plugin that adds a shebang to `cli.js` and makes it executable. */
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
