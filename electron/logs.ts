// Where the application writes its log. A large log is set aside at the start.
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Size in bytes above which a new log begins. */
const LARGE = 10 * 1024 * 1024;

/** Returns the path of the log. The previous log is kept as `millrace.old.log`. */
export function logFileIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'millrace.log');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGE) renameSync(file, join(folder, 'millrace.old.log'));
  return file;
}
