// Limits for every page of the application: permissions, navigation, new windows and addresses opened outside.
import { app, session, shell, type Session, type WebContents } from 'electron';
import { isOwnPage, mayOpenOutside } from './trust.ts';
import { preloadFile } from './places.ts';
import { ownLook } from './windows/look.ts';

/** Permissions of our own pages, which copy and paste nodes. Everything else is denied. */
const granted: ReadonlySet<string> = new Set(['clipboard-read', 'clipboard-sanitized-write']);

/** Preferences of every window. */
export const safePreferences = {
  preload: preloadFile,
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
} as const;

/** Guards every page that is created from now on. */
export function guardPages(): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

/** Call it when the application is ready. */
export function denyPermissions({ defaultSession }: { readonly defaultSession: Session } = session): void {
  defaultSession.setPermissionRequestHandler((_contents, permission, respond, { requestingUrl, isMainFrame }) =>
    respond(granted.has(permission) && isMainFrame && isOwnPage(requestingUrl)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => granted.has(permission) && isOwnPage(origin));
  defaultSession.setDevicePermissionHandler(() => false);
}

/** Opens an address in the system's browser or mail program, if it is allowed. */
export function openOutside(address: string): void {
  if (mayOpenOutside(address)) void shell.openExternal(address).catch(() => undefined);
}

function guard(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (event.isMainFrame && !isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !isOwnPage(event.url) && !isInline(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isOwnPage(url)) return { action: 'allow', overrideBrowserWindowOptions: { ...ownLook(), webPreferences: safePreferences } };
    openOutside(url);
    return { action: 'deny' };
  });
}

/** Frames that show results of nodes. */
const isInline = (address: string): boolean => /^(?:about:srcdoc|about:blank|blob:app:\/\/millrace\/)/.test(address);
