// The module `protocol`. Chromium knows no schemes of ours: `app://host/path` is loaded as `https://host.app.electron-double.test/path`.
import type { CustomScheme } from 'electron';
import { guard } from './record.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const suffix = '.electron-double.test';
const declared = new Set<string>();
const handlers = new Map<string, Handler>();

export const handlerOf = (scheme: string): Handler | undefined => handlers.get(scheme);

/** The address that Chromium loads. */
export function toChromium(address: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address);
  const scheme = protocol.slice(0, -1);
  if (!declared.has(scheme) && !handlers.has(scheme)) return address;
  return `https://${host}.${scheme}${suffix}${pathname || '/'}${search}${hash}`;
}

/** The address that the application sees. */
export function fromChromium(address: string): string {
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, search, hash } = new URL(address);
  const found = hostname.endsWith(suffix) ? /^(.*)\.([^.]+)$/.exec(hostname.slice(0, -suffix.length)) : null;
  return found === null ? address : `${found[2] ?? ''}://${found[1] ?? ''}${pathname}${search}${hash}`;
}

/** The origin that the application sees; `null` is an opaque one. */
export function originOf(address: string): string {
  if (address.startsWith('file:')) return 'file://';
  const seen = fromChromium(address);
  return /^[a-z][\w+.-]*:\/\/[^/?#]+/i.exec(seen)?.[0] ?? 'null';
}

export function createProtocol(isReady: () => boolean): object {
  return guard('protocol', {
    registerSchemesAsPrivileged: (list: readonly CustomScheme[]) => {
      if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      for (const { scheme } of list) declared.add(scheme);
    },
    handle: (scheme: string, handler: Handler) => {
      if (!isReady()) throw new Error('protocol.handle was called before app is ready');
      if (handlers.has(scheme)) throw new Error(`The scheme has been intercepted or registered: ${scheme}`);
      handlers.set(scheme, handler);
    },
  });
}
