// Requests that resume a waiting execution: signature, waiting node, its response, and the resumed run.
import { errorCodeOf } from '../contract/errors.ts';
import type { DetachedNode } from '../execution/index.ts';
import type { WebhookReply, WebhookResult } from '../sdk/index.ts';
import { webhooksOf, webhooksOfNode, type DeclaredWebhook } from './declared.ts';
import { canonicalPath, partText } from './path.ts';
import type { ResumableExecution, WebhookPorts } from './ports.ts';
import { badSignature, isForm, notWaiting, unknownMethod, withoutPath, workingPage } from './rejections.ts';
import { preflightHeaders } from './response-headers.ts';
import { isResumeSigned, splitResume, type ResumeAddress, type resumeUrls } from './resume-url.ts';
import type { RunResponses } from './run-responses.ts';
import type { WaitingKind } from './settings.ts';
import type { WebhookCall } from './webhook-call.ts';

export interface WaitingCallsParts {
  readonly ports: WebhookPorts;
  /** Secret that signs the URLs. */
  readonly secret: string;
  readonly resumeUrl: ReturnType<typeof resumeUrls>;
  readonly responses: RunResponses;
  /** Aborted when the webhooks stop. */
  readonly signal: AbortSignal;
}

/** Headers that let pages of all sites read the response, because the caller knows the signed address. */
const openToPages = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': 'Content-Type',
};

const allMethods = 'OPTIONS, DELETE, GET, HEAD, PATCH, POST, PUT';

type Waiting = Extract<ResumableExecution, { readonly status: 'waiting' }>;

/** What a node of a waiting execution waits for, apart from the time. */
export interface NodeWait {
  readonly nodeName: string;
  readonly request?: ResumeRequest;
}

/** The request that ends a wait. */
export interface ResumeRequest {
  readonly kind: 'webhook' | 'form';
  readonly methods: readonly string[];
  readonly url: string;
}

export class WaitingCalls {
  readonly #parts: WaitingCallsParts;

  constructor(parts: WaitingCallsParts) {
    this.#parts = parts;
  }

  async handle(kind: WaitingKind, call: WebhookCall): Promise<void> {
    const { path, prefix, query } = call.address;
    if (canonicalPath(path) === '') {
      await call.end(withoutPath(call.method, prefix));
      return;
    }
    if (call.method === 'OPTIONS') {
      const preflight = preflightHeaders(call.incoming.headers, undefined);
      call.responder.addHeaders({ ...openToPages, 'access-control-allow-methods': allMethods, ...preflight });
      await call.end({ status: 204 });
      return;
    }
    const address = splitResume(path, query);
    const executionId = partText(address.executionId);
    if (!isResumeSigned(this.#parts.secret, executionId, address.signature)) {
      // Ids of executions are random, so nobody learns from this which ones exist.
      const isKnown = (await this.#parts.ports.resumable(executionId)) !== undefined;
      await call.end(isKnown ? badSignature(kind) : notWaiting(kind, executionId, 'unknown'));
      return;
    }
    const question = new URLSearchParams(address.query).get('call') ?? undefined;
    const execution = await this.#execution(kind, executionId, question);
    if (execution?.status === 'waiting') {
      call.responder.addHeaders(openToPages);
      await this.#resume(kind, call, { ...address, executionId }, execution);
    } else {
      const ending = isForm(kind) ? await this.#parts.responses.pages.endingOf(executionId) : undefined;
      await call.end(ending ?? notWaiting(kind, executionId, execution?.status ?? 'unknown'));
    }
  }

  /** Returns the node of a waiting execution, with the request that it waits for, if any; undefined if no node of it waits. `question`: id of the question that the node asks. */
  async waitOf(executionId: string, question?: string): Promise<NodeWait | undefined> {
    const execution = await this.#parts.ports.resumable(executionId, question);
    if (execution?.status !== 'waiting') return undefined;
    const request = await this.#requestOf(executionId, execution);
    return { nodeName: execution.nodeName, ...(request === undefined ? {} : { request }) };
  }

  /** Returns undefined if the node waits for a time only, or its type is not installed. */
  async #requestOf(executionId: string, execution: Waiting): Promise<ResumeRequest | undefined> {
    const detachedNode = await this.#detachedNode(execution).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'NODE_TYPE_UNKNOWN') throw error;
    });
    const webhooks = detachedNode === undefined ? [] : resumingWebhooks(detachedNode, execution);
    const [first] = webhooks;
    if (first === undefined) return undefined;
    const kind = first.kind === 'form' ? 'form' : 'webhook';
    const methods = new Set(webhooks.filter((webhook) => webhook.kind === first.kind).flatMap((webhook) => webhook.methods));
    const url = this.#parts.resumeUrl(`${kind}-waiting`, executionId, first.path);
    return { kind, methods: [...methods], url: execution.question === undefined ? url : `${url}&call=${execution.question.id}` };
  }

  /** Waits a while if a person fills in forms, since the run may be about to reach its next page. */
  async #execution(kind: WaitingKind, executionId: string, question: string | undefined): Promise<ResumableExecution | undefined> {
    const { ports, responses } = this.#parts;
    const execution = await ports.resumable(executionId, question);
    if (kind === 'webhook-waiting' || execution?.status !== 'running') return execution;
    await responses.pages.settled(executionId);
    return ports.resumable(executionId, question);
  }

  async #resume(
    kind: WaitingKind,
    call: WebhookCall,
    { executionId, suffix, signature, query }: ResumeAddress,
    execution: Waiting,
  ): Promise<void> {
    const { workflowId, nodeName, mode, state, staticData } = execution;
    call.log.called = { workflowId, node: nodeName, executionId };
    const detachedNode = await this.#detachedNode(execution, staticData);
    const path = canonicalPath(suffix);
    const webhooks = resumingWebhooks(detachedNode, execution).filter(
      (webhook) => `${webhook.kind}-waiting` === kind && canonicalPath(webhook.path) === path,
    );
    const webhook = webhooks.find(({ methods }) => methods.includes(call.method));
    if (webhook === undefined) {
      await call.end(rejection(kind, call, executionId, webhooks));
      return;
    }
    const result = await call.callNode(detachedNode, {
      workflowId,
      name: webhook.webhookName,
      isTest: mode === 'manual',
      // Items contain the signature, like the rest of the query: their workflow can read it by `$execution.resumeUrl` anyway.
      query: [`signature=${signature}`, query].filter((part) => part !== '').join('&'),
      resumes: {
        executionId,
        url: this.#parts.resumeUrl(kind, executionId, suffix),
        state,
        ...(execution.question === undefined ? {} : { question: execution.question }),
      },
    });
    if (result.items === undefined) {
      await call.end(result.reply ?? { status: 200 });
      return;
    }
    const { response } = result;
    const isEarly = response?.from === 'pages' && response.early === true && !(await this.#hasOtherPages(execution));
    const accepted = isEarly ? { ...result, reply: response.end } : result;
    await this.#run(kind, call, { executionId, question: execution.question?.id }, accepted, detachedNode);
  }

  /** Resumes the run after a request that its node has accepted. */
  async #run(
    kind: WaitingKind,
    call: WebhookCall,
    { executionId, question }: { readonly executionId: string; readonly question: string | undefined },
    { items = [], reply, response }: WebhookResult,
    detachedNode: DetachedNode,
  ): Promise<void> {
    const { ports, responses } = this.#parts;
    call.responder.hold(reply === undefined ? response : undefined);
    // If this caller receives an immediate response, the run's response goes to the earlier caller.
    const responder = call.responder.source === undefined ? responses.responderOf(executionId) : call.responder;
    const staticData = detachedNode.changedStaticData();
    const run = await ports.resume({
      executionId,
      output: items,
      ...(question === undefined ? {} : { question }),
      ...(responder === undefined ? undefined : { responder }),
      ...(staticData === undefined ? undefined : { staticData }),
    });
    if (run === undefined) {
      await call.end(notWaiting(kind, executionId, 'running'));
      return;
    }
    await responses.follow(call, run, reply ?? (response === undefined ? { status: 200 } : undefined));
    const end = await run.done.catch(() => undefined);
    if (end !== undefined) responses.ended(executionId, end.result);
  }

  /** Whether any node except the waiting node shows form pages. */
  async #hasOtherPages(execution: Waiting): Promise<boolean> {
    const { workflow, workflowId, nodeName } = execution;
    const declared = await webhooksOf(workflow, workflowId, (name) => this.#detachedNode({ ...execution, nodeName: name }));
    return declared.some((webhook) => webhook.resumes && webhook.kind === 'form' && webhook.nodeName !== nodeName);
  }

  #detachedNode({ workflow, nodeName, mode, principal }: Waiting, staticData?: Waiting['staticData']): Promise<DetachedNode> {
    const { ports, signal } = this.#parts;
    return ports.detachedNode(workflow, nodeName, { mode, principal, signal, ...(staticData === undefined ? undefined : { staticData }) });
  }
}

const resumingWebhooks = (detachedNode: DetachedNode, { workflowId }: Waiting): readonly DeclaredWebhook[] =>
  webhooksOfNode(detachedNode, detachedNode.compiled.node, workflowId).filter(({ resumes }) => resumes);

/** Returns the response if no webhook of the waiting node has this method. `webhooks`: those with the path of the request. */
function rejection(kind: WaitingKind, call: WebhookCall, executionId: string, webhooks: readonly DeclaredWebhook[]): WebhookReply {
  if (webhooks.length > 0) return unknownMethod(kind, call.method, call.address.path, webhooks.flatMap(({ methods }) => methods)); // oxfmt-ignore
  // The run waits for something else while a person waits for its next page.
  return kind === 'form-waiting' && call.method === 'GET' ? workingPage() : notWaiting(kind, executionId, 'elsewhere');
}
