// The modules `protocol`, `session` and `net`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import mime from 'mime';
import { app } from './app.ts';
import { openContext } from './chromium.ts';
import { setCheckHandler, setRequestHandler } from './permissions.ts';
import { Guarded, guard, recorder } from './record.ts';
import { ClientRequest, type ClientRequestOptions } from './client-request.ts';
import { createProtocol } from './schemes.ts';
import { webRequest } from './web-request.ts';

export const protocol = createProtocol(() => app.isReady());

export interface CookieDetails {
  readonly url: string;
  readonly name?: string;
  readonly value?: string;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
}

const context = (): ReturnType<typeof openContext> => openContext(app.getPath('userData'));

const cookies = guard('session.cookies', {
  get: async ({ url, name }: { readonly url?: string; readonly name?: string } = {}) =>
    (await (await context()).cookies(url)).filter((cookie) => name === undefined || cookie.name === name),
  set: async ({ url, name = '', value = '', httpOnly = false, secure = false }: CookieDetails) =>
    (await context()).addCookies([{ url, name, value, httpOnly, secure }]),
  remove: async (_url: string, name: string) => (await context()).clearCookies({ name }),
});

export class Session extends Guarded {
  readonly protocol = protocol;
  readonly webRequest = webRequest;
  readonly cookies = cookies;
  setPermissionRequestHandler = setRequestHandler;
  setPermissionCheckHandler = setCheckHandler;
  setDevicePermissionHandler = recorder('session.setDevicePermissionHandler');
  setCertificateVerifyProc = recorder('session.setCertificateVerifyProc');
  setSpellCheckerEnabled = recorder('session.setSpellCheckerEnabled');
  setSpellCheckerLanguages = recorder('session.setSpellCheckerLanguages');
  fetch = (url: string, init?: RequestInit): Promise<Response> => fetch(url, init);
  isPersistent = (): boolean => true;

  async clearStorageData(): Promise<void> {
    await (await context()).clearCookies();
  }
}

const defaultSession = new Session('session', []);
export const session = guard('session', { defaultSession, fromPartition: () => defaultSession });

export const net = guard('net', {
  online: true,
  isOnline: () => true,
  request: (options: ClientRequestOptions) => new ClientRequest(options),
  fetch: async (url: string, init?: RequestInit): Promise<Response> => {
    if (!url.startsWith('file:')) return fetch(url, init);
    const path = fileURLToPath(url);
    return new Response(new Uint8Array(await readFile(path)), { headers: { 'content-type': mime.getType(path) ?? 'text/plain' } });
  },
});
