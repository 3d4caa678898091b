// Requests page after page: each next request, and whether there is one, is computed by expressions from the last response.
import { isDeepStrictEqual } from 'node:util';
import { ApplicationError } from '../../modules/errors.ts';
import type { PackageCall } from '../call.ts';
import { send, type Credential } from './requests.ts';
import type { RequestOptions } from './wire.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PaginationOptions {
  /** Whether there is another page. */
  readonly continue: boolean | string;
  /** Fields of the requests that change from page to page; texts may be expressions with `$pageCount`, `$request` and `$response`. */
  readonly request: Fields;
  /** Milliseconds between two requests. */
  readonly requestInterval?: number;
  readonly maxRequests?: number;
  readonly binaryResult?: boolean;
}

/** Number of equal responses in a row after which a service is taken to ignore the page. */
const MOST_EQUAL = 5;

/** Returns the full responses of all pages. */
export async function sendPages(
  call: PackageCall,
  options: RequestOptions,
  itemIndex: number,
  pagination: PaginationOptions,
  credential?: Credential,
): Promise<readonly unknown[]> {
  const responses: Fields[] = [];
  for (;;) {
    const variables = { $pageCount: responses.length, $request: plainRequest(options), $response: responses.at(-1) ?? {}, $version: 1 };
    const changed = evaluated(call, pagination.request, itemIndex, variables) as Fields;
    const request = {
      ...merged(options as Fields, changed),
      resolveWithFullResponse: true,
      ...(pagination.binaryResult === true ? { encoding: null } : {}),
    };
    const response = (await send(call, request, 'request', credential)) as Fields;
    responses.push(response);
    const last = responses.slice(-MOST_EQUAL);
    if (last.length === MOST_EQUAL && last.every(({ body }) => isDeepStrictEqual(body, response['body']))) {
      throw new ApplicationError(`The returned response was identical ${MOST_EQUAL}x, so requests got stopped`, {
        description: 'Check that the pagination changes a parameter of the request that the service uses.',
      });
    }
    const goesOn = evaluated(call, pagination.continue, itemIndex, { ...variables, $response: response, $pageCount: responses.length });
    if (goesOn !== true || responses.length >= (pagination.maxRequests ?? Infinity)) return responses;
    if ((pagination.requestInterval ?? 0) > 0) await call.request('sleep', { milliseconds: pagination.requestInterval ?? 0 });
  }
}

/** Returns a copy in which expressions have their values. */
function evaluated(call: PackageCall, value: unknown, itemIndex: number, extra: Fields): unknown {
  if (typeof value === 'string') return value.startsWith('=') ? call.evaluate(value, itemIndex, extra) : value;
  if (Array.isArray(value)) return value.map((entry) => evaluated(call, entry, itemIndex, extra));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, evaluated(call, entry, itemIndex, extra)]));
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of objects are merged; anything else is replaced. */
function merged(base: Fields, changes: Fields): Fields {
  const entries = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, isFields(value) && isFields(base[key]) ? { ...base[key], ...value } : value] as const);
  return { ...base, ...Object.fromEntries(entries) };
}

/** The part of a request that expressions read. */
const plainRequest = ({ url, uri, method, headers, qs, body }: RequestOptions): Fields => ({
  url: url ?? uri,
  method: method ?? 'GET',
  headers: headers ?? {},
  qs: qs ?? {},
  ...(isFields(body) && Object.getPrototypeOf(body) === Object.prototype ? { body } : {}),
});
