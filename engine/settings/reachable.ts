// Whether the settings open the instance to other computers.
import { isLoopback } from './lan-addresses.ts';
import type { ServerSettings } from './table.ts';

/** Whether other computers can reach the editor: directly, through a proxy, or by a host name of its own. */
export function isShared({
  host,
  hosts,
  proxyHops,
  editorUrl,
}: Pick<ServerSettings, 'host' | 'hosts' | 'proxyHops' | 'editorUrl'>): boolean {
  const names = [host, ...hosts, ...(editorUrl === '' ? [] : [new URL(editorUrl).hostname])];
  return proxyHops > 0 || names.some((name) => !isLoopback(name));
}

/** Whether other computers can reach the editor or webhooks. */
export function isReachable(settings: ServerSettings): boolean {
  const names = [settings.webhookHost, URL.parse(settings.webhookUrl)?.hostname ?? ''];
  return isShared(settings) || names.some((name) => name !== '' && !isLoopback(name));
}
