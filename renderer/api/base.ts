// RTK Query over the transport. Endpoints are built from the contract's routes and typed by them.
import {
  createApi,
  type BaseQueryFn,
  type DefinitionType,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import type { ResponseOf, BodyOf, ParamsOf, QueryOf, RouteSpec } from '../../engine/contract/rest/route.ts';
import { errorText } from '../i18n/error-text.ts';
import { transport, type RequestFailure, type TransportRequest } from '../transport/index.ts';

type Part<K extends string, T> = T extends undefined ? { readonly [key in K]?: undefined } : { readonly [key in K]: T };

type CallParts<S extends RouteSpec> = Part<'params', ParamsOf<S>> & Part<'query', QueryOf<S>> & Part<'body', BodyOf<S>>;

/** Arguments of a call: the parts that its route declares. May be omitted if it declares none. */
export type CallArgs<S extends RouteSpec> = object extends CallParts<S> ? void : CallParts<S>;

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
  'Users',
  'Workflows',
  'Workflow',
  'Executions',
  'Tags',
  'Credentials',
  'NodeTypes',
  'ApiKey',
  'Vault',
  'Consents',
  'Packages',
] as const;

export const api = createApi({ baseQuery, tagTypes, endpoints: () => ({}) });

type Query<S extends RouteSpec> = QueryDefinition<CallArgs<S>, typeof baseQuery, (typeof tagTypes)[number], ResponseOf<S>, 'api'>;
type Mutation<S extends RouteSpec> = MutationDefinition<CallArgs<S>, typeof baseQuery, (typeof tagTypes)[number], ResponseOf<S>, 'api'>;

/** Returns the endpoint that reads from a route. `tags`: those that its data provides. */
export const query = <S extends RouteSpec>(
  route: S,
  tags: NonNullable<Query<S>['providesTags']> = [],
  options: Pick<Query<S>, 'keepUnusedDataFor' | 'onQueryStarted' | 'structuralSharing'> = {},
): Query<S> => ({
  type: 'query' as DefinitionType.query,
  query: (args) => requestOf(route, args),
  providesTags: tags,
  ...options,
});

/** Returns the endpoint that changes something through a route. `tags`: those whose data is then fetched again. */
export const mutation = <S extends RouteSpec>(route: S, tags: NonNullable<Mutation<S>['invalidatesTags']> = []): Mutation<S> => ({
  type: 'mutation' as DefinitionType.mutation,
  query: (args) => requestOf(route, args),
  invalidatesTags: tags,
});

/** Builds the request of a call: inserts parameters and query into its path. */
export function requestOf<S extends RouteSpec>(spec: S, args?: CallParts<S> | void): TransportRequest {
  const {
    params,
    query: fields,
    body,
  } = (args ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  const path = spec.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) search.set(name, String(value));
  return { method: spec.method, path: search.size === 0 ? path : `${path}?${search.toString()}`, ...(body === undefined ? {} : { body }) };
}

/**
 * Options of queries whose responses contain users' numbers. When RTK Query copies a response or reuses parts of the previous one, numbers that
 * JavaScript cannot represent lose their digits (`exact-numbers.ts`).
 */
export const withAllDigits = { structuralSharing: false } as const;
