// Finds Electron's binary. Electron's own module must not be asked: it downloads the binary.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const installed = join(import.meta.dirname, '../../node_modules/electron');

/** Returns its path, or undefined if it is not there. */
export function electronBinary(): string | undefined {
  const nameFile = join(installed, 'path.txt');
  if (!existsSync(nameFile)) return undefined;
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(installed, 'dist');
  const path = join(folder, readFileSync(nameFile, 'utf8'));
  return existsSync(path) ? path : undefined;
}
