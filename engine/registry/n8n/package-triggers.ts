// Adapts what starts workflows in a package: polls, triggers and webhooks, with the registration of webhooks at their services.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { isExpression } from '../../contract/json.ts';
import { pollTimes } from '../../nodes/_shared/poll-times.ts';
import { webhookResponseOf } from '../../nodes/_shared/webhook/response.ts';
import type { StoredNode } from '../../packages/catalog.ts';
import type { CallContext } from '../../packages/process/call-context.ts';
import type { CallContent, DetachedData, WebhookData } from '../../packages/process/protocol.ts';
import { outputsOf, replyOf } from '../../packages/process/returned-data.ts';
import type { DescribedVersion } from '../../packages/worker/describe.ts';
import { ServedParts } from './parts/served-parts.ts';
import type {
  NodeVersion,
  RegistrationContext,
  DetachedContext,
  WebhookContext,
  WebhookRegistration,
  WebhookReply,
  StreamedWebhookReply,
  WebhookResult,
} from '../../sdk/index.ts';
import type { WebhookDescription } from '../../workflow/node-type.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { attachedContext, contextOf, type PackageOfNode } from './call-context.ts';

type Description = NodeVersion['description'];
type Starters = Pick<NodeVersion, 'poll' | 'trigger' | 'webhook' | 'registrations'>;
type DetachedCall = Extract<CallContent, { readonly detachedNode: DetachedData }>;
type Prepared = Pick<DetachedCall, 'place' | 'context' | 'detachedNode'>;
type Prepare = (ctx: DetachedContext | RegistrationContext) => [Prepared, CallContext];

/** Polling nodes of packages only say that they poll; the parameter for its times is added. */
export function withPollTimes(description: Description): Description {
  if (description.polling !== true || description.properties.some(({ name }) => name === pollTimes.name)) return description;
  return { ...description, properties: [pollTimes, ...description.properties] };
}

/** Returns the functions of a version that start workflows. `names`: its parameters. */
export function startersOf(
  owner: PackageOfNode,
  place: StoredNode['place'],
  version: DescribedVersion,
  names: readonly string[],
): Starters {
  const { functions, webhookMethods } = version;
  const webhooks = (version.description['webhooks'] ?? []) as readonly WebhookDescription[];
  const prepare: Prepare = (ctx) => preparedCall(owner, place, webhooks, contextOf(owner, ctx, names), ctx);
  const registrations = webhookMethods.map((webhook) => [webhook, registrationOf(owner, webhook, prepare)] as const);
  return {
    ...(functions.includes('poll')
      ? {
          poll: async (ctx) => {
            const [content, context] = prepare(ctx);
            const outputs = await owner.packages.call(owner.name, { ...content, kind: 'poll' }, context);
            return outputs === null || outputs === undefined ? null : outputsOf(outputs, owner.name);
          },
        }
      : {}),
    ...(functions.includes('trigger')
      ? {
          trigger: (ctx) => {
            const [content, context] = prepare(ctx);
            return owner.packages.listen(owner.name, { ...content, kind: 'trigger' }, { ...context, trigger: ctx });
          },
        }
      : {}),
    ...(functions.includes('webhook')
      ? {
          webhook: async (ctx) => {
            const [content, context] = prepare(ctx);
            const request = await requestOf(ctx);
            const description = webhooks.find(({ name }) => name === ctx.webhookName);
            const isStreaming = responseSettings(ctx, description, {})('responseMode') === 'streaming';
            const response = await owner.packages.webhook(owner.name, { ...content, kind: 'webhook', request, isStreaming }, context);
            return resultOf(ctx, owner.name, isRecord(response) ? response : {}, description);
          },
        }
      : {}),
    ...(registrations.length === 0 ? {} : { registrations: Object.fromEntries(registrations) }),
  };
}

function preparedCall(
  owner: PackageOfNode,
  place: StoredNode['place'],
  webhooks: readonly WebhookDescription[],
  { context, variable }: ReturnType<typeof contextOf>,
  ctx: DetachedContext | RegistrationContext,
): [Prepared, CallContext] {
  const urls = webhooks.flatMap(({ name }) => {
    const url = 'webhookUrl' in ctx ? ctx.webhookUrl(name) : undefined;
    return url === undefined ? [] : [[name, url] as const];
  });
  const activation = ctx.mode === 'manual' ? 'manual' : 'activate';
  const attached: CallContext['attached'] = (used, supplier) => attachedContext(owner, used, supplier);
  return [
    { place, context, detachedNode: { activation, webhookUrls: Object.fromEntries(urls) } },
    { node: ctx, variable, types: owner.types, startsWorkflows: true, attached, parts: new ServedParts(ctx) },
  ];
}

/** Returns the functions of a node that register one of its webhooks at its service. */
function registrationOf({ packages, name }: PackageOfNode, webhook: string, prepare: Prepare): WebhookRegistration {
  const call = (step: 'checkExists' | 'create' | 'delete', ctx: RegistrationContext): Promise<unknown> => {
    const [content, context] = prepare(ctx);
    return packages.call(name, { ...content, kind: 'registration', webhook, step }, context);
  };
  return {
    checkExists: async (ctx) => (await call('checkExists', ctx)) === true,
    // Older packages return nothing if all went well.
    create: async (ctx) => (await call('create', ctx)) !== false,
    delete: async (ctx) => (await call('delete', ctx)) !== false,
  };
}

/** Maximum bytes of a file that is handed to package code as the unparsed body. */
const MOST_RAW = 32 * 1024 * 1024;

async function requestOf(ctx: WebhookContext): Promise<WebhookData> {
  const { method, url, path, headers, query, params, ip, ips } = ctx.request;
  const body = await ctx.request.body({ keepRaw: true });
  const file = body.kind === 'binary' ? body.files.get('data')?.[0] : undefined;
  const raw = body.raw ?? (file === undefined ? undefined : await smallFile(ctx, file));
  return {
    name: ctx.webhookName,
    method,
    url,
    path,
    headers,
    query,
    params,
    ip,
    ips,
    isMultipart: body.kind === 'multipart',
    body: body.value ?? {},
    files: Object.fromEntries(body.files),
    ...(raw === undefined ? {} : { raw }),
  };
}

async function smallFile(ctx: WebhookContext, file: BinaryEntry): Promise<Uint8Array | undefined> {
  return (await ctx.binary.size(file)) > MOST_RAW ? undefined : ctx.binary.read(file);
}

/** Returns the items and the response, which is written by the node or declared by its description. */
function resultOf(
  ctx: WebhookContext,
  name: string,
  { workflowData, webhookResponse, reply, streamHead, customData, settings }: Readonly<Record<string, unknown>>,
  description: WebhookDescription | undefined,
): WebhookResult {
  const written = isStreamed(reply) ? reply : reply === undefined ? undefined : replyOf(reply, name);
  if (workflowData === undefined) return { reply: written ?? replyWith(webhookResponse ?? { message: 'Webhook call received' }) };
  const items = outputsOf(workflowData, name);
  const more = { items, ...(Array.isArray(customData) ? { customData: entriesOf(customData) } : {}) };
  if (written !== undefined) return { ...more, reply: written };
  if (streamHead !== undefined) return { ...more, response: { from: 'stream', headers: replyOf(streamHead, name).headers } };
  const response = webhookResponseOf(responseSettings(ctx, description, isRecord(settings) ? settings : {}));
  return 'reply' in response && webhookResponse !== undefined ? { ...more, reply: replyWith(webhookResponse) } : { ...more, ...response };
}

/** Made by our side of the border, so it needs no check. */
const isStreamed = (reply: unknown): reply is StreamedWebhookReply => isRecord(reply) && reply['body'] instanceof ReadableStream;

const entriesOf = (list: readonly unknown[]): NonNullable<WebhookResult['customData']> =>
  list.flatMap((entry) => (Array.isArray(entry) ? [[String(entry[0]), String(entry[1])] as const] : []));

/**
 * Response parameters under their names in the Webhook node. Those of a package are in its description of the webhook; `computed` by its functions
 * there.
 */
function responseSettings(
  ctx: WebhookContext,
  description: WebhookDescription | undefined,
  computed: Readonly<Record<string, unknown>>,
): (path: string) => unknown {
  return (path) => {
    const name = path.split('.').at(-1) ?? path;
    if (name === 'noResponseBody') return description?.['responseData'] === 'noData';
    // A text for the immediate response, and a kind of data for the others, have the same name.
    if (path === 'options.responseData' && description?.['responseData'] === 'noData') return undefined;
    if (Object.hasOwn(computed, name)) return computed[name];
    const value = description !== undefined && Object.hasOwn(description, name) ? description[name] : undefined;
    return isExpression(value) ? ctx.evaluate(value, 0) : value;
  };
}

/** A text is sent as it is, anything else as JSON. */
const replyWith = (value: unknown): WebhookReply =>
  typeof value === 'string'
    ? { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: value }
    : { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
