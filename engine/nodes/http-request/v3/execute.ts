// HTTP Request, versions 3 to 4.5.
import type { Item } from '../../../contract/run-data.ts';
import type { ExecuteContext, NodeOutput } from '../../../sdk/index.ts';
import { credentialTypeOf, signed } from '../../_shared/authentication.ts';
import { paginationOf, type PageRequest } from '../pagination.ts';
import { type ReadResponse, type Field, type RequestPlan, requestHeaders, uniqueFields } from '../request-plan.ts';
import { requestEach, type Batching } from '../requests.ts';
import { itemsOf, readResponse } from '../response-items.ts';
import { withRetries } from '../retry.ts';
import { httpRequest } from '../send.ts';
import { isSuccess, statusError } from '../status-error.ts';
import { jsonWith, repeatedOf, requestPlan, responsePlan } from './plan.ts';

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const credentialType = credentialTypeOf(ctx);
  return requestEach(ctx, batchingOf(ctx), (index) => requestOne(ctx, credentialType, index));
}

function batchingOf(ctx: ExecuteContext): Batching | undefined {
  const batch = ctx.param<{ batchSize?: unknown; batchInterval?: unknown } | undefined>('options.batching.batch', 0);
  if (batch === undefined) return undefined;
  return { size: Number(batch.batchSize ?? 50), interval: Number(batch.batchInterval ?? 1000) };
}

async function requestOne(ctx: ExecuteContext, credentialType: string | undefined, index: number): Promise<readonly Item[]> {
  const request = requestPlan(ctx, index);
  const response = responsePlan(ctx, index);
  const fetchOnce = async (plan: RequestPlan, mayFail: (status: number) => boolean): Promise<ReadResponse> => {
    const certificates = ctx.param('provideSslCertificates', index, false) === true ? 'httpSslAuth' : undefined;
    const signedRequest = await signed(ctx, credentialType, await signed(ctx, certificates, await httpRequest(ctx, plan), index), index);
    const readBody = await readResponse(ctx, await ctx.http.request(signedRequest), response);
    if (!isSuccess(readBody.status) && !response.neverError && !mayFail(readBody.status))
      throw statusError(signedRequest, readBody, index, response.format);
    return readBody;
  };
  const fetch = (plan: RequestPlan, mayFail: (status: number) => boolean): Promise<ReadResponse> =>
    withRetries(ctx, index, () => fetchOnce(plan, mayFail));
  const pagination = paginationOf(ctx, index);
  if (pagination === undefined) return itemsOf(ctx, await fetch(request, () => false), response, index);
  const readResponses = await pagination.run(async (page, mayFail) => {
    const plan = withPage(ctx, request, page);
    const about = {
      url: plan.url,
      method: plan.method,
      qs: Object.fromEntries(plan.query),
      headers: Object.fromEntries(plan.headers.values()),
    };
    return { response: await fetch(plan, mayFail), request: about };
  });
  return readResponses.flatMap((readResponse) => itemsOf(ctx, readResponse, response, index, true));
}

/** The request for one page: the first page's request with this page's parameters. */
function withPage({ version }: ExecuteContext, plan: RequestPlan, { url, parameters }: PageRequest): RequestPlan {
  const named = (type: string): Field[] =>
    parameters.filter((parameter) => parameter.type === type).map(({ name, value }) => [name, value]);
  const query = uniqueFields(named('qs'), repeatedOf(version));
  const names = new Set(query.map(([name]) => name));
  return {
    ...plan,
    ...(url === undefined ? {} : { url, query: withoutNamesOf(url, plan.query) }),
    ...(query.length === 0 ? {} : { query: [...plan.query.filter(([name]) => !names.has(name)), ...query] }),
    headers: new Map([...plan.headers, ...requestHeaders(named('headers'), false, repeatedOf(version))]),
    body: withFields(version, plan.body, named('body')),
  };
}

/** The URL of a next page contains its own query, so parameters in it are not added again. */
function withoutNamesOf(url: string, query: readonly Field[]): readonly Field[] {
  const own = new URL(url).searchParams;
  return query.filter(([name]) => !own.has(name));
}

function withFields(version: number, body: RequestPlan['body'], input: readonly Field[]): RequestPlan['body'] {
  if (input.length === 0) return body;
  if (body === undefined) return { kind: 'json', value: jsonWith(version, {}, input) };
  const fields = uniqueFields(input, repeatedOf(version));
  const names = new Set(fields.map(([name]) => name));
  switch (body.kind) {
    case 'json':
      return typeof body.value === 'object' && body.value !== null ? { kind: 'json', value: jsonWith(version, body.value, input) } : body;
    case 'form':
      return { kind: 'form', fields: [...body.fields.filter(([name]) => !names.has(name)), ...fields] };
    case 'multipart':
      return {
        kind: 'multipart',
        parts: [...body.parts.filter(({ name }) => !names.has(name)), ...fields.map(([name, value]) => ({ name, value: String(value) }))],
      };
    default:
      return body;
  }
}
