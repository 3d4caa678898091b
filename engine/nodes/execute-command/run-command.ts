// Runs one command of the shell, with everything it starts.
import { spawn, type ChildProcess } from 'node:child_process';
import { NodeError } from '../../sdk/index.ts';

/** Bytes of what a command may print; more ends it. */
const MAX_OUTPUT = 64 * 1024 * 1024;

export interface CommandResult {
  readonly exitCode: number;
  readonly stderr: string;
  readonly stdout: string;
}

/** Resolves when the command has ended, however it ended. Aborting ends it with all it started. */
export async function runCommand(command: string, signal: AbortSignal, maxOutput = MAX_OUTPUT): Promise<CommandResult> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  // A group of its own can be ended as one; Windows has none.
  const child = spawn(command, {
    shell: true,
    env: ownEnvironment(),
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const outputs = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let size = 0;
  let failure: unknown;
  const end = (reason: unknown): void => {
    failure ??= reason;
    kill(child);
  };
  const onAbort = (): void => end(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxOutput) outputs[name].push(chunk);
      else end(tooMuch(maxOutput));
    });
  }
  child.once('error', (cause) => {
    failure ??= new NodeError(`The command cannot be started: ${cause.message}`, { cause });
  });
  child.once('close', (code, killedBy) => {
    signal.removeEventListener('abort', onAbort);
    if (failure !== undefined) return reject(failure as Error);
    const text = (name: 'stdout' | 'stderr'): string =>
      Buffer.concat(outputs[name])
        .toString('utf8')
        .replace(/\r?\n$/, '');
    resolve({ exitCode: code ?? (killedBy === null ? 1 : 128), stderr: text('stderr'), stdout: text('stdout') });
  });
  return promise;
}

/** The settings of this program, keys and passwords among them, are not for commands. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:MILLRACE|N8N)_/.test(name)));
}

function kill(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const tooMuch = (most: number): NodeError =>
  new NodeError(`The command printed more than ${most} bytes.`, { code: 'FILE_TOO_LARGE', hint: 'Let it write to a file, and read that.' });
