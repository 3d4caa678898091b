// The transport that this editor uses.
import { bridge } from './bridge.ts';
import { createHttpTransport } from './http.ts';
import { createIpcTransport } from './ipc.ts';
import type { Transport } from './transport.ts';

export type { RequestFailure, Transport, TransportRequest } from './transport.ts';

/** Returns a random string of 13 characters. */
function newSessionId(): string {
  const characters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return [...crypto.getRandomValues(new Uint8Array(13))].map((byte) => characters[byte % characters.length]).join('');
}

/** Base path of the editor's pages, with a trailing slash. */
export const basePath = new URL(document.baseURI).pathname;

const rest = document.querySelector('base')?.dataset['rest'] ?? 'rest';

const options = { restUrl: new URL(`${rest}/`, document.baseURI).href, sessionId: newSessionId() };

export const transport: Transport = bridge === undefined ? createHttpTransport(options) : createIpcTransport({ ...options, bridge });
