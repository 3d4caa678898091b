// The list of a resource locator: pages that the server asks the node for, searched with a delay.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { editorApi } from '../../../api/editor.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import type { RequestFailure } from '../../../transport/index.ts';
import { useOpenNode } from '../open-node/index.ts';
import type { LocatorMode } from './locator.ts';
import { dependencies } from './use-remote-options.ts';

export interface LocatorResult {
  readonly name: string;
  readonly value: string | number;
  readonly url?: string | undefined;
}

interface Page {
  readonly results: readonly LocatorResult[];
  readonly paginationToken?: string | undefined;
}

export interface LocatorList {
  readonly results: readonly LocatorResult[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly problem?: string;
  /** A filter must be given before anything is asked for. */
  readonly needsFilter: boolean;
  readonly filter: string;
  readonly search: (filter: string) => void;
  readonly more: () => void;
  readonly refresh: () => void;
}

/** Milliseconds after the last key before the server is asked. */
const DELAY = 1000;

export function useLocatorList(property: NodeProperty, path: string, mode: LocatorMode | undefined, isOpen: boolean): LocatorList {
  const view = useOpenNode();
  const { node, allParameters, editor } = view;
  // What is asked with is of the time of asking.
  const latest = useRef(view);
  latest.current = view;
  const [filter, setFilter] = useState('');
  const [pages, setPages] = useState<readonly Page[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const asked = useRef(0);
  // What was kept from before counts no more once it was asked for anew.
  const isRefreshed = useRef(false);
  const options = mode?.typeOptions;
  const needsFilter = options?.searchFilterRequired === true && filter.trim() === '';
  const depends = JSON.stringify([dependencies(property, path, allParameters), node.credentials ?? {}, node.type]);

  const load = useCallback(
    async (text: string, token: string | undefined) => {
      const number = ++asked.current;
      setIsLoading(true);
      setProblem(undefined);
      const { data, error } = await ask();
      // A later question was asked meanwhile.
      if (number !== asked.current) return;
      setIsLoading(false);
      if (data === undefined) setProblem((error as RequestFailure | undefined)?.message ?? '');
      else setPages((before) => (token === undefined ? [data] : [...before, data]));

      async function ask(): Promise<{ data?: Page; error?: unknown }> {
        if (property.type === 'workflowSelector') return workflows(text);
        const query = {
          nodeTypeAndVersion: JSON.stringify({ name: node.type, version: node.typeVersion }),
          path,
          ...(options?.searchListMethod === undefined ? {} : { methodName: options.searchListMethod }),
          ...(options?.searchList === undefined ? {} : { searchList: JSON.stringify(options.searchList) }),
          currentNodeParameters: JSON.stringify(latest.current.parameters),
          credentials: JSON.stringify(latest.current.node.credentials ?? {}),
          ...(text === '' ? {} : { filter: text }),
          ...(token === undefined ? {} : { paginationToken: token }),
        };
        return (await editor.dispatch(
          editorApi.endpoints.listSearch.initiate({ query }, { forceRefetch: isRefreshed.current, subscribe: false }),
        )) as {
          data?: Page;
          error?: unknown;
        };
      }
      async function workflows(part: string): Promise<{ data?: Page; error?: unknown }> {
        const answer = (await editor.dispatch(
          workflowsApi.endpoints.listWorkflows.initiate({ query: {} }, { forceRefetch: isRefreshed.current, subscribe: false }),
        )) as {
          data?: readonly { id: string; name: string }[];
          error?: unknown;
        };
        if (answer.data === undefined) return { error: answer.error };
        const found = answer.data.filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()));
        return { data: { results: found.map(({ id, name }) => ({ name, value: id, url: `/workflow/${id}` })) } };
      }
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the parameters that count are in `depends`
    [property, path, options, depends],
  );

  // What was loaded for other values is nothing to choose from.
  useEffect(() => setPages([]), [depends]);

  // Asked for when the list opens, and again when it opened in vain.
  useEffect(() => {
    if (!isOpen) return;
    if (needsFilter) {
      setPages([]);
      return;
    }
    const timer = setTimeout(() => void load(filter, undefined), filter === '' ? 0 : DELAY);
    return () => clearTimeout(timer);
  }, [isOpen, filter, needsFilter, load]);

  const token = pages.at(-1)?.paginationToken;
  return {
    results: needsFilter ? [] : pages.flatMap((page) => page.results),
    isLoading,
    hasMore: token !== undefined,
    needsFilter,
    filter,
    search: setFilter,
    more: () => {
      if (!isLoading && token !== undefined) void load(filter, token);
    },
    refresh: () => {
      isRefreshed.current = true;
      setPages([]);
      if (!needsFilter) void load(filter, undefined);
    },
    ...(problem === undefined ? {} : { problem }),
  };
}
