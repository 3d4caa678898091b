// Requests to the services of vector stores, and the lists of what they have.
import type { JsonObject } from '../../../../contract/json.ts';
import { NodeError, type DetachedContext, type ListSearchResult } from '../../../../sdk/index.ts';
import { toolResponse } from '../tools/tool-response.ts';

export interface StoreRequest {
  readonly credential: string;
  readonly url: string;
  /** Default: POST with a body, else GET. */
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Hints by status, besides those for credentials. */
  readonly hints?: Readonly<Record<number, string>>;
}

const usualHints: Readonly<Record<number, string>> = {
  401: 'Check the credential of the vector store.',
  403: 'Check the credential of the vector store, and what its key may do.',
};

/** Sends a request, and returns the parsed response; an empty object for an empty one. Throws NodeError NODE_REQUEST_FAILED. */
export async function requestJson(ctx: DetachedContext, itemIndex: number, request: StoreRequest): Promise<JsonObject> {
  const { credential, url, body, method = body === undefined ? 'GET' : 'POST', headers = {}, signal = ctx.signal, hints = {} } = request;
  const signed = await ctx.signRequest(
    credential,
    {
      url,
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    },
    itemIndex,
  );
  const text = await toolResponse(ctx, signed, { ...usualHints, ...hints });
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as JsonObject;
  } catch (cause) {
    throw new NodeError('The vector store did not return JSON.', {
      code: 'NODE_REQUEST_FAILED',
      hint: 'Check the address in the credential.',
      cause,
    });
  }
}

/** Returns the names that contain the filter, in order. */
export function listedNames(names: readonly unknown[], filter = ''): ListSearchResult {
  const text = filter.toLowerCase();
  const matching = names.filter((name): name is string => typeof name === 'string' && name.toLowerCase().includes(text));
  return { results: matching.toSorted((one, other) => one.localeCompare(other, 'en')).map((name) => ({ name, value: name })) };
}

/** Returns the name of a table, a collection or an index. Throws NodeError PARAMETER_INVALID if there is none. */
export function storeName(ctx: DetachedContext, itemIndex: number, parameter: string, what: string): string {
  const name = String(ctx.param(parameter, itemIndex, '')).trim();
  if (name !== '') return name;
  throw new NodeError(`No ${what} is selected.`, {
    code: 'PARAMETER_INVALID',
    parameter,
    itemIndex,
    hint: `Select a ${what}, or enter its name.`,
  });
}
