// The way to a Postgres server, which can be cut, or frozen as if its computer were.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Wire {
  /** Address of the database by way of this wire. */
  readonly address: string;
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #state: 'open' | 'cut' | 'frozen' = 'open';

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    const address = new URL(target);
    address.port = String((server.address() as AddressInfo).port);
    this.address = address.href;
    server.on('connection', (socket) => this.#connect(socket));
  }

  /** `database`: address of the database. */
  static async to(database: string): Promise<Wire> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Wire(server, new URL(database));
  }

  /** Ends all connections; no new one is opened. */
  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Passes nothing on. New connections are accepted, as the system does for a process that is stopped. */
  freeze(): void {
    this.#state = 'frozen';
    for (const socket of this.#sockets) socket.pause();
  }

  restore(): void {
    this.#state = 'open';
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(own: Socket): void {
    if (this.#state === 'cut') return void own.destroy();
    const other = connect(Number(this.#target.port), this.#target.hostname);
    this.#pass(own, other);
    this.#pass(other, own);
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (data) => to.write(data));
    if (this.#state === 'frozen') from.pause();
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
