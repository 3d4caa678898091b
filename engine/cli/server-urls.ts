// Addresses of the server that uses a data folder, for what runs of the command line print and send.
import { DOOR, type LocalDoor } from '../services/accounts/index.ts';
import { InstanceAddresses } from '../settings/addresses.ts';
import type { ServerSettings } from '../settings/table.ts';
import { isServerRunning, storedSetting } from '../store/index.ts';

interface ServerUrls {
  /** URL of the editor for links to other people. Both URLs end with a slash. */
  readonly editor: string;
  readonly webhooks: string;
}

/**
 * Returns the addresses of the running server, whose host and port may come from its own options and environment; without one, those that the
 * settings lead to.
 */
export function serverUrls(settings: ServerSettings, dataDir: string): ServerUrls {
  const door = isServerRunning(dataDir) ? (storedSetting(dataDir, DOOR) as LocalDoor | undefined) : undefined;
  const addresses = new InstanceAddresses(settings);
  return { editor: door?.sharedUrl ?? addresses.editor('others').url, webhooks: door?.webhookUrl ?? addresses.webhooks.url };
}
