// Requests that start a run: finds the webhook, lets its node handle the request, and starts the run.
import { AppError } from '../contract/errors.ts';
import type { AdmittedWorkflow, DetachedNode } from '../execution/index.ts';
import type { WebhookResult } from '../sdk/index.ts';
import type { Entry, Target } from './entries.ts';
import { failureReply } from './last-node.ts';
import { canonicalPath } from './path.ts';
import type { WebhookPorts } from './ports.ts';
import { testKey, type Registrations } from './registrations.ts';
import { closing, unknownMethod, unknownPath, withoutPath } from './rejections.ts';
import { corsHeaders, preflightHeaders } from './response-headers.ts';
import type { RunResponses } from './run-responses.ts';
import { webhookSpaceOf } from './settings.ts';
import type { Lookup, WebhookTable } from './table.ts';
import type { TestCalls } from './test-calls.ts';
import type { WebhookCall } from './webhook-call.ts';

/** Maximum length of a path. */
const MAX_PATH = 8192;

export interface StartingCallsParts {
  readonly ports: WebhookPorts;
  readonly production: WebhookTable<Target>;
  readonly tests: TestCalls<Target>;
  readonly registrations: Registrations;
  readonly responses: RunResponses;
  /** Aborted when the webhooks stop. */
  readonly signal: AbortSignal;
}

type Match = Extract<Lookup<Target>, { readonly entry: unknown }>;

export class StartingCalls {
  readonly #parts: StartingCallsParts;

  constructor(parts: StartingCallsParts) {
    this.#parts = parts;
  }

  async handle(call: WebhookCall): Promise<void> {
    const { kind, method, address, tablePath } = call;
    const lookup = address.path.length > MAX_PATH ? undefined : this.#table(call).lookup(method, tablePath);
    if (lookup === undefined && webhookSpaceOf(kind) !== 'mcp' && canonicalPath(address.path) === '') {
      await call.end(withoutPath(method, address.prefix));
    } else if (lookup === undefined) {
      await call.end(unknownPath(kind, method, address.path, this.#table(call, !call.isTest).lookup(method, tablePath) !== undefined));
    } else if ('entry' in lookup) {
      await this.#start(call, lookup);
    } else if (method === 'OPTIONS') {
      await this.#preflight(call, lookup.methods);
    } else {
      await call.end(unknownMethod(kind, method, address.path, lookup.methods));
    }
  }

  #table({ isTest }: WebhookCall, usesTests = isTest): Pick<WebhookTable<Target>, 'lookup'> {
    return usesTests ? this.#parts.tests : this.#parts.production;
  }

  async #start(call: WebhookCall, { entry, params }: Match): Promise<void> {
    const { workflowId, nodeName, webhookName, payload } = entry;
    call.log.called = { workflowId, node: nodeName };
    const workflow = await this.#workflowOf(entry);
    const detachedNode = await this.#detachedNode(entry, workflow);
    this.#allowOrigin(call, entry, detachedNode);
    const isTest = payload.test !== undefined;
    const result = await call.callNode(detachedNode, { workflowId, name: webhookName, isTest, params });
    if (result.items === undefined && result.input === undefined && result.failure === undefined) {
      const staticData = detachedNode.changedStaticData();
      if (staticData !== undefined && !isTest) void this.#parts.ports.keepStaticData?.(workflowId, staticData);
      await call.end(result.reply ?? { status: 200 });
      return;
    }
    // The workflow may have been deleted or deactivated while the body arrived.
    const isRemoved = !isTest && this.#parts.production.of(workflowId).length === 0;
    if (isRemoved) await call.end(unknownPath(call.kind, call.method, call.address.path, false));
    else if (this.#parts.signal.aborted) await call.end(closing(call.kind));
    else await this.#run(call, entry, workflow, detachedNode, result);
  }

  /** Starts the run of a request that its node has accepted. */
  async #run(
    call: WebhookCall,
    entry: Entry,
    workflow: AdmittedWorkflow,
    detachedNode: DetachedNode,
    result: WebhookResult,
  ): Promise<void> {
    const { workflowId, nodeName, payload } = entry;
    const { test, hasPages } = payload;
    const reply = result.failure === undefined ? immediateReply(result, hasPages) : failureReply(result.failure);
    if (result.failure !== undefined) call.log.failed(result.failure);
    call.responder.hold(reply === undefined ? result.response : undefined);
    const hints = call.responder.hintsFor(result);
    const staticData = detachedNode.changedStaticData();
    const run = this.#parts.ports.start({
      workflowId,
      workflow: workflow.file,
      principal: workflow.principal,
      mode: test === undefined ? 'webhook' : 'manual',
      startNode: nodeName,
      ...(result.input === undefined ? { output: result.items ?? [] } : { items: result.input }),
      responder: call.responder,
      ...(result.failure === undefined ? undefined : { failed: result.failure }),
      ...(hints.length === 0 ? undefined : { hints }),
      ...(result.customData === undefined ? undefined : { customData: result.customData }),
      ...(staticData === undefined ? undefined : { staticData }),
      ...(test === undefined ? undefined : { test }),
    });
    if (test !== undefined) this.#parts.tests.received(workflowId, run.executionId);
    await this.#parts.responses.follow(call, run, reply);
  }

  async #preflight(call: WebhookCall, methods: readonly string[]): Promise<void> {
    const { headers } = call.incoming;
    const method = headers['access-control-request-method']?.toUpperCase() ?? methods[0] ?? 'GET';
    const lookup = this.#table(call).lookup(method, call.tablePath);
    if (lookup !== undefined && 'entry' in lookup) {
      const { context } = await this.#detachedNode(lookup.entry, await this.#workflowOf(lookup.entry));
      const allowed = context.param('options.allowedOrigins');
      const cors = corsHeaders(headers.origin, allowed, methods);
      call.responder.addHeaders(cors);
      if ('access-control-allow-origin' in cors) call.responder.addHeaders(preflightHeaders(headers, allowed));
    }
    await call.end({ status: 204, headers: { allow: ['OPTIONS', ...[...methods].sort()].join(', ') } });
  }

  /** Lets the page that sent the request read the response, if the node allows its origin. */
  #allowOrigin(call: WebhookCall, { method }: Entry, { context }: DetachedNode): void {
    const { origin } = call.incoming.headers;
    if (origin === undefined) return;
    const lookup = this.#table(call).lookup('OPTIONS', call.tablePath);
    const methods = lookup !== undefined && 'methods' in lookup ? lookup.methods : [method];
    call.responder.addHeaders(corsHeaders(origin, context.param('options.allowedOrigins'), methods));
  }

  /** Throws WEBHOOK_NOT_FOUND if the workflow is no longer active. */
  #workflowOf({ workflowId, payload }: Entry): AdmittedWorkflow | Promise<AdmittedWorkflow> {
    payload.workflow ??= this.#load(workflowId, payload);
    return payload.workflow;
  }

  async #load(workflowId: string, payload: Target): Promise<AdmittedWorkflow> {
    let workflow: AdmittedWorkflow | undefined;
    try {
      workflow = await this.#parts.ports.activeWorkflow(workflowId);
      if (workflow === undefined) throw new AppError('WEBHOOK_NOT_FOUND', 'The workflow of this webhook is no longer active.');
      return workflow;
    } finally {
      payload.workflow = workflow;
    }
  }

  #detachedNode({ nodeName, workflowId, payload }: Entry, { file, principal }: AdmittedWorkflow): Promise<DetachedNode> {
    const { ports, registrations, signal } = this.#parts;
    const isTest = payload.test !== undefined;
    return ports.detachedNode(file, nodeName, {
      mode: isTest ? 'manual' : 'webhook',
      principal,
      signal,
      latestStaticData: isTest ? undefined : ports.latestStaticData?.(workflowId, file),
      staticData:
        (isTest ? (registrations.staticDataOf(testKey(workflowId)) ?? payload.staticData) : undefined) ?? ports.staticData?.(workflowId),
    });
  }
}

/** Returns the response if it does not depend on the run. */
function immediateReply({ reply, response }: WebhookResult, hasPages: boolean): WebhookResult['reply'] {
  if (reply !== undefined) return reply;
  if (response === undefined) return { status: 200 };
  return response.from === 'pages' && response.early === true && !hasPages ? response.end : undefined;
}
