// RTK Query over the transport. Endpoints name a route by its method and path, and are typed by it.
import {
  createApi,
  type BaseQueryFn,
  type DefinitionType,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import { errorText } from '../i18n/error-text.ts';
import { transport, type RequestFailure, type TransportRequest } from '../transport/index.ts';
import type { Address, CallArgs, CallParts, CallResponse } from './routes.ts';

/** Metadata of a request. */
export interface RequestMeta {
  /** Sign-in counter when the request was sent; the response belongs to the user of that time. */
  readonly arrivals: number;
}

const arrivalsOf = (state: unknown): number => (state as { session?: { arrivals?: number } }).session?.arrivals ?? 0;

const baseQuery: BaseQueryFn<TransportRequest, unknown, RequestFailure, object, RequestMeta> = async (request, { signal, getState }) => {
  const meta = { arrivals: arrivalsOf(getState()) };
  const response = await transport.request({ ...request, signal });
  if ('data' in response) return { data: response.data, meta };
  return { error: { ...response.error, message: errorText(response.error) }, meta };
};

const tagTypes = [
  'Session',
  'Settings',
  'ModelPrices',
  'Users',
  'Workflows',
  'Workflow',
  'Folders',
  'Executions',
  'Tags',
  'Credentials',
  'NodeTypes',
  'ApiKey',
  'Assistant',
  'Vault',
  'Consents',
  'Packages',
  'Versions',
  'Variables',
] as const;

export const api = createApi({ baseQuery, tagTypes, endpoints: () => ({}) });

type Tag = (typeof tagTypes)[number];
type Query<A extends Address> = QueryDefinition<CallArgs<A>, typeof baseQuery, Tag, CallResponse<A>, 'api'>;
type Mutation<A extends Address> = MutationDefinition<CallArgs<A>, typeof baseQuery, Tag, CallResponse<A>, 'api'>;

/** Returns the endpoint that reads from a route. `tags`: those that its data provides. */
export const query = <A extends Address>(
  address: A,
  tags: NonNullable<Query<A>['providesTags']> = [],
  options: Pick<Query<A>, 'keepUnusedDataFor' | 'onQueryStarted' | 'structuralSharing'> = {},
): Query<A> => ({
  type: 'query' as DefinitionType.query,
  query: (args) => requestOf(address, args),
  providesTags: tags,
  ...options,
});

/** Returns the endpoint that changes something through a route. `tags`: those whose data is then fetched again. */
export const mutation = <A extends Address>(
  address: A,
  tags: NonNullable<Mutation<A>['invalidatesTags']> = [],
  options: Pick<TransportRequest, 'outlivesPage'> = {},
): Mutation<A> => ({
  type: 'mutation' as DefinitionType.mutation,
  query: (args) => ({ ...requestOf(address, args), ...options }),
  invalidatesTags: tags,
});

/** Builds the request of a call: inserts parameters and query into its path. */
export function requestOf<A extends Address>(address: A, args?: CallParts<A> | void): TransportRequest {
  const {
    params,
    query: fields,
    body,
  } = ((args as unknown) ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  const [method, template] = address.split(' ') as [string, string];
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) search.set(name, String(value));
  return { method, path: search.size === 0 ? path : `${path}?${search.toString()}`, ...(body === undefined ? {} : { body }) };
}

/**
 * Options of queries whose responses contain users' numbers. When RTK Query copies a response or reuses parts of the previous one, numbers that
 * JavaScript cannot represent lose their digits (`exact-numbers.ts`).
 */
export const withAllDigits = { structuralSharing: false } as const;
