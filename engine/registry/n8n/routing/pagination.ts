// Requests further pages as a description declares: by an expression that continues (`generic`), by an offset, or by a function of the package.
import { getPath, NodeError } from '../../../sdk/index.ts';
import { isRecord, sameJson } from '../../../workflow/values/own-properties.ts';
import { merge } from './plan.ts';
import type { FullResponse, LooseItem } from './receive.ts';
import { recordIn, type Fields } from './rules.ts';
import type { RoutingValues } from './values.ts';

export interface Page {
  readonly response: FullResponse;
  readonly items: readonly LooseItem[];
}

export interface PageSource {
  readonly values: RoutingValues;
  /** Sends a request and returns its response, and the items of it. */
  readonly fetch: (request: Fields) => Promise<Page>;
  /** Number of items that are wanted. Undefined for all. */
  readonly limit: number | undefined;
}

/** Returns the items of all pages. Throws NodeError for an unknown kind of pagination, or if the service keeps asking for the same page. */
export function allPages(source: PageSource, request: Fields, pagination: unknown): Promise<readonly LooseItem[]> {
  const { type, properties } = recordIn(pagination);
  if (type === 'generic') return byExpression(source, request, recordIn(properties));
  if (type === 'offset') return byOffset(source, request, recordIn(properties));
  throw new NodeError(`The node's description has an unknown kind of pagination: "${String(type)}".`, {
    hint: 'Tell the authors of the package.',
  });
}

/** `continue` tells whether there is another page; `request` changes the request for each page. */
async function byExpression({ values, fetch, limit }: PageSource, first: Fields, properties: Fields): Promise<readonly LooseItem[]> {
  const items: LooseItem[] = [];
  const changed = (request: Fields, response: object): Fields =>
    merge(
      structuredClone({ ...request }),
      recordIn(values.of(properties['request'], { $request: values.reveal(request), $response: response })),
    );
  let request = firstPage(first, changed);
  for (;;) {
    const { response, items: more } = await fetch(request);
    items.push(...more);
    if (limit !== undefined && items.length >= limit) return items;
    const names = { $request: values.reveal(request), $response: response };
    const isContinued = values.of(properties['continue'], names);
    if (!isContinued || isContinued === 'false') return items;
    const next = changed(request, response);
    if (sameJson(next, request)) {
      throw new NodeError('The service asks for the same page again.', {
        description: 'The request for the next page would not differ from the last one, so the list would never end.',
      });
    }
    request = next;
  }
}

/** The changes may need the response of an earlier page; then the first page is requested without them. */
function firstPage(first: Fields, changed: (request: Fields, response: object) => Fields): Fields {
  try {
    const request = changed(first, { body: {}, headers: {} });
    return typeof request['url'] === 'string' && request['url'] !== '' ? request : first;
  } catch {
    return first;
  }
}

/** Requests pages of a fixed size until one is not full. */
async function byOffset({ values, fetch, limit }: PageSource, first: Fields, properties: Fields): Promise<readonly LooseItem[]> {
  const { limitParameter, offsetParameter, pageSize, rootProperty, type } = recordIn(values.of(properties));
  const size = Number(pageSize);
  if (typeof limitParameter !== 'string' || typeof offsetParameter !== 'string' || !(size > 0)) {
    throw new NodeError("The node's description of its pagination is incomplete.", { hint: 'Tell the authors of the package.' });
  }
  const items: LooseItem[] = [];
  for (let offset = 0; ; offset += size) {
    const position = { [limitParameter]: size, [offsetParameter]: offset };
    const { response, items: received } = await fetch(
      merge(structuredClone({ ...first }), { [type === 'body' ? 'body' : 'qs']: position }),
    );
    const root = typeof rootProperty === 'string' && rootProperty !== '' ? rootProperty : undefined;
    const list = root === undefined ? response.body : getPath(response.body, root);
    items.push(...(root === undefined ? received : received.flatMap(({ json, ...rest }) => entries(json, root, rest))));
    // The list may be anywhere in the response; an action of `postReceive` extracts it.
    const count = Array.isArray(list) ? list.length : root === undefined ? received.length : 0;
    if (count < size || (limit !== undefined && items.length >= limit)) return items;
  }
}

/** Actions of `postReceive` may have taken the list out already. */
function entries(json: unknown, root: string, rest: Omit<LooseItem, 'json'>): readonly LooseItem[] {
  const list = isRecord(json) ? getPath(json, root) : undefined;
  return Array.isArray(list) ? list.map((entry: unknown) => ({ json: entry })) : [{ ...rest, json }];
}
