// The module `utilityProcess`: each is a child process of Node, whose `process.parentPort` is Node's own channel.
import { fork, type ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { ForkOptions } from 'electron';
import { Guarded, guard } from './record.ts';

/** Runs in the child before its own file. Uses nothing outside of itself: its source is passed in the arguments, so that it needs no permission to be read. */
function openParentPort(Emitter: typeof EventEmitter): void {
  const port = new Emitter();
  const parentPort = Object.assign(port, {
    postMessage: (message: unknown) => void process.send?.(message),
    start: () => undefined,
  });
  Object.defineProperty(process, 'parentPort', { value: parentPort });
  Object.defineProperty(process, 'type', { value: 'utility' });
  // Messages wait for the first listener.
  port.once('newListener', () => {
    process.on('message', (data: unknown) => void port.emit('message', { data, ports: [] }));
  });
  process.on('disconnect', () => process.exit(0));
}

const bootstrap = `import { EventEmitter } from 'node:events'; (${openParentPort.toString()})(EventEmitter);`;
const bootstrapUrl = `data:text/javascript,${encodeURIComponent(bootstrap)}`;

type Message = Parameters<NonNullable<ChildProcess['send']>>[0];

export class UtilityProcess extends Guarded {
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super('UtilityProcess', ['spawn', 'message', 'exit', 'error']);
    const { env, execArgv = [], cwd, stdio = 'inherit' } = options;
    const [out, error] = typeof stdio === 'string' ? [stdio, stdio] : [stdio[1] ?? 'inherit', stdio[2] ?? 'inherit'];
    const streams = ['ignore', out, error, 'ipc'] as ('ignore' | 'pipe' | 'inherit' | 'ipc')[];
    this.#child = fork(modulePath, args, {
      cwd,
      env: (env ?? process.env) as NodeJS.ProcessEnv,
      execArgv: ['--import', bootstrapUrl, ...execArgv],
      stdio: streams,
      serialization: 'advanced',
    });
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('error', (failure) => this.emit('error', 'FatalError', modulePath, failure.message));
    this.#child.once('exit', (code) => this.emit('exit', code ?? 1));
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }

  get stdout(): Readable | null {
    return this.#child.stdout;
  }

  get stderr(): Readable | null {
    return this.#child.stderr;
  }

  /** Node keeps messages until the process has started. */
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as Message, () => undefined);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = guard('utilityProcess', {
  fork: (modulePath: string, args: readonly string[] = [], options: ForkOptions = {}) => new UtilityProcess(modulePath, args, options),
});
