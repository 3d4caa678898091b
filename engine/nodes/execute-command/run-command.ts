// Runs a shell command and the processes that it starts.
import { spawn, type ChildProcess } from 'node:child_process';
import { NodeError } from '../../sdk/index.ts';
import { guarded } from '../../workflow/values/guarded.ts';

/** Maximum output in bytes; a command with more is terminated. */
const MAX_OUTPUT = 64 * 1024 * 1024;

export interface CommandResult {
  readonly exitCode: number;
  readonly stderr: string;
  readonly stdout: string;
}

export interface CommandOptions {
  /** Folder in which it starts. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly maxOutput?: number;
}

/** Resolves once the command has ended in any way. Aborting terminates it with all its processes. */
export async function runCommand(command: string, { folder, signal, maxOutput = MAX_OUTPUT }: CommandOptions): Promise<CommandResult> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  // A process group can be terminated as a whole; Windows has none.
  const child = spawn(command, {
    shell: true,
    cwd: folder,
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
    child[name].on(
      'data',
      guarded(end, (chunk: Uint8Array) => {
        size += chunk.byteLength;
        if (size > maxOutput) throw tooMuch(maxOutput);
        outputs[name].push(chunk);
      }),
    );
  }
  child.once('error', (cause) => {
    failure ??= new NodeError(`The command cannot be started: ${cause.message}`, { cause });
  });
  const settle = (code: number | null, killedBy: NodeJS.Signals | null): void => {
    signal.removeEventListener('abort', onAbort);
    if (failure !== undefined) return reject(failure as Error);
    const outputOf = (name: 'stdout' | 'stderr'): string =>
      Buffer.concat(outputs[name])
        .toString('utf8')
        .replace(/\r?\n$/, '');
    resolve({ exitCode: code ?? (killedBy === null ? 1 : 128), stderr: outputOf('stderr'), stdout: outputOf('stdout') });
  };
  child.once('close', guarded(reject, settle));
  return promise;
}

/** Environment for commands without the product's own settings, which include keys and passwords. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:MILLRACE|N8N)_/.test(name)));
}

function kill(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

const tooMuch = (most: number): NodeError =>
  new NodeError(`The command printed more than ${most} bytes.`, {
    code: 'FILE_TOO_LARGE',
    hint: 'Redirect the output to a file, and read the file.',
  });
