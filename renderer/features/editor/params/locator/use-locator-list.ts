// Loads the pages of a resource locator's list, with a debounced search.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { editorApi } from '../../../../api/editor.ts';
import { workflowsApi } from '../../../../api/workflows.ts';
import type { RequestFailure } from '../../../../transport/index.ts';
import { savedWorkflow, useOpenNode } from '../../open-node/index.ts';
import { useAwaited } from '../options/use-awaited.ts';
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
  readonly problem?: RequestFailure;
  /** What has to be chosen before the node can load the list. */
  readonly awaited?: string;
  /** Whether the list is loaded only with a filter, and the filter is still empty. */
  readonly needsFilter: boolean;
  readonly filter: string;
  readonly search: (filter: string) => void;
  readonly more: () => void;
  readonly refresh: () => void;
  /**
   * Creates a resource with this name. Resolves with the resource; with undefined if that failed (see `problem`), or if the node's code does not
   * identify it. Absent if the list cannot create resources.
   */
  readonly create?: (name: string) => Promise<LocatorResult | undefined>;
}

/** Debounce delay of the search, in milliseconds. */
const DELAY = 1000;

export function useLocatorList(property: NodeProperty, path: string, mode: LocatorMode | undefined, isOpen: boolean): LocatorList {
  const view = useOpenNode();
  const { node, allParameters } = view;
  // Requests use the parameters as of the time of the request.
  const latest = useRef(view);
  latest.current = view;
  const [filter, setFilter] = useState('');
  const options = mode?.typeOptions;
  const needsFilter = options?.searchFilterRequired === true && filter.trim() === '';
  const ownAwaited = useAwaited(property, path);
  // The list of workflows is not the node's.
  const awaited = property.type === 'workflowSelector' ? undefined : ownAwaited;
  const isWaiting = needsFilter || awaited !== undefined;
  const depends = JSON.stringify([dependencies(property, path, allParameters), node.credentials ?? {}, node.type]);

  const loaded = usePages(latest, property, path, options, depends);
  const { pages, setPages, isLoading, problem, load } = loaded;
  useOpened(isOpen, isWaiting, filter, load, setPages);

  const create = async (name: string): Promise<LocatorResult | undefined> => {
    const method = options?.allowNewResource?.method ?? '';
    const { result, problem: reason } = await loaded.during(() => requestNew(latest.current, path, method, name));
    // The list contains it from now on.
    loaded.isRefreshed.current = true;
    if (result === undefined && reason === undefined) await load(filter, undefined);
    return result;
  };

  const token = pages.at(-1)?.paginationToken;
  return {
    results: isWaiting ? [] : pages.flatMap((page) => page.results),
    isLoading: isLoading && awaited === undefined,
    hasMore: token !== undefined,
    needsFilter,
    filter,
    search: setFilter,
    more: () => {
      if (!isLoading && token !== undefined) void load(filter, token);
    },
    refresh: () => {
      loaded.isRefreshed.current = true;
      setPages([]);
      if (!isWaiting) void load(filter, undefined);
    },
    ...(awaited === undefined ? {} : { awaited }),
    ...(problem === undefined || awaited !== undefined ? {} : { problem }),
    ...(typeof options?.allowNewResource?.method === 'string' && awaited === undefined ? { create } : {}),
  };
}

/** The pages that were loaded. Results for other values of `depends` are dropped. */
function usePages(
  latest: RefObject<ReturnType<typeof useOpenNode>>,
  property: NodeProperty,
  path: string,
  options: LocatorMode['typeOptions'],
  depends: string,
) {
  const [pages, setPages] = useState<readonly Page[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<RequestFailure>();
  const requestNumber = useRef(0);
  // After a refresh, cached results are ignored.
  const isRefreshed = useRef(false);
  const load = useCallback(
    async (text: string, token: string | undefined) => {
      const number = ++requestNumber.current;
      setIsLoading(true);
      setProblem(undefined);
      const { data, error } = await requestPage(latest.current, { property, path, options, isRefreshed: isRefreshed.current, text, token });
      // A later request has been sent.
      if (number !== requestNumber.current) return;
      setIsLoading(false);
      if (data === undefined) setProblem(error ?? { code: 'UNREADABLE', message: '', status: 0 });
      else setPages((before) => (token === undefined ? [data] : [...before, data]));
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the relevant parameters are part of `depends`
    [property, path, options, depends],
  );

  useEffect(() => setPages([]), [depends]);

  /** Makes another request, whose problem replaces that of the list. */
  const during = async <T extends { readonly problem?: RequestFailure }>(request: () => Promise<T>): Promise<T> => {
    setIsLoading(true);
    setProblem(undefined);
    const response = await request();
    setIsLoading(false);
    setProblem(response.problem);
    return response;
  };
  return { pages, setPages, isLoading, problem, isRefreshed, load, during };
}

/** Loads the first page when the list opens, when the filter changes, and again if the previous request failed. */
function useOpened(
  isOpen: boolean,
  isWaiting: boolean,
  filter: string,
  load: (text: string, token: string | undefined) => Promise<void>,
  setPages: (pages: readonly Page[]) => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    if (isWaiting) {
      setPages([]);
      return undefined;
    }
    const timer = setTimeout(() => void load(filter, undefined), filter === '' ? 0 : DELAY);
    return () => clearTimeout(timer);
  }, [isOpen, filter, isWaiting, load, setPages]);
}

interface PageRequest {
  readonly property: NodeProperty;
  readonly path: string;
  readonly options: LocatorMode['typeOptions'];
  readonly isRefreshed: boolean;
  readonly text: string;
  readonly token: string | undefined;
}

interface PageResponse {
  readonly data?: Page;
  readonly error?: RequestFailure;
}

async function requestPage(view: ReturnType<typeof useOpenNode>, request: PageRequest): Promise<PageResponse> {
  const { property, path, options, isRefreshed, text, token } = request;
  const { editor, node, parameters } = view;
  if (property.type === 'workflowSelector') return requestWorkflows(view, request);
  const query = {
    nodeTypeAndVersion: JSON.stringify({ name: node.type, version: node.typeVersion }),
    path,
    ...(options?.searchListMethod === undefined ? {} : { methodName: options.searchListMethod }),
    ...(options?.searchList === undefined ? {} : { searchList: JSON.stringify(options.searchList) }),
    currentNodeParameters: JSON.stringify(parameters),
    credentials: JSON.stringify(node.credentials ?? {}),
    ...savedWorkflow(editor),
    ...(text === '' ? {} : { filter: text }),
    ...(token === undefined ? {} : { paginationToken: token }),
  };
  return (await editor.dispatch(
    editorApi.endpoints.listSearch.initiate({ query }, { forceRefetch: isRefreshed, subscribe: false }),
  )) as PageResponse;
}

/** Has the node's code make a resource. It returns the value, or the whole locator. */
async function requestNew(
  { editor, node, parameters }: ReturnType<typeof useOpenNode>,
  path: string,
  handler: string,
  name: string,
): Promise<{ readonly result?: LocatorResult; readonly problem?: RequestFailure }> {
  const body = {
    nodeTypeAndVersion: { name: node.type, version: node.typeVersion },
    path,
    currentNodeParameters: parameters,
    credentials: node.credentials ?? {},
    ...savedWorkflow(editor),
    handler,
    payload: { name },
  };
  const { data, error } = await editor.dispatch(editorApi.endpoints.nodeAction.initiate({ body }, { track: false }));
  if (error !== undefined) return { problem: error as RequestFailure };
  const value = isRecord(data) ? data['value'] : data;
  return typeof value === 'string' || typeof value === 'number' ? { result: { name, value } } : {};
}

async function requestWorkflows({ editor }: ReturnType<typeof useOpenNode>, { text, isRefreshed }: PageRequest): Promise<PageResponse> {
  const { data, error } = (await editor.dispatch(
    workflowsApi.endpoints.listWorkflows.initiate({ query: {} }, { forceRefetch: isRefreshed, subscribe: false }),
  )) as { data?: readonly { id: string; name: string }[]; error?: RequestFailure };
  if (data === undefined) return error === undefined ? {} : { error };
  const matches = data.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return { data: { results: matches.map(({ id, name }) => ({ name, value: id, url: `/workflow/${id}` })) } };
}
