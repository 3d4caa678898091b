// A REST call as data: used to mount routes, to type the renderer and to generate OpenAPI.
import type { Static, TSchema } from 'typebox';
import type { Permission } from '../permissions.ts';
import type { ApiScope } from '../api-scopes.ts';

export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path after the REST prefix; `:name` for parameters. */
  readonly path: string;
  /** `public` for everyone, otherwise the permission that the caller's role must have. */
  readonly access: 'public' | Permission;
  /** Scope that an API key must have; only in the public API. */
  readonly scope?: ApiScope;
  /** Status of a successful response; default: 200. A response with 204 has no body. */
  readonly status?: 201 | 204;
  /** One sentence for the API reference. */
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Schema of the response's `data`. */
  readonly response: TSchema;
  /** Exists only in types, never at run time: the types of the schemas. */
  readonly types?: { readonly params: unknown; readonly query: unknown; readonly body: unknown; readonly response: unknown };
}

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;

/** The types of a call's schemas. Declared invariant, so that the compiler compares calls nominally, without expanding the types. */
export interface RouteTypes<in out S extends RouteSpec> {
  readonly params: StaticOf<S['params']>;
  readonly query: StaticOf<S['query']>;
  readonly body: StaticOf<S['body']>;
  readonly response: StaticOf<S['response']>;
}

/**
 * Declares a call and preserves the types of its schemas. They are computed here, where the schemas are known: for a call that is only a type
 * parameter, the compiler would expand everything that JSON Schema allows, which takes seconds.
 */
export const route = <const S extends RouteSpec>(spec: S): S & { readonly types?: RouteTypes<S> } =>
  spec as S & { readonly types?: RouteTypes<S> };

type TypesOf<S extends RouteSpec> = NonNullable<S['types']>;

export type ParamsOf<S extends RouteSpec> = TypesOf<S>['params'];
export type QueryOf<S extends RouteSpec> = TypesOf<S>['query'];
export type BodyOf<S extends RouteSpec> = TypesOf<S>['body'];
export type ResponseOf<S extends RouteSpec> = TypesOf<S>['response'];
