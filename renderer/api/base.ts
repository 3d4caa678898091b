// RTK Query over the transport. Endpoints are built from the contract's routes and typed by them.
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { ResponseOf, BodyOf, ParamsOf, QueryOf, RouteSpec } from '../../engine/contract/rest/route.ts';
import { transport, type RequestFailure, type TransportRequest } from '../transport/index.ts';

type Needed<K extends string, T> = T extends undefined ? { readonly [key in K]?: undefined } : { readonly [key in K]: T };

/** Arguments of a call: the parts that its route declares. */
export type CallArgs<S extends RouteSpec> = Needed<'params', ParamsOf<S>> & Needed<'query', QueryOf<S>> & Needed<'body', BodyOf<S>>;

/** Metadata of a request. */
export interface RequestMeta {
  /** Sign-in counter when the request was sent; the response belongs to the user of that time. */
  readonly arrivals: number;
}

const arrivalsOf = (state: unknown): number => (state as { session?: { arrivals?: number } }).session?.arrivals ?? 0;

const baseQuery: BaseQueryFn<TransportRequest, unknown, RequestFailure, object, RequestMeta> = async (request, { signal, getState }) => {
  const meta = { arrivals: arrivalsOf(getState()) };
  const response = await transport.request({ ...request, signal });
  return 'error' in response ? { error: response.error, meta } : { data: response.data, meta };
};

export const api = createApi({
  baseQuery,
  tagTypes: [
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
  ],
  endpoints: () => ({}),
});

/** Builds the request of a call: inserts parameters and query into its path. */
export function requestOf<S extends RouteSpec>(spec: S, args: CallArgs<S> | void): TransportRequest {
  const { params, query, body } = (args ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  const path = spec.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return { method: spec.method, path: text === '' ? path : `${path}?${text}`, ...(body === undefined ? {} : { body }) };
}

/**
 * Options of queries whose responses contain users' numbers. When RTK Query copies a response or reuses parts of the previous one, numbers that
 * JavaScript cannot represent lose their digits (`exact-numbers.ts`).
 */
export const withAllDigits = { structuralSharing: false } as const;

export type ResponseBody<S extends RouteSpec> = ResponseOf<S>;
