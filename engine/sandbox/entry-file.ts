// Finds the entry files of threads and processes, in the sources or in the build.
import { existsSync } from 'node:fs';

/** Returns the entry file of a thread or process: `source` when run from source, otherwise `built` at the top of the bundle. */
export function entryFile(source: URL, built: string): URL {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return source;
  const beside = new URL(`./${built}`, here);
  return existsSync(beside) ? beside : new URL(`../${built}`, here);
}
