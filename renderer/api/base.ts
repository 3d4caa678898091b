// RTK Query over the transport: endpoints are made from the contract's routes, whose types they have.
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteSpec } from '../../engine/contract/rest/route.ts';
import { transport, type RequestFailure, type TransportRequest } from '../transport/index.ts';

type Needed<K extends string, T> = T extends undefined ? { readonly [key in K]?: undefined } : { readonly [key in K]: T };

/** What a call takes: the parts its route declares. */
export type CallArgs<S extends RouteSpec> = Needed<'params', ParamsOf<S>> & Needed<'query', QueryOf<S>> & Needed<'body', BodyOf<S>>;

/** What is known of a request beside its answer. */
export interface RequestMeta {
  /** How often somebody had come in when it was sent: its answer is to whoever was there then. */
  readonly arrivals: number;
}

const arrivalsOf = (state: unknown): number => (state as { session?: { arrivals?: number } }).session?.arrivals ?? 0;

const baseQuery: BaseQueryFn<TransportRequest, unknown, RequestFailure, object, RequestMeta> = async (request, { signal, getState }) => {
  const meta = { arrivals: arrivalsOf(getState()) };
  const answer = await transport.request({ ...request, signal });
  return 'error' in answer ? { error: answer.error, meta } : { data: answer.data, meta };
};

export const api = createApi({
  baseQuery,
  tagTypes: ['Session', 'Settings', 'Users', 'Workflows', 'Workflow', 'Executions', 'Tags', 'Credentials', 'NodeTypes', 'ApiKey'],
  endpoints: () => ({}),
});

/** The request of a call: its path with parameters and query put in. */
export function requestOf<S extends RouteSpec>(spec: S, args: CallArgs<S> | void): TransportRequest {
  const { params, query, body } = (args ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  const path = spec.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return { method: spec.method, path: text === '' ? path : `${path}?${text}`, ...(body === undefined ? {} : { body }) };
}

export type Answer<S extends RouteSpec> = AnswerOf<S>;
