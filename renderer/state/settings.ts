// The instance's settings, which are loaded before any screen, and the help pages they name.
import { useMemo } from 'react';
import type { Settings } from '../../engine/contract/rest/editor.ts';
import { editorApi } from '../api/editor.ts';

/** Throws if it is called before the start has finished. */
export function useSettings(): Settings {
  const { data } = editorApi.endpoints.settings.useQueryState();
  if (data === undefined) throw new Error('The settings are not loaded yet.');
  return data;
}

/** Whether a URL is a web page; other protocols would not open, or could run code. */
export const isWebPage = (address: unknown): address is string => typeof address === 'string' && /^https?:\/\/./.test(address);

/** Returns a function that returns the page's URL for a node; undefined if none is configured. `{node}` in the URL is replaced. */
export function nodeRequestOf({ help }: Partial<Pick<Settings, 'help'>>): ((node: string) => string) | undefined {
  const page = help?.requestNode;
  return isWebPage(page) ? (node) => page.replaceAll('{node}', () => encodeURIComponent(node)) : undefined;
}

/** Returns a function from a node's name to the URL of its request page; undefined if no page is configured. */
export function useNodeRequest(): ((node: string) => string) | undefined {
  const settings = useSettings();
  return useMemo(() => nodeRequestOf(settings), [settings]);
}

interface Help {
  /** Undefined if none is configured. */
  readonly documentation: string | undefined;
  /** Returns the URL for requests about a node type. */
  readonly requestFor: ((nodeType: string) => string) | undefined;
}

/** Returns the configured help pages; an empty object before the settings are loaded. */
export function useHelp(): Help {
  const { data } = editorApi.useSettingsQuery();
  return useMemo(() => {
    const documentation = data?.help?.documentation;
    return { documentation: isWebPage(documentation) ? documentation : undefined, requestFor: nodeRequestOf(data ?? {}) };
  }, [data]);
}
