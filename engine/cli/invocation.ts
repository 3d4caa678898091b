// The command with which this program was started, so that hints work in the same terminal.
import { basename, dirname, isAbsolute, relative } from 'node:path';

interface Invocation {
  /** `process.argv[1]`. */
  readonly script: string | undefined;
  /** The terminal's folder; undefined for a command that works in any folder. */
  readonly folder: string | undefined;
  /** Name of the script of package.json that npm runs. */
  readonly npmScript: string | undefined;
  readonly platform: NodeJS.Platform;
}

/**
 * Returns the beginning of a command, such as `millrace`. In a clone, `millrace` is not on the path: there, the command is npm's, or the path of
 * the built file, relative to the current folder if it is within.
 */
export function invocation({ script, folder, npmScript, platform }: Invocation = current()): string {
  if (npmScript === 'start' || npmScript === 'millrace') return 'npm run --silent millrace --';
  if (script === undefined || basename(script) !== 'cli.js') return 'millrace';
  // Services run in the root folder; their hints are read elsewhere.
  const within = folder === undefined || dirname(folder) === folder ? script : relative(folder, script);
  const path = within.startsWith('..') || isAbsolute(within) ? script : within;
  const quoted = /^[\w./\\:+-]+$/.test(path) ? path : platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
  return `node ${quoted}`;
}

/** Like `invocation`, but works in any folder. The npm command works only in the folder of the clone. */
export const invocationElsewhere = (): string => invocation({ ...current(), folder: undefined });

const current = (): Invocation => ({
  script: process.argv[1],
  folder: process.cwd(),
  npmScript: process.env['npm_lifecycle_event'],
  platform: process.platform,
});
