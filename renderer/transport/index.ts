// The transport of this editor.
import { createHttpTransport } from './http.ts';
import type { Transport } from './transport.ts';

export type { RequestFailure, Transport, TransportRequest } from './transport.ts';

/** A random text of 13 characters. */
function newSessionId(): string {
  const characters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return [...crypto.getRandomValues(new Uint8Array(13))].map((byte) => characters[byte % characters.length]).join('');
}

/** Path under which the editor's pages stand, with a slash at the end. */
export const basePath = new URL(document.baseURI).pathname;

const rest = document.querySelector('base')?.dataset['rest'] ?? 'rest';

export const transport: Transport = createHttpTransport({
  restUrl: new URL(`${rest}/`, document.baseURI).href,
  sessionId: newSessionId(),
});
