// The configured page where users request a missing node or feature.
import { useMemo } from 'react';
import type { Settings } from '../../engine/contract/rest/editor.ts';
import { useSettings } from './use-settings.ts';

/** Other protocols would not open, or could run code. */
export const isWebPage = (address: unknown): address is string => typeof address === 'string' && /^https?:\/\/./.test(address);

/** Returns the page's address; undefined if none is configured. `{node}` in it is replaced. */
export function nodeRequestOf({ help }: Partial<Pick<Settings, 'help'>>): ((node: string) => string) | undefined {
  const page = help?.requestNode;
  return isWebPage(page) ? (node) => page.replaceAll('{node}', () => encodeURIComponent(node)) : undefined;
}

/** Returns a function from a node's name to the address of its request page, which is undefined if no page is configured. */
export function useNodeRequest(): ((node: string) => string) | undefined {
  const settings = useSettings();
  return useMemo(() => nodeRequestOf(settings), [settings]);
}
