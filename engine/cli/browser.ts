// Opens an address in the user's browser. The address contains a secret, so it is not passed as a process argument, which other users could list.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../sdk/html.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a browser window can be opened. */
export function hasDesktop(platform: NodeJS.Platform = process.platform, environment: Environment = process.env): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some((display) => display !== undefined && display !== '');
}

/** Writes a page to the data folder that redirects to the address, and opens it. Failures are ignored, since the address is printed as well. */
export function openInBrowser(dataDir: string, address: string): void {
  try {
    const [command, ...args] = openCommand(writeRedirectPage(dataDir, address));
    const child = spawn(command, args, { detached: true, stdio: 'ignore' });
    child.on('error', () => undefined);
    child.unref();
  } catch {
    // The page could not be written, so nothing is opened.
  }
}

function writeRedirectPage(dataDir: string, address: string): string {
  const file = join(dataDir, 'open.html');
  const draft = `${file}.${randomUUID()}`;
  const target = escapeHtml(address);
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${target}"><title>Millrace</title>\n`;
  writeFileSync(draft, page, { flag: 'wx', mode: 0o600 });
  renameSync(draft, file);
  return file;
}

function openCommand(file: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', file];
  return process.platform === 'win32' ? ['explorer.exe', file] : ['xdg-open', file];
}
