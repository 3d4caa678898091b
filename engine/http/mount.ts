// Mounts the routes of the contract: checks permissions, validates requests, and wraps responses in `data`.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { AppError } from '../contract/errors.ts';
import { mayDo, type Role } from '../contract/permissions.ts';
import type { ApiScope } from '../contract/api-scopes.ts';
import type { ResponseOf, BodyOf, ParamsOf, QueryOf, RouteSpec } from '../contract/rest/route.ts';

/** The calling user. */
export interface Caller {
  readonly userId: string;
  readonly role: Role;
  /** Hash of the session's secret; absent without a session. */
  readonly session?: string;
  /** Hash of the local token, if the caller presented it. */
  readonly localToken?: string;
  /** Scopes of the API key; absent if the caller presented none. */
  readonly scopes?: readonly ApiScope[];
}

export interface Call<in out S extends RouteSpec> {
  readonly params: ParamsOf<S>;
  readonly query: QueryOf<S>;
  readonly body: BodyOf<S>;
  /** Undefined if the caller is not signed in, which only public routes allow. */
  readonly caller: S['access'] extends 'public' ? Caller | undefined : Caller;
  /** Id of the editor session that receives events (header `session-id`). */
  readonly pushSession: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<S extends RouteSpec> = (call: Call<S>) => Promise<ResponseOf<S> | SentResponse> | ResponseOf<S> | SentResponse;

export type Mount = <S extends RouteSpec>(spec: S, handle: Handler<S>) => void;

class SentResponse {
  readonly isSent = true;
  // Makes the type nominal.
  readonly #brand = undefined;

  get brand(): undefined {
    return this.#brand;
  }
}

/** Returned by a handler that has already sent the response itself. */
export const responseSent: SentResponse = new SentResponse();

/** Identifies the caller; undefined if the caller is not signed in. */
export type Identify = (request: FastifyRequest) => Promise<Caller | undefined> | Caller | undefined;

export interface MountOptions {
  readonly identify: Identify;
  /** Called for each route. */
  readonly onMount?: ((spec: RouteSpec) => void) | undefined;
  /** Returns the body of a response; by default `{ data }`. */
  readonly bodyOf?: (data: unknown) => unknown;
}

const inData = (data: unknown): unknown => ({ data });

/** Returns a function that mounts routes on this server. */
export function createMount(app: FastifyInstance, { identify, onMount, bodyOf = inData }: MountOptions): Mount {
  return (spec, handle) => {
    onMount?.(spec);
    const schema = {
      ...(spec.params === undefined ? {} : { params: spec.params }),
      ...(spec.query === undefined ? {} : { querystring: spec.query }),
      ...(spec.body === undefined ? {} : { body: spec.body }),
    };
    app.route({
      method: spec.method,
      url: spec.path,
      schema: schema as RouteShorthandOptions['schema'] & object,
      config: { access: spec.access, allowsAnyKey: spec.path === '/nodes' || spec.path.startsWith('/workflows') },
      // Access is checked before the body is read.
      onRequest: async (request) => {
        const caller = await identify(request);
        if (caller === undefined && spec.scope !== undefined) throw noKey();
        if (spec.access !== 'public') admit(caller, spec.access);
        if (spec.scope !== undefined) assertScope(caller, spec.scope);
        (request as Identified).caller = caller;
        assertKnownQuery(spec, request);
      },
      handler: async (request, reply) => {
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          caller: (request as Identified).caller,
          pushSession: sessionOf(request),
          request,
          reply,
        } as unknown as Parameters<typeof handle>[0];
        const data = await handle(call);
        if (data === responseSent) return reply;
        if (spec.status !== undefined) void reply.code(spec.status);
        return spec.status === 204 ? reply.send() : reply.send(bodyOf(data));
      },
    });
  };
}

/** Throws BAD_REQUEST for an unknown query parameter. Ignoring a misspelled filter would return the wrong data. */
function assertKnownQuery({ query, path }: RouteSpec, request: FastifyRequest): void {
  const { properties = {}, additionalProperties } = (query ?? {}) as { properties?: object; additionalProperties?: boolean };
  if (additionalProperties === true) return;
  const name = Object.keys(request.query as object).find((each) => !Object.hasOwn(properties, each));
  if (name === undefined) return;
  const knownNames = Object.keys(properties);
  throw new AppError('BAD_REQUEST', `The query of the address has the parameter "${name}", which ${path} does not have.`, {
    params: { part: 'querystring', field: name },
    hint: knownNames.length === 0 ? 'Leave it out: this call has no parameters.' : `Its parameters are: ${knownNames.join(', ')}.`,
  });
}

type Identified = FastifyRequest & { caller: Caller | undefined };

function admit(caller: Caller | undefined, permission: Exclude<RouteSpec['access'], 'public'>): void {
  if (caller === undefined) throw new AppError('UNAUTHENTICATED', 'You are not signed in. Sign in and try again.');
  if (mayDo(caller.role, permission)) return;
  throw new AppError('FORBIDDEN', 'Your role does not allow this. Ask the owner of this instance.', { params: { permission } });
}

const noKey = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The call has no valid API key.', {
    hint: 'Send a key in the header X-N8N-API-KEY, or as Authorization: Bearer. Keys are created under Settings › API.',
  });

function assertScope(caller: Caller | undefined, scope: ApiScope): void {
  if (caller?.scopes?.includes(scope) === true) return;
  throw new AppError('FORBIDDEN', `This API key does not have the scope "${scope}".`, {
    params: { scope },
    hint: 'Add it to the key under Settings › API.',
  });
}

/** Maximum length of an editor's session id. */
const SESSION_LENGTH = 100;

/** Reads `session-id`, or `sessionid` as sent by older clients. */
function sessionOf({ headers }: FastifyRequest): string | undefined {
  const value = headers['session-id'] ?? headers['sessionid'];
  const headerValue = Array.isArray(value) ? value[0] : value;
  return headerValue === undefined || headerValue === '' || headerValue.length > SESSION_LENGTH ? undefined : headerValue;
}
