// Returns the default data folder: the platform's folder for application data.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Returns the absolute path of the default data folder. MILLRACE_DATA_DIR overrides it; otherwise N8N_USER_FOLDER sets its parent folder. */
export function defaultDataDir(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const { MILLRACE_DATA_DIR: own, N8N_USER_FOLDER: user, APPDATA: roaming, XDG_DATA_HOME: xdg } = environment;
  if (own) return resolve(own);
  if (user) return join(resolve(user), '.millrace');
  if (platform === 'win32') return join(roaming || join(home, 'AppData', 'Roaming'), 'Millrace');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Millrace');
  // Relative XDG paths are ignored, as the XDG base directory specification requires.
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'millrace');
}
