// Permissions of pages. Electron grants everything unless a handler denies it; Chromium gets the result before a page is loaded.
import type { CDPSession } from 'playwright-core';

/** Called when a page uses a permission. */
type RequestHandler = (contents: object, permission: string, callback: (isGranted: boolean) => void, details: object) => void;
/** Called when a page asks whether it has one. */
type CheckHandler = (contents: object, permission: string, origin: string, details: object) => boolean;

const chromiumNames: Readonly<Record<string, readonly string[]>> = {
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  geolocation: ['geolocation'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  notifications: ['notifications'],
};

let request: RequestHandler | null = null;
let check: CheckHandler | null = null;

export const setRequestHandler = (handler: RequestHandler | null): void => void (request = handler);
export const setCheckHandler = (handler: CheckHandler | null): void => void (check = handler);

/** `seen` is the page's address as the application sees it, `loaded` the one in Chromium. */
export async function setPermissions(devtools: CDPSession, contents: object, seen: string, loaded: string): Promise<void> {
  if (!/^https?:/.test(loaded)) return;
  const { origin } = new URL(loaded);
  // Long responses come from a server of the stand-in. Older browsers do not ask for this permission.
  await devtools
    .send('Browser.setPermission', { permission: { name: 'loopback-network' }, setting: 'granted', origin })
    .catch(() => undefined);
  for (const [permission, names] of Object.entries(chromiumNames)) {
    const setting = (await isGranted(contents, permission, seen)) ? 'granted' : 'denied';
    for (const name of names) await devtools.send('Browser.setPermission', { permission: { name }, setting, origin });
  }
}

function isGranted(contents: object, permission: string, url: string): boolean | Promise<boolean> {
  const details = { requestingUrl: url, isMainFrame: true };
  if (check?.(contents, permission, url, details) === false) return false;
  const asked = request;
  return asked === null || new Promise((resolve) => asked(contents, permission, resolve, details));
}
