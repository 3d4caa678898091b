// Addresses of the server that uses a data folder, for what runs of the command line print and send.
import { ADDRESS_SETTING, type LocalAddress } from '../services/accounts/index.ts';
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
  const gateway = isServerRunning(dataDir) ? (storedSetting(dataDir, ADDRESS_SETTING) as LocalAddress | undefined) : undefined;
  const addresses = new InstanceAddresses(settings);
  return { editor: gateway?.sharedUrl ?? addresses.editor('others').url, webhooks: gateway?.webhookUrl ?? addresses.webhooks.url };
}
