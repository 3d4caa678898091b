// Which pages may call the application, and which addresses it opens: its own in its windows, some others in the system's programs.
import type { WebFrameMain } from 'electron';
import { desktopOrigin } from '../engine/contract/desktop.ts';

/** Whether an address belongs to the editor's pages. */
export function isOwnPage(address: string): boolean {
  const url = URL.parse(address);
  // The origin of other schemes is "null" outside of Chromium.
  return url !== null && `${url.protocol}//${url.host}` === desktopOrigin;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the system's browser or mail program may open an address that a page asks for. Other schemes start programs. */
export function mayOpenOutside(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' || url.protocol === 'mailto:') return true;
  return url.protocol === 'http:' && loopback.has(url.hostname);
}

/**
 * Resolves a path below `/rest/` with its query. Returns undefined if it leads elsewhere. It is resolved as an HTTP address, because the engine reads
 * it as one: there, a backslash is a slash.
 */
export function restPath(path: string): string | undefined {
  const { pathname, search } = new URL(`rest/${path.replace(/^\/+/, '')}`, 'http://localhost/');
  return pathname.startsWith('/rest/') ? `${pathname}${search}` : undefined;
}

/** Whether a message comes from the top frame of one of our pages. */
export function isOwnSender(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === desktopOrigin;
}

/** Throws if a message did not come from the top frame of one of our pages. */
export function assertOwnSender(frame: WebFrameMain | null): void {
  if (!isOwnSender(frame)) throw new Error('The call was refused, because it did not come from a page of Millrace.');
}
