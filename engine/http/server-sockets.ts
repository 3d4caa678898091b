// The ports of the server. They open and close while the rest of the server keeps running.
import type { Server as HttpListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../contract/errors.ts';
import type { ListenOptions } from '../contract/gateway.ts';
import { guarded } from '../workflow/values/guarded.ts';
import { respondToBrokenRequest } from './error-response.ts';

export interface ServerSocketsParts {
  /** Creates the listener of the whole server. */
  readonly newListener: () => HttpListener;
  /** The listener of webhooks alone and its port; none without. */
  readonly webhooks?: { readonly newListener: () => HttpListener; readonly port: number };
  /** Called with each listener before it listens. */
  readonly onNew: (listener: HttpListener) => void;
  /** Called before a connection is accepted, since webhooks contain their own address. */
  readonly onListening: (options: ListenOptions) => void;
}

interface Open {
  readonly options: ListenOptions;
  readonly listeners: readonly HttpListener[];
}

/** Milliseconds to finish responses when a listener closes. */
const LAST_RESPONSES = 1000;
const LOOK_EVERY = 10;

export class ServerSockets {
  readonly #parts: ServerSocketsParts;
  #open: Open | undefined;
  /** Calls follow each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ServerSocketsParts) {
    this.#parts = parts;
  }

  /** Where the server listens, with its actual port; undefined if it does not listen. */
  get address(): ListenOptions | undefined {
    return this.#open?.options;
  }

  /** Listens here instead of at the current address, which stays open if it fails. Returns the actual address. Throws PORT_TAKEN. */
  listen(options: ListenOptions): Promise<ListenOptions> {
    return this.#queued(async () => {
      const former = this.#open;
      // The same port on another interface is free only after the former listener is closed.
      const closed = this.#close();
      try {
        this.#open = await this.#opened(options);
      } catch (error) {
        if (former !== undefined) this.#open = await this.#opened(former.options);
        throw error;
      } finally {
        await closed;
      }
      return this.#open.options;
    });
  }

  /** Accepts no more connections; resolves when the open ones have received their response, at most a second later. */
  close(): Promise<void> {
    return this.#queued(() => this.#close());
  }

  #queued<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #opened({ host, port }: ListenOptions): Promise<Open> {
    const { newListener, webhooks, onNew, onListening } = this.#parts;
    const listeners: HttpListener[] = [];
    try {
      const created = (make: () => HttpListener): HttpListener => {
        const listener = make();
        onNew(listener);
        return listener;
      };
      const main = await listening(created(newListener), { host: host === 'localhost' ? '127.0.0.1' : host, port }, (actual) =>
        onListening({ host, port: actual }),
      );
      listeners.push(main);
      const options = { host, port: portOf(main) };
      // The name also means the address of IPv6, on computers that have it.
      if (host === 'localhost') listeners.push(...(await listeningIfPossible(created(newListener), { host: '::1', port: options.port })));
      if (webhooks !== undefined) listeners.push(await listening(created(webhooks.newListener), { host, port: webhooks.port }));
      return { options, listeners };
    } catch (error) {
      await Promise.all(listeners.map(closeListener));
      throw error;
    }
  }

  async #close(): Promise<void> {
    const { listeners } = this.#open ?? { listeners: [] };
    this.#open = undefined;
    await Promise.all(listeners.map(closeListener));
  }
}

const portOf = (listener: HttpListener): number => (listener.address() as AddressInfo).port;

async function listening(listener: HttpListener, options: ListenOptions, onListening?: (port: number) => void): Promise<HttpListener> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  listener.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, options)));
  listener.on(
    'clientError',
    guarded((_error, [, socket]) => socket.destroy(), respondToBrokenRequest),
  );
  listener.listen(options, () => {
    onListening?.(portOf(listener));
    resolve();
  });
  await promise;
  return listener;
}

const listeningIfPossible = (listener: HttpListener, options: ListenOptions): Promise<readonly HttpListener[]> =>
  listening(listener, options).then(
    (open) => [open],
    () => [],
  );

async function closeListener(listener: HttpListener): Promise<void> {
  const idle = setInterval(() => listener.closeIdleConnections(), LOOK_EVERY);
  const all = setTimeout(() => listener.closeAllConnections(), LAST_RESPONSES);
  await new Promise<void>((resolve) => void listener.close(() => resolve()));
  clearInterval(idle);
  clearTimeout(all);
}

function listenFailure(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  if (error.code === 'EADDRINUSE') {
    // Skips 5679, which other tools of this kind use.
    const next = port + 1 === 5679 ? port + 2 : port + 1;
    return new AppError('PORT_TAKEN', `The port ${port} is used by another program.`, {
      params: { port, next },
      hint: `Try another one: --port ${next}, or MILLRACE_PORT=${next}.`,
      cause: error,
    });
  }
  if (error.code === 'EACCES')
    return new AppError('PORT_TAKEN', `The port ${port} may not be used. Ports below 1024 require more rights.`, {
      params: { port },
      cause: error,
    });
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return new AppError('PORT_TAKEN', `This computer has no address "${host}" to listen on.`, { params: { host }, cause: error });
  }
  return error;
}
