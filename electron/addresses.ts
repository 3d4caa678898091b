// Which addresses the application opens: its own pages in its windows, some others in the system's programs.
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
