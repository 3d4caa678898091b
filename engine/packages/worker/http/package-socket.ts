// The connection of a webhook's request, with the members of Node's net.Socket. The real connection belongs to the engine, so its bytes cannot be
// reached from here.
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { notSupported, rejectMissing } from '../../modules/unsupported.ts';

/** The addresses and ports of both ends of the connection. */
export interface SocketAddresses {
  readonly remoteAddress: string;
  readonly localPort: number;
  readonly isEncrypted: boolean;
}

export class PackageSocket extends Duplex {
  readonly connecting = false;
  readonly pending = false;
  readonly bufferSize = 0;
  readonly autoSelectFamilyAttemptedAddresses: readonly string[] = [];
  readonly localAddress = undefined;
  readonly localFamily = undefined;
  readonly remotePort = undefined;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remoteFamily: string;
  /** Of a TLS connection, as with Node's tls.TLSSocket. */
  readonly encrypted: boolean;
  readonly server = null;
  readonly bytesRead: number;
  bytesWritten = 0;
  /** Milliseconds; undefined until one was set. */
  timeout: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ remoteAddress, localPort, isEncrypted }: SocketAddresses, bytesRead = 0) {
    super();
    this.remoteAddress = remoteAddress;
    this.remoteFamily = remoteAddress.includes(':') ? 'IPv6' : 'IPv4';
    this.localPort = localPort;
    this.encrypted = isEncrypted;
    this.bytesRead = bytesRead;
  }

  // What the caller sends is read by the engine.
  override _read(): void {}

  override write(): never {
    throw notSupported('request.socket.write');
  }

  override end(...data: readonly unknown[]): this {
    if (data.length > 0 && typeof data[0] !== 'function') throw notSupported('request.socket.end');
    return this.destroy();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  destroySoon(): void {
    this.destroy();
  }

  resetAndDestroy(): this {
    return this.destroy();
  }

  get readyState(): string {
    return this.destroyed ? 'closed' : 'open';
  }

  address(): object {
    return { port: this.localPort };
  }

  /** Emits `timeout` after these milliseconds in which nothing was written. 0: never. */
  setTimeout(milliseconds: number, onTimeout?: () => void): this {
    if (onTimeout !== undefined) this.once('timeout', onTimeout);
    this.timeout = milliseconds;
    clearTimeout(this.#timer);
    this.#timer = milliseconds > 0 && !this.destroyed ? setTimeout(() => this.emit('timeout'), milliseconds).unref() : undefined;
    return this;
  }

  /** Counts what was written to the response, and starts the time until `timeout` again. */
  countWritten(bytes: number): void {
    this.bytesWritten += bytes;
    this.#timer?.refresh();
  }

  // Packages cannot change how the engine uses the connection. A process that waits for nothing else ends when the engine ends it.

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

rejectMissing(PackageSocket.prototype, 'request.socket', { like: TLSSocket.prototype, below: Duplex.prototype });
