// Open streams of the older transport: responses to messages are sent in the stream of their session.
import { randomUUID } from 'node:crypto';

/** Maximum number of streams that are open at the same time. */
const MAX_SESSIONS = 1000;

const bytesOf = (event: string, data: string): Uint8Array => new TextEncoder().encode(`event: ${event}\ndata: ${data}\n\n`);

class Sessions {
  /** By the owner of the session, which is a node, and the id. */
  readonly #streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>();

  /**
   * Opens a stream, whose first event is the address for messages. Undefined if too many are open. `signal`: closes the stream; `addressOf`: returns
   * the address for a session.
   */
  open(owner: string, signal: AbortSignal, addressOf: (session: string) => string): ReadableStream<Uint8Array> | undefined {
    if (this.#streams.size >= MAX_SESSIONS) return undefined;
    const session = randomUUID();
    const key = keyOf(owner, session);
    const close = (): void => {
      const stream = this.#streams.get(key);
      this.#streams.delete(key);
      stream?.close();
    };
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#streams.set(key, controller);
        signal.addEventListener('abort', close, { once: true });
        controller.enqueue(bytesOf('endpoint', addressOf(session)));
      },
      cancel: () => {
        signal.removeEventListener('abort', close);
        this.#streams.delete(key);
      },
    });
  }

  has(owner: string, session: string): boolean {
    return this.#streams.has(keyOf(owner, session));
  }

  /** Sends a message, unless the caller has disconnected. */
  send(owner: string, session: string, message: unknown): void {
    this.#streams.get(keyOf(owner, session))?.enqueue(bytesOf('message', JSON.stringify(message)));
  }
}

const keyOf = (owner: string, session: string): string => JSON.stringify([owner, session]);

export const sessions = new Sessions();
