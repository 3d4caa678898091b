// The transport this editor uses.
import { createHttpTransport } from './http.ts';
import type { Transport } from './transport.ts';

export type { RequestFailure, Transport, TransportRequest } from './transport.ts';

/** A random string of 13 characters. */
function newSessionId(): string {
  const characters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return [...crypto.getRandomValues(new Uint8Array(13))].map((byte) => characters[byte % characters.length]).join('');
}

/** Base path of the editor's pages, with a trailing slash. */
export const basePath = new URL(document.baseURI).pathname;

const rest = document.querySelector('base')?.dataset['rest'] ?? 'rest';

export const transport: Transport = createHttpTransport({
  restUrl: new URL(`${rest}/`, document.baseURI).href,
  sessionId: newSessionId(),
});
