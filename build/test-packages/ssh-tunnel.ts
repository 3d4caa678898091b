// Runs a query of the Postgres node through an SSH tunnel: with a server of the library that the package contains, and a stand-in for PostgreSQL.
import { createRequire } from 'node:module';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Catalog } from '../../engine/packages/catalog.ts';
import type { Packages } from '../../engine/packages/index.ts';
import { createCredentialTypes, createNodeRegistry } from '../../engine/registry/index.ts';
import { usePackage } from '../../engine/registry/n8n/index.ts';
import { runNode } from '../../engine/testing/run-node.ts';

export interface TunnelOutcome {
  readonly title: string;
  readonly failure?: string;
}

const PASSWORD = 'open sesame';

/** Runs the query without consent to the network, with a password, with a private key that has a passphrase, and with a wrong password. */
export async function runTunnels(packages: Packages, catalog: Catalog): Promise<readonly TunnelOutcome[]> {
  const keys = keyPair(packages, catalog);
  const database = await listening(createServer(serveDatabase));
  const ssh = await startSshServer(packages, catalog, keys.host, keys.user.publicKey);
  const attempt = async (title: string, credential: object, expected: string): Promise<TunnelOutcome> => {
    const failure = await query(packages, catalog, {
      host: '127.0.0.1',
      port: database.port,
      database: 'shelf',
      user: 'ada',
      password: 'pw',
      ssl: 'disable',
      sshTunnel: true,
      sshHost: '127.0.0.1',
      sshPort: ssh.port,
      sshUser: 'ada',
      ...credential,
    }).then(
      (result) => (result.includes(expected) ? undefined : `the result is ${result}`),
      (error: Error) => error.message,
    );
    return { title: `Postgres through an SSH tunnel ${title}`, ...(failure === undefined ? {} : { failure }) };
  };
  try {
    // In a field of one line, a key loses its line breaks.
    const key = { sshAuthenticateWith: 'privateKey', privateKey: keys.user.privateKey.replaceAll('\n', ' '), passphrase: PASSWORD };
    const tunnelOutcome = await attempt(
      'without consent',
      { sshAuthenticateWith: 'password', sshPassword: PASSWORD },
      'may not open connections by itself',
    );
    await packages.allowNetwork(catalog.name, true);
    return [
      tunnelOutcome,
      await attempt('with a password', { sshAuthenticateWith: 'password', sshPassword: PASSWORD }, '"n":42'),
      await attempt('with a private key', key, '"n":42'),
      await attempt(
        'with a wrong password',
        { sshAuthenticateWith: 'password', sshPassword: 'no' },
        'All configured authentication methods failed',
      ),
      ...(ssh.connections() === 3 ? [] : [{ title: 'SSH connections', failure: `${ssh.connections()} were opened, not 3` }]),
    ];
  } finally {
    await packages.allowNetwork(catalog.name, false);
    ssh.stop();
    database.server.close();
  }
}

/** Returns the items as JSON, or the message of the error. The query runs twice: the second time, the connection is open already. */
async function query(packages: Packages, catalog: Catalog, credential: object): Promise<string> {
  const [nodes, credentialTypes] = [createNodeRegistry(), createCredentialTypes()];
  usePackage(
    { registry: nodes, credentialTypes, instanceId: 'test', instanceUrl: () => 'http://localhost', prefers: () => true },
    packages,
    catalog,
  );
  const { json, error } = await runNode({
    type: 'n8n-nodes-base.postgres',
    parameters: { operation: 'executeQuery', query: 'select 42 as n', options: {} },
    items: [{}, {}],
    node: { credentials: { postgres: { id: '1', name: 'Shelf' } } },
    ports: { nodes, credentialTypes, credential: () => Promise.resolve({ ...credential }) },
  });
  return error === undefined ? JSON.stringify(json) : `${error.message} ${error.description ?? ''}`;
}

interface SshServerConnection {
  on(event: 'authentication', listener: (context: Authentication) => void): this;
  on(
    event: 'request' | 'tcpip',
    listener: (accept: () => NodeJS.ReadWriteStream, reject: () => void, info: { destPort: number }) => void,
  ): this;
  on(event: 'error', listener: () => void): this;
}

interface Authentication {
  readonly method: string;
  readonly password?: string;
  readonly key?: { readonly data: Buffer };
  accept(): void;
  reject(methods?: readonly string[]): void;
}

type SshServer = Server & { listen(port: number, host: string, done: () => void): unknown };

interface Ssh {
  readonly Server: new (options: object, onConnection: (connection: SshServerConnection) => void) => SshServer;
  readonly utils: {
    generateKeyPairSync(type: string, options?: object): { readonly private: string; readonly public: string };
    parseKey(key: string): { getPublicSSH(): Buffer };
  };
}

/** Starts a server that accepts the password and the key, and opens tunnels. */
async function startSshServer(packages: Packages, { name }: Catalog, hostKey: string, publicKey: Buffer) {
  const { Server } = createRequire(join(packages.packageFolder(name), 'package.json'))('ssh2') as Ssh;
  let connections = 0;
  const server = new Server({ hostKeys: [hostKey] }, (connection) => {
    connections++;
    connection
      .on('error', () => undefined)
      .on('authentication', (context) => {
        const { method, password, key } = context;
        if ((method === 'password' && password === PASSWORD) || (method === 'publickey' && key?.data.equals(publicKey) === true))
          context.accept();
        else context.reject(['password', 'publickey']);
      })
      .on('tcpip', (accept, _reject, { destPort }) => {
        const tunnel = accept();
        const socket = connect(destPort, '127.0.0.1');
        socket.on('error', () => tunnel.end());
        tunnel.on('error', () => socket.destroy());
        tunnel.pipe(socket).pipe(tunnel);
      });
  });
  const { port } = await listening(server);
  return { port, connections: () => connections, stop: () => server.close() };
}

/** A key of the server, and one of the user with a passphrase. */
function keyPair(packages: Packages, { name }: Catalog) {
  const { utils } = createRequire(join(packages.packageFolder(name), 'package.json'))('ssh2') as Ssh;
  const host = utils.generateKeyPairSync('ed25519').private;
  const user = utils.generateKeyPairSync('ed25519', { passphrase: PASSWORD, cipher: 'aes256-ctr', rounds: 16 });
  return { host, user: { privateKey: user.private, publicKey: utils.parseKey(user.public).getPublicSSH() } };
}

async function listening(server: Server): Promise<{ readonly server: Server; readonly port: number }> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Answers every query with one row, `n` = 42, in the protocol of PostgreSQL (version 3). */
function serveDatabase(socket: Socket): void {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no type.
      const head = hasStarted ? 1 : 0;
      if (rest.length < head + 4 || rest.length < head + rest.readInt32BE(head)) return;
      const length = head + rest.readInt32BE(head);
      const type = hasStarted ? rest.toString('latin1', 0, 1) : 'start';
      rest = rest.subarray(length);
      if (type === 'start') {
        hasStarted = true;
        socket.write(Buffer.concat([message('R', int32(0)), message('S', text('server_version'), text('15.0')), ready]));
      } else if (type === 'P') socket.write(message('1'));
      else if (type === 'B') socket.write(message('2'));
      else if (type === 'D') socket.write(columns);
      else if (type === 'E') socket.write(Buffer.concat([row, message('C', text('SELECT 1'))]));
      else if (type === 'S') socket.write(ready);
      else if (type === 'Q') socket.write(Buffer.concat([columns, row, message('C', text('SELECT 1')), ready]));
      else if (type === 'X') socket.end();
    }
  });
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const int16 = (value: number): Buffer => int32(value).subarray(2);
const text = (value: string): Buffer => Buffer.from(`${value}\0`);

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const INT4 = 23;
const ready = message('Z', Buffer.from('I'));
const columns = message('T', int16(1), text('n'), int32(0), int16(0), int32(INT4), int16(4), int32(-1), int16(0));
const row = message('D', int16(1), int32(2), Buffer.from('42'));
