// Requests that resume a waiting execution: signature, waiting node, its response, and the resumed run.
import type { OutgoingHttpHeaders } from 'node:http';
import { errorCodeOf } from '../contract/errors.ts';
import type { WorkflowNode } from '../contract/workflow.ts';
import type { DetachedNode } from '../execution/index.ts';
import type { WebhookContext, WebhookReply, WebhookResult } from '../sdk/index.ts';
import { WebhookCall, type CallAddress } from './call.ts';
import { preflightHeaders } from './response-headers.ts';
import { urlsOf, webhooksOf, webhooksOfNode, type DeclaredWebhook } from './declared.ts';
import type { WebhookResponder } from './webhook-responder.ts';
import type { PageRuns } from './page-runs.ts';
import { canonicalPath, partText } from './path.ts';
import type { IncomingCall, ResumableExecution, WebhookPorts, WebhookRun } from './ports.ts';
import { badSignature, isForm, notWaiting, unknownMethod, workingPage } from './rejections.ts';
import { isResumeSigned, resumeUrl, splitResume } from './resume-url.ts';
import type { WebhookKind, WebhookSettings } from './settings.ts';

export interface WaitingPorts {
  readonly ports: WebhookPorts;
  readonly settings: WebhookSettings;
  readonly pages: PageRuns;
  readonly signal: AbortSignal;
  /** Returns the earlier caller that still waits for a response. */
  held(executionId: string): WebhookResponder | undefined;
  follow(kind: WebhookKind, run: WebhookRun, responder: WebhookResponder, reply: WebhookResult['reply']): Promise<void>;
}

/** Whoever has the signed address of a waiting execution may read the response, on any page. */
const openToPages = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': 'Content-Type',
};

const allMethods = 'OPTIONS, DELETE, GET, HEAD, PATCH, POST, PUT';

type Waiting = Extract<ResumableExecution, { readonly status: 'waiting' }>;
type WaitingKind = 'webhook-waiting' | 'form-waiting';

export async function respondToWaiting(
  kind: WaitingKind,
  incoming: IncomingCall,
  address: CallAddress,
  responder: WebhookResponder,
  headers: OutgoingHttpHeaders,
  ports: WaitingPorts,
): Promise<void> {
  const { suffix, signature, query, executionId: part } = splitResume(address.path, address.query);
  const executionId = partText(part);
  if (incoming.method === 'OPTIONS') {
    Object.assign(headers, openToPages, { 'access-control-allow-methods': allMethods }, preflightHeaders(incoming.headers, undefined));
    responder.response({ status: 204 });
    return;
  }
  if (!isResumeSigned(ports.settings.secret, executionId, signature)) {
    // Ids of executions are random, so nobody learns from this which ones exist.
    responder.response(
      (await ports.ports.resumable(executionId)) === undefined ? notWaiting(kind, executionId, 'unknown') : badSignature(kind),
    );
    return;
  }
  const resumableExecution = await execution(kind, executionId, ports);
  if (resumableExecution?.status === 'waiting') Object.assign(headers, openToPages);
  if (resumableExecution?.status !== 'waiting') {
    responder.response(
      (isForm(kind) ? ports.pages.endingOf(executionId) : undefined) ??
        notWaiting(kind, executionId, resumableExecution?.status ?? 'unknown'),
    );
    return;
  }
  // Items contain the signature, like the rest of the query: their workflow can read it by `$execution.resumeUrl` anyway.
  const signedQuery = [`signature=${signature}`, query].filter((part) => part !== '').join('&');
  const call = new WebhookCall(incoming, { ...address, path: address.path, query: signedQuery }, ports.settings, ports.ports);
  await resumeWaiting(kind, executionId, resumableExecution, suffix, call, responder, ports);
}

/** The request that ends a wait. */
export interface ResumeRequest {
  readonly kind: 'webhook' | 'form';
  readonly methods: readonly string[];
  readonly url: string;
}

/** Returns the request that the waiting node waits for; undefined if it waits for a time only, or its type is not installed. */
export async function resumeRequest(
  executionId: string,
  { workflow, principal, workflowId, nodeName, mode }: Waiting,
  { ports, settings, signal }: Pick<WaitingPorts, 'ports' | 'settings' | 'signal'>,
): Promise<ResumeRequest | undefined> {
  let detachedNode: DetachedNode;
  try {
    detachedNode = await ports.detachedNode(workflow, nodeName, { mode, principal, signal });
  } catch (error) {
    if (errorCodeOf(error) === 'NODE_TYPE_UNKNOWN') return undefined;
    throw error;
  }
  const [first, ...others] = webhooksOfNode(detachedNode, detachedNode.compiled.node, workflowId).filter(({ resumes }) => resumes);
  if (first === undefined) return undefined;
  const kind = first.kind === 'form' ? 'form' : 'webhook';
  const methods = new Set([first, ...others.filter((webhook) => webhook.kind === first.kind)].flatMap((webhook) => webhook.methods));
  const url = resumeUrl(settings.baseUrl(), settings.prefixes[`${kind}-waiting`], settings.secret, executionId, first.path);
  return { kind, methods: [...methods], url };
}

/** Waits a while if a person fills in forms, since the run may be about to reach its next page. */
async function execution(kind: WaitingKind, executionId: string, { ports, pages }: WaitingPorts): Promise<ResumableExecution | undefined> {
  const found = await ports.resumable(executionId);
  if (kind === 'webhook-waiting' || found?.status !== 'running') return found;
  await pages.settled(executionId);
  return ports.resumable(executionId);
}

async function resumeWaiting(
  kind: WaitingKind,
  executionId: string,
  match: Waiting,
  suffix: string,
  call: WebhookCall,
  responder: WebhookResponder,
  waiting: WaitingPorts,
): Promise<void> {
  const { ports, settings, signal } = waiting;
  const { workflow, principal, workflowId, nodeName, mode, staticData } = match;
  responder.called = { workflowId, node: nodeName, executionId };
  const detachedNode = await ports.detachedNode(workflow, nodeName, {
    mode,
    principal,
    signal,
    ...(staticData === undefined ? undefined : { staticData }),
  });
  const webhook = webhookFor(kind, detachedNode, detachedNode.compiled.node, workflowId, call.method, suffix);
  if (typeof webhook === 'string' || Array.isArray(webhook)) {
    responder.response(rejected(kind, webhook as 'none' | readonly string[], executionId, call));
    return;
  }
  const url = resumeUrl(settings.baseUrl(), settings.prefixes[kind], settings.secret, executionId, suffix);
  const context: WebhookContext = Object.assign(detachedNode.context, {
    request: call,
    webhookName: (webhook as DeclaredWebhook).webhookName,
    isTest: mode === 'manual',
    webhookUrl: (name: string) =>
      urlsOf(webhooksOfNode(detachedNode, detachedNode.compiled.node, workflowId), settings, mode === 'manual').get(name),
    resumes: { executionId, url, state: match.state },
  });
  let result: WebhookResult;
  try {
    result = (await detachedNode.type.webhook?.(context)) ?? {};
  } catch (error) {
    await call.discard();
    throw error;
  }
  if (result.items === undefined) {
    responder.response(result.reply ?? { status: 200 });
    await call.discard();
    return;
  }
  const { response } = result;
  const isEarly = response?.from === 'pages' && response.early === true && !(await hasOtherPages(match, waiting));
  await goOn(kind, executionId, isEarly ? { ...result, reply: response.end } : result, detachedNode, call, responder, waiting);
}

/** Whether any node except the waiting node shows form pages. */
async function hasOtherPages(
  { workflow, principal, workflowId, nodeName, mode }: Waiting,
  { ports, signal }: WaitingPorts,
): Promise<boolean> {
  const declared = await webhooksOf(workflow, workflowId, (name) => ports.detachedNode(workflow, name, { mode, principal, signal }));
  return declared.some((webhook) => webhook.resumes && webhook.kind === 'form' && webhook.nodeName !== nodeName);
}

async function goOn(
  kind: WaitingKind,
  executionId: string,
  { items = [], reply, response }: WebhookResult,
  detachedNode: DetachedNode,
  call: WebhookCall,
  webhookResponder: WebhookResponder,
  ports: WaitingPorts,
): Promise<void> {
  webhookResponder.responses = reply === undefined ? response : undefined;
  webhookResponder.hold();
  // If this caller receives an immediate response, the run's response goes to the earlier caller.
  const responder = webhookResponder.responses === undefined ? (ports.held(executionId) ?? webhookResponder) : webhookResponder;
  const staticData = detachedNode.changedStaticData();
  const run = await ports.ports.resume({
    executionId,
    output: items,
    responder,
    ...(staticData === undefined ? undefined : { staticData }),
  });
  if (run === undefined) {
    webhookResponder.reject(notWaiting(kind, executionId, 'running'));
    await call.discard();
    return;
  }
  await ports.follow(kind, run, webhookResponder, reply ?? (response === undefined ? { status: 200 } : undefined));
}

/** Returns the node's webhook for this request, the methods that it accepts, or `none`. */
function webhookFor(
  kind: WaitingKind,
  detachedNode: DetachedNode,
  node: WorkflowNode,
  workflowId: string,
  method: string,
  suffix: string,
): DeclaredWebhook | readonly string[] | 'none' {
  const requested = kind === 'form-waiting' ? 'form' : 'webhook';
  const path = canonicalPath(suffix);
  const there = webhooksOfNode(detachedNode, node, workflowId).filter(
    (webhook) => webhook.resumes && webhook.kind === requested && canonicalPath(webhook.path) === path,
  );
  if (there.length === 0) return 'none';
  return there.find(({ methods }) => methods.includes(method)) ?? there.flatMap(({ methods }) => methods);
}

function rejected(kind: WaitingKind, why: 'none' | readonly string[], executionId: string, call: WebhookCall): WebhookReply {
  if (why !== 'none') return unknownMethod(kind, call.method, call.path, why);
  // The run waits for something else while a person waits for its next page.
  return kind === 'form-waiting' && call.method === 'GET' ? workingPage() : notWaiting(kind, executionId, 'elsewhere');
}
