// Where people ask for a node or a feature that is missing: a page of the instance's own choice.
import { useMemo } from 'react';
import type { Settings } from '../../engine/contract/rest/editor.ts';
import { useSettings } from './use-settings.ts';

/** Others would not open, or run something. */
export const isWebPage = (address: unknown): address is string => typeof address === 'string' && /^https?:\/\/./.test(address);

/** Returns the address of a page; undefined if the instance configures none. `{node}` in it is replaced. */
export function nodeRequestOf({ help }: Partial<Pick<Settings, 'help'>>): ((node: string) => string) | undefined {
  const page = help?.requestNode;
  return isWebPage(page) ? (node) => page.replaceAll('{node}', () => encodeURIComponent(node)) : undefined;
}

/** Makes the address of the page where something about a node is asked for, out of its name; undefined where there is no such page. */
export function useNodeRequest(): ((node: string) => string) | undefined {
  const settings = useSettings();
  return useMemo(() => nodeRequestOf(settings), [settings]);
}
