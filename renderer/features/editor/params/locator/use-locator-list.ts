// Loads the pages of a resource locator's list, with a debounced search.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { editorApi } from '../../../../api/editor.ts';
import { workflowsApi } from '../../../../api/workflows.ts';
import type { RequestFailure } from '../../../../transport/index.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { dependencies } from '../options/use-remote-options.ts';
import type { LocatorMode } from './locator.ts';

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
  /** Whether the list is only loaded with a filter, which is still empty. */
  readonly needsFilter: boolean;
  readonly filter: string;
  readonly search: (filter: string) => void;
  readonly more: () => void;
  readonly refresh: () => void;
}

/** Debounce delay of the search, in milliseconds. */
const DELAY = 1000;

export function useLocatorList(property: NodeProperty, path: string, mode: LocatorMode | undefined, isOpen: boolean): LocatorList {
  const view = useOpenNode();
  const { node, allParameters, editor } = view;
  // Requests use the parameters at the time of the request.
  const latest = useRef(view);
  latest.current = view;
  const [filter, setFilter] = useState('');
  const [pages, setPages] = useState<readonly Page[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const asked = useRef(0);
  // After a refresh, cached results are ignored.
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
      // A later request has been sent.
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
    // oxlint-disable-next-line react/exhaustive-deps -- the relevant parameters are part of `depends`
    [property, path, options, depends],
  );

  // Results for other parameter values are dropped.
  useEffect(() => setPages([]), [depends]);

  // Loads when the list opens, and again if the previous request failed.
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
