// One REST call as data: what the server mounts, the renderer is typed by, and OpenAPI is made from.
import type { Static, TSchema } from 'typebox';
import type { Permission } from '../permissions.ts';

export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Behind the REST prefix; `:name` for parameters. */
  readonly path: string;
  /** Who may call it: anybody, or whoever's role has the permission. */
  readonly access: 'public' | Permission;
  /** One sentence for the reference. */
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** What stands in the answer's `data`. */
  readonly answer: TSchema;
}

/** Declares a call, its schemas kept as types. */
export const route = <const S extends RouteSpec>(spec: S): S => spec;

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;

export type ParamsOf<S extends RouteSpec> = StaticOf<S['params']>;
export type QueryOf<S extends RouteSpec> = StaticOf<S['query']>;
export type BodyOf<S extends RouteSpec> = StaticOf<S['body']>;
export type AnswerOf<S extends RouteSpec> = StaticOf<S['answer']>;
