// Runs the plan of one item: package code before the request, the requests of all pages, and the items of their responses.
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../../contract/run-data.ts';
import { statusError } from '../../../nodes/http-request/status-error.ts';
import type { RoutingStep } from '../../../packages/process/protocol.ts';
import type { FunctionMark } from '../../../packages/worker/describe.ts';
import { entriesOf } from '../../../packages/process/returned-data.ts';
import { HiddenSignature } from '../../../packages/process/hidden-signature.ts';
import { isAccepted, readBody } from '../../../packages/worker/http/requests.ts';
import { wireRequest, type RequestOptions } from '../../../packages/worker/http/wire.ts';
import { toPlain } from '../../../sandbox/plain-data.ts';
import { isLongJsonText, NodeError, parseInSlicesIfJson, type DetachedContext } from '../../../sdk/index.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import { contextOf, type PackageOfNode } from '../call-context.ts';
import { allPages, type Page } from './pagination.ts';
import type { RoutingPlan } from './plan.ts';
import { finished, itemsOf, type FullResponse, type LooseItem, type ReceiveParts } from './receive.ts';
import { isMark, listIn, recordIn, type Fields } from './rules.ts';
import type { RoutingCredential, RoutingValues } from './values.ts';
import type { ClassPlace } from '../../../packages/process/protocol.ts';

export interface RoutedCallParts {
  readonly owner: PackageOfNode;
  readonly place: ClassPlace;
  /** Names of the node's parameters. */
  readonly names: readonly string[];
  readonly checked: Readonly<Record<string, string>> | undefined;
  readonly ctx: DetachedContext;
  readonly executionId: string;
  readonly values: RoutingValues;
  readonly credential: RoutingCredential | undefined;
  readonly item: Item;
  readonly itemIndex: number;
}

export class RoutedCall {
  readonly #parts: RoutedCallParts;
  readonly #plan: RoutingPlan;
  readonly #receive: ReceiveParts;

  constructor(parts: RoutedCallParts, plan: RoutingPlan) {
    this.#parts = parts;
    this.#plan = plan;
    this.#receive = {
      ctx: parts.ctx,
      values: parts.values,
      callFunction: async (mark, items, response) => this.#itemsFrom(await this.#call('postReceive', mark, [items, response])),
    };
  }

  /** Returns the items. Throws NodeError if a request is rejected, or an expression or package code fails. */
  async items(): Promise<readonly Item[]> {
    const { preSend, paginate, pagination, maxResults } = this.#plan;
    let { request }: { request: Fields } = this.#plan;
    for (const mark of preSend) request = recordIn(await this.#call('preSend', mark, [request]));
    const items = await this.#pages(request, paginate ? pagination : undefined);
    return (maxResults === undefined ? items : items.slice(0, maxResults)).map(finished);
  }

  async #pages(request: Fields, pagination: unknown): Promise<readonly LooseItem[]> {
    const { maxResults, paginate } = this.#plan;
    if (pagination === undefined) return (await this.#fetch(request)).items;
    if (!isMark(pagination)) {
      const fetch = (page: Fields): Promise<Page> => this.#fetch(page);
      return allPages({ values: this.#parts.values, fetch, limit: maxResults }, request, pagination);
    }
    const requestData = { options: request, paginate, preSend: [], postReceive: [], requestOperations: {}, maxResults };
    return this.#itemsFrom(await this.#call('pagination', pagination, [requestData]));
  }

  async #fetch(request: Fields): Promise<Page> {
    const response = await this.#send(request);
    return { response, items: await itemsOf(this.#receive, response, this.#plan.postReceive) };
  }

  /** Throws NodeError NODE_REQUEST_FAILED for an unsuccessful status that is not ignored. */
  async #send(request: Fields): Promise<FullResponse> {
    const { ctx, values, credential, itemIndex } = this.#parts;
    const { body: content, ...rest } = values.reveal(request) as RequestOptions;
    const isEmpty = content === undefined || (isRecord(content) && !ArrayBuffer.isView(content) && Object.keys(content).length === 0);
    const requestOptions: RequestOptions = isEmpty ? rest : { ...rest, body: content };
    // A stream would be read at once.
    const options: RequestOptions =
      requestOptions.encoding === 'stream' || requestOptions.useStream === true
        ? { ...requestOptions, encoding: 'arraybuffer', useStream: false }
        : requestOptions;
    const { isStreamed: _isStreamed, ...wire } = await wireRequest(options).catch((error: unknown) => {
      throw new NodeError('The request of the node is not valid.', {
        code: 'PARAMETER_INVALID',
        itemIndex,
        cause: error,
        description: 'Its URL is not complete. Check the parameters and the credential.',
      });
    });
    const { signal } = ctx;
    const complete = { ...wire, signal, secrets: values.secrets };
    const hidden = new HiddenSignature({ ...complete, url: await this.#ownUrl(request, wire.url) }, '');
    const signed = hidden.request(credential?.signs === true ? await ctx.signRequest(credential.type, complete, itemIndex) : complete);
    const response = await ctx.http.request({ ...signed, signal });
    const received = hidden.body(await response.bytes(), response.headers);
    const { status, statusText, headers, url } = hidden.head(response);
    const long = options.encoding === undefined && isLongJsonText(received) ? await parseInSlicesIfJson(received, signal) : undefined;
    const body = long ?? readBody({ status, statusText, headers, url, body: received }, options, 'axios');
    const httpResponse = { status, statusMessage: statusText, headers, body };
    if (!isAccepted(status, options)) throw statusError(signed, { ...httpResponse, format: 'json' }, itemIndex, 'json');
    return { body, headers, statusCode: status, statusMessage: statusText };
  }

  /** Returns the URL with placeholders for secrets. `revealed`: used if the request cannot be read. */
  async #ownUrl(request: Fields, revealed: string): Promise<string> {
    const { body: _body, ...options } = request as RequestOptions;
    return wireRequest(options).then(
      ({ url }) => url,
      () => revealed,
    );
  }

  /** Calls a function of the description. Secrets stay hidden in what it receives. */
  async #call(step: RoutingStep, mark: FunctionMark, args: readonly unknown[]): Promise<unknown> {
    const { owner, place, names, checked, ctx, executionId, item, itemIndex } = this.#parts;
    const { context, variable } = contextOf(owner, ctx, names);
    const content = {
      kind: 'routing',
      place,
      context: { ...context, executionId, ...(checked === undefined ? {} : { checked }) },
      step,
      path: mark.$function,
      args: toPlain(args) as readonly unknown[],
      item,
      itemIndex,
    } as const;
    const routingRequest = async (request: unknown): Promise<unknown> =>
      (await this.#fetch(recordIn(recordIn(request)['options'] ?? request))).items;
    return recordIn(await owner.packages.call(owner.name, content, { node: ctx, variable, routingRequest }))['result'];
  }

  #itemsFrom(result: unknown): readonly LooseItem[] {
    return listIn(result).map((entry) => {
      const { json, binary, pairedItem } = recordIn(entry) as {
        json?: JsonObject;
        binary?: Item['binary'];
        pairedItem?: Item['pairedItem'];
      };
      return { json, ...(isRecord(binary) ? { binary: entriesOf(binary) } : {}), ...(pairedItem === undefined ? {} : { pairedItem }) };
    });
  }
}
