// A response that package code goes on writing after its webhook has returned, such as a stream of events.
import type { StreamedWebhookReply, WebhookReply } from '../../sdk/index.ts';

export class StreamedReply {
  readonly #begun = Promise.withResolvers<StreamedWebhookReply>();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** Resolves once the response has begun; its body is a stream. */
  get begun(): Promise<StreamedWebhookReply> {
    return this.#begun.promise;
  }

  /** `onGone`: called if the caller disconnects before the end. */
  begin({ status, headers = {} }: WebhookReply, onGone: () => void): void {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => {
        this.#controller = undefined;
        onGone();
      },
    });
    this.#begun.resolve({ status, headers, body });
  }

  write(bytes: Uint8Array): void {
    this.#controller?.enqueue(bytes);
  }

  /** `error`: why the response is not complete. */
  end(error?: unknown): void {
    if (error === undefined) this.#controller?.close();
    else this.#controller?.error(error);
    this.#controller = undefined;
  }
}
