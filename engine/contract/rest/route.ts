// A REST call as data, used to mount routes, to type the renderer and to generate OpenAPI.
import type { Static, TSchema } from 'typebox';
import type { Permission } from '../permissions.ts';

export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Behind the REST prefix; `:name` for parameters. */
  readonly path: string;
  /** Access rule: everyone, or roles that have the permission. */
  readonly access: 'public' | Permission;
  /** One sentence, for the API reference. */
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Schema of the response's `data`. */
  readonly answer: TSchema;
  /** Never there: what the schemas mean as types. */
  readonly types?: { readonly params: unknown; readonly query: unknown; readonly body: unknown; readonly answer: unknown };
}

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;

/** What the schemas of a call mean as types. Declared invariant: calls are compared by what they are, not by working these out. */
export interface RouteTypes<in out S extends RouteSpec> {
  readonly params: StaticOf<S['params']>;
  readonly query: StaticOf<S['query']>;
  readonly body: StaticOf<S['body']>;
  readonly answer: StaticOf<S['answer']>;
}

/**
 * Declares a call, its schemas kept as types. They are worked out here, where the schemas are known: of a call that is only a type parameter
 * the compiler would work out all that JSON Schema allows, which takes it seconds.
 */
export const route = <const S extends RouteSpec>(spec: S): S & { readonly types?: RouteTypes<S> } =>
  spec as S & { readonly types?: RouteTypes<S> };

type TypesOf<S extends RouteSpec> = NonNullable<S['types']>;

export type ParamsOf<S extends RouteSpec> = TypesOf<S>['params'];
export type QueryOf<S extends RouteSpec> = TypesOf<S>['query'];
export type BodyOf<S extends RouteSpec> = TypesOf<S>['body'];
export type AnswerOf<S extends RouteSpec> = TypesOf<S>['answer'];
