// The built server as a separate process that can be killed, stopped and restarted with the same data folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const cli = process.env['MILLRACE_PROGRAM'] ?? join(import.meta.dirname, '../../out/engine/cli.js');

/** How a process ended, with everything it wrote to standard error. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly err: string;
}

export interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Shell commands that run before the server, in a separate mount namespace. */
  readonly prepare?: string;
  /** Folder in which the server is started. Default: that of this process. */
  readonly folder?: string;
  /** Further arguments of `millrace start`. */
  readonly args?: readonly string[];
}

export class Program {
  /** With a slash at the end. */
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<Exit>;

  private constructor(child: ChildProcess, url: string, exit: Promise<Exit>) {
    this.#child = child;
    this.url = url;
    this.#exit = exit;
  }

  /** Resolves when the server reports that it is ready. Rejects with its standard error if it ends before that. */
  static async start(dataDir: string, { environment = {}, prepare, folder, args: more = [] }: ProgramOptions = {}): Promise<Program> {
    const server = [process.execPath, cli, 'start', '--port', '0', '--data-dir', dataDir, ...more];
    const [command, ...args] = prepare === undefined ? server : ['unshare', '-rm', 'sh', '-c', `${prepare} && exec "$@"`, 'sh', ...server];
    const env = { ...process.env, MILLRACE_LOG_LEVEL: 'silent', MILLRACE_LOCAL_ACCESS: 'open', ...environment };
    const child = spawn(command as string, args, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd: folder });
    let err = '';
    child.stderr.on('data', (part: Buffer) => (err += String(part)));
    const exit = once(child, 'close').then(([code, signal]): Exit => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      err,
    }));
    const line = await Promise.race([
      once(child.stdout, 'data').then(([part]) => String(part)),
      exit.then((ended): never => {
        throw new Error(`The server did not start (exit code ${ended.code}): ${ended.err}`);
      }),
    ]);
    return new Program(child, /http:\S+/.exec(line)?.[0] ?? '', exit);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Whether the process has ended. */
  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Kills the process. */
  kill(): Promise<Exit> {
    this.#child.kill('SIGKILL');
    return this.#exit;
  }

  stop(): Promise<Exit> {
    this.#child.kill('SIGTERM');
    return this.#exit;
  }

  /** Returns the data of a REST response. Throws if the call is rejected. */
  async rest<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}rest/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const responseText = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${responseText}`);
    return (JSON.parse(responseText) as { data: T }).data;
  }

  /** Saves a workflow and activates it by default. Returns its id. */
  async save(workflow: object, isActive = true): Promise<string> {
    const { id } = await this.rest<{ id: string }>('workflows', 'POST', workflow);
    if (isActive) await this.rest(`workflows/${id}`, 'PATCH', { active: true });
    return id;
  }
}
