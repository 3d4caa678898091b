// A response that package code continues to write after its webhook has returned, such as a stream of events.
import type { StreamedWebhookReply, WebhookReply } from '../../sdk/index.ts';

/** Bytes of a response that may wait for a slow caller; then the code that writes it waits. */
const AHEAD = 256 * 1024;

export class StreamedReply {
  readonly #started = Promise.withResolvers<StreamedWebhookReply>();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Lets the writer continue. */
  #resume: (() => void) | undefined;

  /** Resolves once the response has started; its body is a stream. */
  get started(): Promise<StreamedWebhookReply> {
    return this.#started.promise;
  }

  /** `onGone`: called if the caller disconnects before the end. */
  begin({ status, headers = {} }: WebhookReply, onGone: () => void): void {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#resume?.(),
        cancel: () => {
          this.#controller = undefined;
          this.#resume?.();
          onGone();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: AHEAD }),
    );
    this.#started.resolve({ status, headers, body });
  }

  /** Resolves when the next part can follow: once the caller has received enough of what was written, or has disconnected. */
  async write(bytes: Uint8Array): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resume = resolve;
    this.#controller?.enqueue(bytes);
    if (this.#controller !== undefined && (this.#controller.desiredSize ?? 0) <= 0) await promise;
  }

  /** `error`: why the response is not complete. */
  end(error?: unknown): void {
    if (error === undefined) this.#controller?.close();
    else this.#controller?.error(error);
    this.#controller = undefined;
    this.#resume?.();
  }
}
