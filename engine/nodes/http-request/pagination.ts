// Pagination: requests page after page until a response marks the end.
import { isDeepStrictEqual } from 'node:util';
import { NodeError, type ExecuteContext } from '../../sdk/index.ts';
import type { ReadResponse } from './request-plan.ts';
import { isExpression } from '../../contract/json.ts';

const at = (name: string): string => `options.pagination.pagination.${name}`;
const DEFAULT_MAX_REQUESTS = 100;
/** Number of identical successive responses after which pagination stops. */
const MAX_EQUAL = 5;

interface PageParameter {
  readonly type: 'body' | 'headers' | 'qs';
  readonly name: string;
  readonly value: unknown;
}

/** Differences between the requests of two pages. */
export interface PageRequest {
  readonly url?: string;
  readonly parameters: readonly PageParameter[];
}

export interface Pagination {
  /** Fetches all pages. `fetch` sends one request and returns its response, and the request in the form of $request. */
  run(
    fetch: (page: PageRequest, mayFail: (status: number) => boolean) => Promise<{ response: ReadResponse; request: unknown }>,
  ): Promise<ReadResponse[]>;
}

/** Returns a node's pagination, or undefined if it has none. */
export function paginationOf(ctx: ExecuteContext, index: number): Pagination | undefined {
  const written = ctx.param<Record<string, unknown> | undefined>('options.pagination.pagination', index, undefined, { raw: true });
  const mode = written === undefined ? 'off' : ctx.param<string>(at('paginationMode'), index, 'updateAParameterInEachRequest');
  if (mode === 'off') return undefined;
  return { run: (fetch) => new Pages(ctx, index, mode).run(fetch) };
}

type Extra = Readonly<Record<string, unknown>>;

class Pages {
  readonly #ctx: ExecuteContext;
  readonly #index: number;
  readonly #mode: string;
  readonly #limit: number;
  readonly #interval: number;
  readonly #complete: string;
  readonly #statusCodes: readonly number[];

  constructor(ctx: ExecuteContext, index: number, mode: string) {
    this.#ctx = ctx;
    this.#index = index;
    this.#mode = mode;
    const isLimited = ctx.param(at('limitPagesFetched'), index, false) === true;
    const most = Number(ctx.param(at('maxRequests'), index, DEFAULT_MAX_REQUESTS));
    this.#limit = !isLimited ? Number.POSITIVE_INFINITY : Number.isNaN(most) ? DEFAULT_MAX_REQUESTS : most;
    this.#interval = Number(ctx.param(at('requestInterval'), index, 0));
    this.#complete = ctx.param<string>(at('paginationCompleteWhen'), index, 'responseIsEmpty');
    this.#statusCodes = String(ctx.param(at('statusCodesWhenComplete'), index, ''))
      .split(',')
      .map(Number)
      .filter((code) => code > 0);
  }

  async run(fetch: Parameters<Pagination['run']>[0]): Promise<ReadResponse[]> {
    const readResponses: ReadResponse[] = [];
    let equal = 0;
    for (let extra: Extra = { $pageCount: 0, $request: {}, $response: { body: {}, headers: {} } }; ;) {
      const isEnd = (status: number): boolean => this.#complete === 'receiveSpecificStatusCodes' && this.#statusCodes.includes(status);
      const { response: readResponse, request } = await fetch(this.#request(extra, readResponses.length), isEnd);
      equal = isSame(readResponse, readResponses.at(-1)) ? equal + 1 : 0;
      readResponses.push(readResponse);
      extra = {
        $pageCount: readResponses.length,
        $request: request,
        $response: { body: readResponse.body, headers: readResponse.headers, statusCode: readResponse.status },
      };
      if (isEnd(readResponse.status) || this.#isComplete(readResponse, extra) || readResponses.length >= this.#limit) return readResponses;
      if (equal >= MAX_EQUAL - 1) throw this.#stuck();
      if (this.#interval > 0) await this.#ctx.sleep(this.#interval);
    }
  }

  #request(extra: Extra, page: number): PageRequest {
    if (this.#mode === 'responseContainsNextURL') return { url: page === 0 ? undefined : this.#nextUrl(extra), parameters: [] };
    const written = this.#ctx.param<readonly { type?: string; name?: string; value?: unknown }[]>(
      at('parameters.parameters'),
      this.#index,
      [],
      { raw: true },
    );
    return {
      parameters: written.map(({ type = 'qs', name, value }) => ({
        type: type as PageParameter['type'],
        name: String(this.#evaluate(name, extra) ?? ''),
        value: this.#evaluate(value, extra),
      })),
    };
  }

  /** Returns undefined, which stands for the node's own URL, if the expression has no value. */
  #nextUrl(extra: Extra): string | undefined {
    const url = this.#evaluate(this.#ctx.param(at('nextURL'), this.#index, '', { raw: true }), extra);
    if (url === undefined || (typeof url === 'string' && URL.canParse(url))) return url;
    throw new NodeError(`'${String(url ?? '')}' is not a valid URL.`, {
      code: 'PARAMETER_INVALID',
      description: 'Make sure the "Next URL" parameter evaluates to a valid URL.',
    });
  }

  #isComplete(readResponse: ReadResponse, extra: Extra): boolean {
    if (this.#complete === 'other')
      return this.#evaluate(this.#ctx.param(at('completeExpression'), this.#index, '', { raw: true }), extra) === true;
    return this.#complete === 'responseIsEmpty' && isEmpty(readResponse);
  }

  #evaluate(value: unknown, extra: Extra): unknown {
    return isExpression(value) ? this.#ctx.evaluate(value, this.#index, extra) : value;
  }

  #stuck(): NodeError {
    return new NodeError(`The returned response was identical ${MAX_EQUAL}x, so requests got stopped`, {
      code: 'NODE_REQUEST_FAILED',
      description: 'Check if "Pagination Completed When" has been configured correctly.',
    });
  }
}

/** Files are not compared, because that would require reading both. */
function isSame({ body, file }: ReadResponse, before: ReadResponse | undefined): boolean {
  return before !== undefined && file === undefined && isDeepStrictEqual(body, before.body);
}

function isEmpty({ body, file }: ReadResponse): boolean {
  if (file !== undefined) return file.bytes === 0;
  if (Array.isArray(body)) return body.length === 0;
  if (typeof body === 'object' && body !== null) return Object.keys(body).length === 0;
  return body === undefined || body === null || body === '';
}
