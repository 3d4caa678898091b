// Lists of the models that a service offers, for the editor.
import { NodeError, type DetachedContext, type ListSearchResult, statusMeanings } from '../../../../sdk/index.ts';
import type { PropertyOption } from '../../../../workflow/node-type.ts';

export interface ModelListRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Credential type that signs the request; undefined for services without accounts. */
  readonly credential?: string | undefined;
}

/** Requests a list, and returns the parsed response. Throws NodeError. */
export async function requestList(ctx: DetachedContext, { url, headers = {}, credential }: ModelListRequest): Promise<unknown> {
  const request = { url, headers: { accept: 'application/json', ...headers }, signal: ctx.signal };
  const response = await ctx.http.request(credential === undefined ? request : await ctx.signRequest(credential, request, 0));
  const text = new TextDecoder().decode(await response.bytes());
  if (response.status >= 400) {
    throw new NodeError(statusMeanings[response.status] ?? `The service refused the list of models with status ${response.status}`, {
      code: 'NODE_REQUEST_FAILED',
      httpCode: String(response.status),
      hint: 'Check the credential of the model.',
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new NodeError('The service did not return a list of models.', {
      code: 'NODE_REQUEST_FAILED',
      hint: 'Check the base URL of the credential.',
    });
  }
}

/** Returns the names that contain the filter, in order. */
export function listedModels(names: readonly string[], filter = ''): ListSearchResult {
  const text = filter.toLowerCase();
  const matching = [...new Set(names)].filter((name) => name.toLowerCase().includes(text));
  return { results: matching.toSorted((one, other) => one.localeCompare(other, 'en')).map((name) => ({ name, value: name })) };
}

/** Returns the texts of one field of a list of objects. */
export const fieldOfEach = (list: unknown, field: string): readonly string[] =>
  Array.isArray(list)
    ? list.flatMap((entry: unknown) => {
        const value: unknown = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>)[field] : undefined;
        return typeof value === 'string' ? [value] : [];
      })
    : [];

type Entry = Readonly<Record<string, unknown>>;

/** Requests a list with the form of OpenAI's, and returns the ids of the models that are `suitable`. */
export async function listedIds(
  ctx: DetachedContext,
  request: ModelListRequest,
  suitable: (id: string, entry: Entry) => boolean = () => true,
): Promise<readonly PropertyOption[]> {
  const list = (await requestList(ctx, request)) as { readonly data?: unknown } | null;
  const entries = Array.isArray(list?.data) ? (list.data as readonly (Entry | null)[]) : [];
  const ids = entries.flatMap((entry) => (typeof entry?.['id'] === 'string' && suitable(entry['id'], entry) ? [entry['id']] : []));
  return listedModels(ids).results;
}
