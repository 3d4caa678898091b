// The server, started as a separate process.
import { createServer, type AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coreNode } from '../testing/build-workflow.ts';
import { lanAddresses } from '../settings/lan-addresses.ts';
import about from '../../package.json' with { type: 'json' };
import { CliFolder, ended, type Ended } from '../testing/cli-kit.ts';

let folder: CliFolder;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => folder.remove());

interface Started {
  readonly line: string;
  readonly port: number;
  /** Sends the signal; resolves once the process has ended. */
  stop(signal: NodeJS.Signals): Promise<Ended>;
}

/** Starts the server without the shared cache of compiled code, so that it has its own; resolves with its first line of output. */
function starting(...args: readonly string[]): Promise<Started> {
  const child = folder.spawnWith({ NODE_COMPILE_CACHE: '' }, 'start', '--port', '0', ...args);
  return new Promise((resolve, reject) => {
    const result = ended(child, (line) => {
      if (!line.endsWith('\n')) return;
      const port = Number(/:(\d+)\//.exec(line)?.[1]);
      const stop = (signal: NodeJS.Signals): Promise<Ended> => {
        child.kill(signal);
        return result;
      };
      resolve({ line, port, stop });
    });
    void result.then(({ err }) => reject(new Error(`It did not start: ${err}`)));
  });
}

describe.skipIf(process.platform === 'win32')('millrace start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('prints one line when it is ready, and exits cleanly on %s', async (signal) => {
    const server = await starting();
    expect(server.line).toBe(`Millrace is ready at http://localhost:${server.port}/\n`);
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz/readiness`)).status).toBe(200);
    expect(await server.stop(signal)).toEqual({ code: 0, out: server.line, err: 'Stopping… (press again to quit now)\n' });
    // The write-ahead log has been checkpointed into the database, so that it is a single file.
    expect(readdirSync(join(folder.dataDir, 'db'))).toEqual(['address.json', 'instances', 'millrace.sqlite', 'server.lock']);
    const database = new Sqlite(join(folder.dataDir, 'db', 'millrace.sqlite'), { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });

  it('stops cleanly under traffic: every call with a response is in the database', async () => {
    const raw = { mode: 'raw', jsonOutput: '={{ { id: $execution.id } }}' };
    const nodes = [coreNode('Hook', 'webhook', 2, { path: 'id', responseMode: 'lastNode', options: {} }), coreNode('Set', 'set', 3.4, raw)];
    const connections = { Hook: { main: [[{ node: 'Set', type: 'main', index: 0 }]] } };
    await folder.save({ id: 'w', name: 'W', active: true, nodes, connections } as never);
    const server = await starting();
    const responded: string[] = [];
    const rejected = new Set<number | string>();
    let stopped: Promise<Ended> | undefined;
    const caller = async (): Promise<void> => {
      while (rejected.size === 0) {
        try {
          const response = await fetch(`http://127.0.0.1:${server.port}/webhook/id`);
          const body = (await response.json()) as { id: string };
          if (response.status === 200) responded.push(body.id);
          else rejected.add(response.status);
        } catch (error) {
          rejected.add((error as Error).name);
        }
        if (responded.length >= 200) stopped ??= server.stop('SIGTERM');
      }
    };
    await Promise.all(Array.from({ length: 20 }, caller));
    expect(await stopped).toEqual({ code: 0, out: server.line, err: 'Stopping… (press again to quit now)\n' });
    const database = new Sqlite(join(folder.dataDir, 'db', 'millrace.sqlite'), { readonly: true });
    const saved = new Map(database.prepare('select id, status from execution').raw().all() as [string, string][]);
    database.close();
    expect(responded.filter((id) => saved.get(id) !== 'success')).toEqual([]);
    expect([...new Set(saved.values())].filter((status) => !['success', 'waiting', 'new'].includes(status))).toEqual([]);
  });

  it('caches its compiled code from the second start on, and only that of its own version', async () => {
    const cache = join(folder.dataDir, 'cache');
    await (await starting()).stop('SIGTERM');
    expect(existsSync(cache)).toBe(false);
    mkdirSync(join(cache, '0.0.1'), { recursive: true });
    await (await starting()).stop('SIGTERM');
    expect(readdirSync(cache)).toEqual([about.version]);
    expect(readdirSync(join(cache, about.version), { recursive: true }).length).toBeGreaterThan(10);
  });

  it('listens on this computer only, and with --lan on all network interfaces', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    const host = process.platform === 'linux' ? '127.0.0.2' : outside?.address;
    if (host === undefined) return;
    const reaches = async (port: number): Promise<boolean> =>
      fetch(`http://${host}:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const [args, isReached] of [
      [[], false],
      [['--lan'], true],
    ] as const) {
      const server = await starting(...args);
      expect(await reaches(server.port)).toBe(isReached);
      expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 });
    }
  });

  it('prints the addresses that other computers use, if it listens to them', async () => {
    const otherHosts = lanAddresses('0.0.0.0', networkInterfaces()).map(({ host }) => host);
    const server = await starting('--lan');
    const lines = otherHosts.map((host) => `Other computers of your network open it at http://${host}:${server.port}/\n`);
    expect((await server.stop('SIGTERM')).out).toBe([`Millrace is ready at http://localhost:${server.port}/\n`, ...lines].join(''));
  });

  it('names the address of the network that alone it listens at, and how to set up the owner then', async () => {
    const host = lanAddresses('0.0.0.0', networkInterfaces())[0]?.host;
    if (host === undefined) return;
    const child = folder.spawnWith({ MILLRACE_HOST: host, MILLRACE_LOCAL_ACCESS: 'secret' }, 'start', '--port', '0');
    const { out } = await ended(child, (text) => text.includes('Nobody') && text.includes('ready') && child.kill('SIGTERM'));
    expect(out).toMatch(new RegExp(`^Millrace is ready at http://${host.replaceAll('.', '\\.')}:\\d+/$`, 'm'));
    expect(out).toContain(`Millrace listens at ${host} only, but the owner is set up at localhost. Start it once without --host`);
    expect(out).not.toContain('http://localhost');
  });

  it('suggests the next port if its own is taken, and releases the data folder', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const result = await folder.millrace('start', '--port', String(port));
    other.close();
    expect(result).toEqual({
      code: 2,
      out: '',
      err: `The port ${port} is used by another program. Try another one: --port ${port + 1}, or MILLRACE_PORT=${port + 1}.\n`,
    });
  });

  it.each([
    [['--port', '65536'], /^"65536" is not a port\. Use a number from 0 to 65535\.\n$/],
    [['--port', '80x'], /^"80x" is not a port\./],
    [
      ['--port', '-1'],
      /^The option --port needs a value\. Write one that begins with a dash as --port=VALUE\. See: millrace help start\n$/,
    ],
    [['--host', ''], /^The option --host is empty\. See: millrace help start\n$/],
    [['now'], /^Unexpected argument 'now'\. See: millrace help start\n$/],
    [['--host', '192.0.2.1'], /^This computer has no address "192\.0\.2\.1" to listen on\.\n$/],
  ])('rejects bad use: %j', async (args, err) => {
    expect(await folder.millrace('start', ...args)).toEqual({ code: 2, out: '', err: expect.stringMatching(err) as string });
    expect(existsSync(folder.dataDir)).toBe(args.includes('192.0.2.1'));
  });
});
