// An answer to the caller of a webhook.
import type { BinaryEntry } from '../contract/run-data.ts';

export interface WebhookReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text and bytes as they are; an entry is streamed from the binary store. */
  readonly body?: string | Uint8Array | BinaryEntry;
}
