// The Node.js among a clone's dependencies, for systems whose Node.js is too old.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import about from '../../package.json' with { type: 'json' };

/** Minimum major version of Node.js. */
export const MIN_NODE = Number.parseInt(about.engines.node.replace(/\D+/, ''), 10);

export const isOldNode = (): boolean => Number.parseInt(process.versions.node, 10) < MIN_NODE;

const name = process.platform === 'win32' ? 'node.exe' : 'node';

/** Returns the path of the Node.js among the dependencies, if the running one is too old; undefined if it is not, or there is none. */
export function ownNode(script = process.argv[1] ?? ''): string | undefined {
  // The child process has the required version, so there is no second attempt.
  if (!isOldNode()) return undefined;
  for (let folder = dirname(script); dirname(folder) !== folder; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', 'node', 'bin', name);
    if (isExecutable(path) && path !== process.execPath) return path;
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Runs a script with another Node.js, and passes signals on. Returns the exit code. */
export function runWith(node: string, args: readonly string[]): Promise<number> {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code !== null) return resolve(code);
      for (const each of signals) process.removeAllListeners(each);
      process.kill(process.pid, signal ?? 'SIGTERM');
    });
  });
}
