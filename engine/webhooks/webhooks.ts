// Opens and closes the webhooks of workflows, and responds to requests: to production, test and waiting webhooks.
import type { OutgoingHttpHeaders } from 'node:http';
import { AppError } from '../contract/errors.ts';
import type { RunResult } from '../contract/run-data.ts';
import type { AdmittedWorkflow, DetachedNode } from '../execution/index.ts';
import type { Responder, WebhookContext, WebhookResult } from '../sdk/index.ts';
import { WorkflowGraph } from '../workflow/graph/graph.ts';
import { parentsOf } from '../workflow/graph/walk.ts';
import { immediateReply } from './immediate-reply.ts';
import { WebhookCall, type CallAddress } from './call.ts';
import { logFailedCall } from './call-log.ts';
import { corsHeaders, preflightHeaders } from './response-headers.ts';
import { addressesOf, assertCallersCanPass, urlsOf, webhooksOf, webhooksOfNode } from './declared.ts';
import { entriesOf, registrationOf, testAddresses, type Entry, type Target, type TestAddress } from './entries.ts';
import { WebhookResponder } from './webhook-responder.ts';
import { failureReply, resultOfWait } from './last-node.ts';
import { WaitingCallers } from './waiting-callers.ts';
import { PageRuns } from './page-runs.ts';
import type { IncomingCall, OutgoingResponse, TestCall, WebhookPorts, WebhookRun } from './ports.ts';
import { canonicalPath } from './path.ts';
import { closing, failure, goesOnLater, isPartOfProduct, notPartOfProduct, unknownMethod, unknownPath, withoutPath } from './rejections.ts';
import { Registrations } from './registrations.ts';
import { resumeUrl } from './resume-url.ts';
import { webhookKinds, type WebhookKind, type WebhookSettings } from './settings.ts';
import { WebhookConflict, WebhookTable, type Lookup } from './table.ts';
import { TestCalls } from './test-calls.ts';
import { respondToWaiting, resumeRequest, type ResumeRequest } from './waiting.ts';

/** A workflow's production webhooks in their stored form. */
export interface WorkflowWebhooks {
  readonly entries: readonly Pick<Entry, 'nodeName' | 'webhookName' | 'method' | 'path'>[];
  readonly hasPages: boolean;
}

/** Maximum length of a path. */
const MAX_PATH = 8192;

/** What a node of a waiting execution waits for, apart from the time. */
interface NodeWait {
  readonly nodeName: string;
  readonly request?: ResumeRequest;
}

export class Webhooks {
  readonly #ports: WebhookPorts;
  readonly #settings: WebhookSettings;
  readonly #production = new WebhookTable<Target>();
  readonly #tests: TestCalls<Target>;
  readonly #registrations: Registrations;
  readonly #pages: PageRuns;
  /** Longest first, since one prefix may start with another. */
  readonly #prefixes: readonly (readonly [prefix: string, kind: WebhookKind])[];
  readonly #closing = new AbortController();
  #isClosing = false;
  readonly #held = new WaitingCallers();

  constructor(ports: WebhookPorts, settings: WebhookSettings) {
    this.#ports = ports;
    this.#settings = settings;
    this.#registrations = new Registrations(ports, settings);
    this.#tests = new TestCalls(ports.clock, settings.testLifetime, (event) => {
      this.#registrations.remove(testKey(event.workflowId)).catch(() => undefined);
      ports.onTestWebhook(event);
    });
    this.#pages = new PageRuns(ports.clock, settings.patience, (executionId) => this.resumeUrl('form-waiting', executionId));
    this.#prefixes = webhookKinds
      .map((kind) => [`${settings.basePath}/${settings.prefixes[kind]}`, kind] as const)
      .sort(([a], [b]) => b.length - a.length);
  }

  /**
   * Replaces the production webhooks of a workflow and returns their number. If one is taken, none is opened and WEBHOOK_CONFLICT is thrown, with
   * the path, and the other workflow if it may be named.
   */
  async open(workflowId: string, workflow: AdmittedWorkflow): Promise<number> {
    const entries = await this.#entries(workflowId, workflow);
    await this.#naming(workflow, () => this.#production.add(workflowId, entries));
    return entries.length;
  }

  /** Replaces a conflict with a workflow that may be named by one that names it. */
  async #naming({ file, principal }: AdmittedWorkflow, add: () => void): Promise<void> {
    try {
      add();
    } catch (error) {
      if (!(error instanceof WebhookConflict) || error.otherWorkflowId === String(file.id)) throw error;
      throw (await this.#ports.mayName?.(principal, error.otherWorkflowId)) === true ? error.named() : error;
    }
  }

  /**
   * Registers the open production webhooks of a workflow at their services, for nodes that do so. Throws the NodeError of the first service that
   * refuses; nothing then stays registered.
   */
  register(workflowId: string, workflow: AdmittedWorkflow): Promise<void> {
    return this.#registrations.add(workflowId, registrationOf(workflowId, workflow, this.#production.of(workflowId), false));
  }

  /** Returns the open production webhooks of a workflow. A form, which is fetched and submitted, is one. */
  addresses(workflowId: string): ReturnType<typeof addressesOf> {
    return addressesOf(this.#production.of(workflowId), this.#settings);
  }

  /** Removes the webhooks of a workflow from their services. Never rejects. */
  unregister(workflowId: string): Promise<void> {
    return this.#registrations.remove(workflowId);
  }

  /** Throws NodeError CREDENTIAL_NOT_FOUND if a node would refuse all its callers. */
  assertCallersCanPass({ file, principal }: AdmittedWorkflow): Promise<void> {
    const { signal } = this.#closing;
    return assertCallersCanPass(file, (name) => this.#ports.detachedNode(file, name, { mode: 'trigger', principal, signal }));
  }

  /** Registers a workflow's production webhooks without loading it; the first request or `open` loads it. Throws WEBHOOK_CONFLICT. */
  expect(workflowId: string, workflowName: string, { entries, hasPages }: WorkflowWebhooks): void {
    const payload: Target = { workflow: undefined, hasPages };
    this.#production.add(
      workflowId,
      entries.map((entry) => ({ ...entry, workflowId, workflowName, payload })),
    );
  }

  /** Returns a workflow's production webhooks, to be passed to `expect` at a later start. */
  productionOf(workflowId: string): WorkflowWebhooks {
    const open = this.#production.of(workflowId);
    const entries = open.map(({ nodeName, webhookName, method, path }) => ({ nodeName, webhookName, method, path }));
    return { entries, hasPages: open[0]?.payload.hasPages ?? false };
  }

  /** Closes the production webhooks of a workflow. */
  close(workflowId: string): void {
    this.#production.remove(workflowId);
  }

  /**
   * Waits for one request to the workflow's test URLs, and returns them. There are none if there is nothing to wait for: no node leading to the
   * destination has a webhook, or all such nodes are pinned. Throws WEBHOOK_CONFLICT, and the NodeError of a service that refuses the test URL.
   */
  async openTest(workflowId: string, workflow: AdmittedWorkflow, test: TestCall = {}): Promise<readonly TestAddress[]> {
    const { destination, pinData, start } = test;
    const only =
      destination === undefined ? undefined : new Set([destination, ...parentsOf(new WorkflowGraph(workflow.file), destination)]);
    const all = await this.#entries(workflowId, workflow, test);
    const entries = all.filter(
      ({ nodeName }) =>
        only?.has(nodeName) !== false &&
        (start === undefined || nodeName === start) &&
        (pinData === undefined || !Object.hasOwn(pinData, nodeName)),
    );
    if (entries.length === 0) return [];
    await this.#naming(workflow, () => this.#tests.add(workflowId, entries, test));
    try {
      await this.#registrations.add(testKey(workflowId), registrationOf(workflowId, workflow, entries, true));
    } catch (error) {
      this.#tests.remove(workflowId);
      throw error;
    }
    return testAddresses(entries, this.#settings);
  }

  /** Stops waiting for a test request; returns false if the workflow was not waiting, or another user than the given one waits. */
  closeTest(workflowId: string, userId?: string): boolean {
    return this.#tests.remove(workflowId, userId);
  }

  /** Returns the kind of webhook that a URL belongs to; undefined if none. `url`: a path, as in node:http. */
  kindOf(url: string): WebhookKind | undefined {
    return this.#prefixes.find(([prefix]) => url.startsWith(prefix) && ['/', '?', undefined].includes(url[prefix.length]))?.[1];
  }

  /** Returns the signed URL that resumes an execution. */
  resumeUrl(endpoint: 'webhook-waiting' | 'form-waiting', executionId: string): string {
    const { baseUrl, prefixes, secret } = this.#settings;
    return resumeUrl(baseUrl(), prefixes[endpoint], secret, executionId);
  }

  /** Returns the node of a waiting execution, with the request that it waits for, if any; undefined if no node of it waits. */
  async waitOf(executionId: string): Promise<NodeWait | undefined> {
    const found = await this.#ports.resumable(executionId);
    if (found?.status !== 'waiting') return undefined;
    const request = await resumeRequest(executionId, found, this.#waitingRoom());
    return { nodeName: found.nodeName, ...(request === undefined ? {} : { request }) };
  }

  /** Returns the caller that still waits for the response of a waiting execution, for use when the execution is resumed by the clock. */
  responderOf(executionId: string): Responder | undefined {
    return this.#held.newest(executionId);
  }

  /** Called when a run has ended or is waiting again, to respond to its callers. */
  runEnded(executionId: string, result: RunResult): void {
    this.#pages.ended(executionId, result);
    if (result.status !== 'waiting') this.#held.settle(executionId, result);
  }

  /** Ids of the waiting executions whose callers still wait for a response. */
  get heldExecutions(): readonly string[] {
    return this.#held.executions;
  }

  /** Called when a waiting execution was stopped or deleted, so that its callers do not wait for it any longer. */
  waitEnded(executionId: string): void {
    const now = this.#ports.clock.now();
    this.runEnded(executionId, { status: 'canceled', mode: 'webhook', startedAt: now, stoppedAt: now, resultData: { runData: {} } });
  }

  /** Responds to every further request with 503. Callers that already wait for a run still receive its response. */
  rejectCalls(): void {
    this.#isClosing = true;
  }

  /**
   * Handles a request. Never rejects; resolves once the response was sent and the run it started has ended or is waiting. `isSeparateOrigin`:
   * whether the request arrived at an origin that does not serve the product itself.
   */
  async handle(kind: WebhookKind, incoming: IncomingCall, outgoing: OutgoingResponse, isSeparateOrigin = false): Promise<void> {
    const headers: OutgoingHttpHeaders = {};
    const { binary, logger } = this.#ports;
    const rules = { hiddenCookies: this.#settings.hiddenCookies, isSeparateOrigin };
    const responder = new WebhookResponder(outgoing, { binary, logger, isHead: incoming.method === 'HEAD', headers, rules });
    responder.onFailure = (error) => logFailedCall(logger, kind, incoming, responder.called, error);
    try {
      if (this.#isClosing) {
        responder.response(closing(kind));
        return;
      }
      if (!isSeparateOrigin && isPartOfProduct(incoming.headers)) {
        responder.response(notPartOfProduct(kind));
        return;
      }
      const address = this.#addressOf(kind, incoming.url ?? '/');
      if (kind === 'webhook-waiting' || kind === 'form-waiting') {
        if (canonicalPath(address.path) === '') responder.response(withoutPath(incoming.method ?? 'GET', address.prefix));
        else await respondToWaiting(kind, incoming, address, responder, headers, this.#waitingRoom());
      } else {
        await this.#route(kind, incoming, address, responder, headers);
      }
    } catch (error) {
      logFailedCall(logger, kind, incoming, responder.called, error);
      responder.reject(failure(kind, error));
    }
  }

  /** Tells callers whose runs are waiting that they will not receive a response. */
  endHeld(): void {
    this.#held.endAll(goesOnLater);
  }

  /** Stops all waiting for test requests, removes them from their services, and aborts running nodes. */
  async stop(): Promise<void> {
    this.#closing.abort();
    this.#tests.stop();
    await this.#registrations.endTests();
  }

  async #route(
    kind: WebhookKind,
    incoming: IncomingCall,
    address: CallAddress,
    responder: WebhookResponder,
    headers: OutgoingHttpHeaders,
  ): Promise<void> {
    const { method = 'GET' } = incoming;
    const space = kind.split('-')[0] ?? kind;
    const isTest = kind.endsWith('-test');
    const path = `${space}/${address.path}`;
    const [table, other] = isTest ? [this.#tests, this.#production] : [this.#production, this.#tests];
    const lookup = address.path.length > MAX_PATH ? undefined : table.lookup(method, path);
    if (lookup === undefined && space !== 'mcp' && canonicalPath(address.path) === '') {
      responder.response(withoutPath(method, address.prefix));
    } else if (lookup === undefined) {
      responder.response(unknownPath(kind, method, address.path, other.lookup(method, path) !== undefined));
    } else if ('entry' in lookup) {
      await this.#call(kind, lookup, incoming, address, responder, headers);
    } else if (method === 'OPTIONS') {
      await this.#preflight(lookup.methods, table.lookup(preflightMethod(incoming, lookup.methods), path), incoming, responder, headers);
    } else {
      responder.response(unknownMethod(kind, method, address.path, lookup.methods));
    }
  }

  async #call(
    kind: WebhookKind,
    { entry, params }: Extract<Lookup<Target>, { readonly entry: unknown }>,
    incoming: IncomingCall,
    address: CallAddress,
    responder: WebhookResponder,
    headers: OutgoingHttpHeaders,
  ): Promise<void> {
    responder.called = { workflowId: entry.workflowId, node: entry.nodeName };
    const workflow = await this.#workflowOf(entry);
    const detachedNode = await this.#detachedNode(entry, workflow);
    const { origin } = incoming.headers;
    if (origin !== undefined) {
      const methods = this.#methodsAt(kind, address.path, entry.method);
      Object.assign(headers, corsHeaders(origin, detachedNode.context.param('options.allowedOrigins'), methods));
    }
    const call = new WebhookCall(incoming, address, this.#settings, this.#ports);
    call.params = params;
    const isTest = entry.payload.test !== undefined;
    const context: WebhookContext = Object.assign(detachedNode.context, {
      request: call,
      webhookName: entry.webhookName,
      isTest,
      webhookUrl: (name: string) =>
        urlsOf(webhooksOfNode(detachedNode, detachedNode.compiled.node, entry.workflowId), this.#settings, isTest).get(name),
    });
    let result: WebhookResult;
    try {
      result = (await detachedNode.type.webhook?.(context)) ?? {};
    } catch (error) {
      await call.discard();
      throw error;
    }
    const staticData = detachedNode.changedStaticData();
    if (result.items === undefined && result.failure === undefined) {
      if (staticData !== undefined && !isTest) void this.#ports.keepStaticData?.(entry.workflowId, staticData);
      responder.response(result.reply ?? { status: 200 });
      await call.discard();
      return;
    }
    const { workflowId, nodeName, payload } = entry;
    const { test } = payload;
    // The workflow may have been deleted or deactivated while the body arrived.
    const isGone = !isTest && this.#production.of(workflowId).length === 0;
    if (isGone || this.#closing.signal.aborted) {
      responder.response(isGone ? unknownPath(kind, call.method, address.path, false) : closing(kind));
      await call.discard();
      return;
    }
    const reply = result.failure === undefined ? immediateReply(result, payload.hasPages) : failureReply(result.failure);
    if (result.failure !== undefined) responder.onFailure?.(result.failure);
    responder.responses = reply === undefined ? result.response : undefined;
    responder.hold();
    const hints = responder.hintsFor(result);
    const run = this.#ports.start({
      workflowId,
      workflow: workflow.file,
      principal: workflow.principal,
      mode: isTest ? 'manual' : 'webhook',
      startNode: nodeName,
      output: result.items ?? [],
      ...(result.failure === undefined ? undefined : { failed: result.failure }),
      ...(hints.length === 0 ? undefined : { hints }),
      ...(result.customData === undefined ? undefined : { customData: result.customData }),
      responder: responder,
      ...(staticData === undefined ? undefined : { staticData }),
      ...(test === undefined ? undefined : { test }),
    });
    if (isTest) this.#tests.received(workflowId, run.executionId);
    await this.#follow(kind, run, responder, reply);
  }

  /** Responds once the start is stored, and waits for the end if the response depends on it. */
  async #follow(kind: WebhookKind, run: WebhookRun, responder: WebhookResponder, reply: WebhookResult['reply']): Promise<void> {
    const { logger } = this.#ports;
    const { executionId } = run;
    if (responder.called !== undefined) responder.called = { ...responder.called, executionId };
    const ended = run.done.then(
      (outcome) => outcome,
      (error: unknown) => {
        logger.error(`An execution started by a webhook could not run: ${String(error)}`, { ...responder.called, executionId });
        return undefined;
      },
    );
    try {
      await run.started;
    } catch (error) {
      logger.error(`The start of an execution could not be saved: ${String(error)}`, { ...responder.called, executionId });
      responder.reject(failure(kind, error));
      return;
    }
    responder.release();
    if (reply !== undefined) responder.response(reply);
    const { responses } = responder;
    if (responses?.from === 'pages') {
      const result = ended.then((outcome) => outcome?.result);
      await this.#pages.lead(executionId, result, responder, responses);
      return;
    }
    const outcome = await ended;
    if (outcome === undefined) responder.response(failure(kind, undefined));
    else if (outcome.result.status !== 'waiting') responder.settle(outcome.result);
    else {
      // The node that waits is the last one for now.
      const result = this.#isClosing || responses?.from !== 'lastNode' ? undefined : resultOfWait(outcome);
      if (result === undefined) this.#held.add(executionId, responder);
      else responder.settle(result);
    }
  }

  /** Returns the registered methods of a path. `known`: a method that is registered for certain. */
  #methodsAt(kind: WebhookKind, path: string, known: string): readonly string[] {
    const table = kind.endsWith('-test') ? this.#tests : this.#production;
    const found = table.lookup('OPTIONS', `${kind.split('-')[0] ?? kind}/${path}`);
    return found !== undefined && 'methods' in found ? found.methods : [known];
  }

  async #preflight(
    methods: readonly string[],
    lookup: Lookup<Target> | undefined,
    incoming: IncomingCall,
    responder: WebhookResponder,
    headers: OutgoingHttpHeaders,
  ): Promise<void> {
    const { origin } = incoming.headers;
    if (lookup !== undefined && 'entry' in lookup) {
      const { context } = await this.#detachedNode(lookup.entry, await this.#workflowOf(lookup.entry));
      const allowed = context.param('options.allowedOrigins');
      Object.assign(headers, corsHeaders(origin, allowed, methods));
      if ('access-control-allow-origin' in headers) Object.assign(headers, preflightHeaders(incoming.headers, allowed));
    }
    responder.response({ status: 204, headers: { allow: ['OPTIONS', ...[...methods].sort()].join(', ') } });
  }

  /** Throws WEBHOOK_NOT_FOUND if the workflow is no longer active. */
  #workflowOf({ workflowId, payload }: Entry): AdmittedWorkflow | Promise<AdmittedWorkflow> {
    payload.workflow ??= this.#load(workflowId, payload);
    return payload.workflow;
  }

  async #load(workflowId: string, payload: Target): Promise<AdmittedWorkflow> {
    let workflow: AdmittedWorkflow | undefined;
    try {
      workflow = await this.#ports.activeWorkflow(workflowId);
      if (workflow === undefined) throw new AppError('WEBHOOK_NOT_FOUND', 'The workflow of this webhook is no longer active.');
      return workflow;
    } finally {
      payload.workflow = workflow;
    }
  }

  #detachedNode({ nodeName, workflowId, payload }: Entry, { file, principal }: AdmittedWorkflow): Promise<DetachedNode> {
    const isTest = payload.test !== undefined;
    return this.#ports.detachedNode(file, nodeName, {
      mode: isTest ? 'manual' : 'webhook',
      principal,
      signal: this.#closing.signal,
      staticData: (isTest ? this.#registrations.staticDataOf(testKey(workflowId)) : undefined) ?? this.#ports.staticData?.(workflowId),
    });
  }

  async #entries(workflowId: string, workflow: AdmittedWorkflow, test?: TestCall): Promise<readonly Entry[]> {
    const mode = test === undefined ? 'trigger' : 'manual';
    const { file, principal } = workflow;
    const declared = await webhooksOf(file, workflowId, (name) =>
      this.#ports.detachedNode(file, name, { mode, principal, signal: this.#closing.signal }),
    );
    const hasPages = declared.some((webhook) => webhook.resumes && webhook.kind === 'form');
    const payload: Target = { workflow, hasPages, ...(test === undefined ? undefined : { test }) };
    return declared
      .filter((webhook) => !webhook.resumes)
      .flatMap((webhook) => entriesOf(webhook, workflowId, file.name ?? workflowId, payload));
  }

  #addressOf(kind: WebhookKind, url: string): CallAddress {
    const { basePath, prefixes } = this.#settings;
    const prefix = prefixes[kind];
    const question = url.indexOf('?');
    const path = url.slice(basePath.length + prefix.length + 2, question < 0 ? undefined : question);
    return { prefix, path, query: question < 0 ? '' : url.slice(question + 1) };
  }

  #waitingRoom(): Parameters<typeof respondToWaiting>[5] {
    return {
      ports: this.#ports,
      settings: this.#settings,
      pages: this.#pages,
      signal: this.#closing.signal,
      held: (executionId) => this.#held.newest(executionId),
      follow: async (kind, run, responder, reply) => {
        await this.#follow(kind, run, responder, reply);
        const ended = await run.done.catch(() => undefined);
        if (ended !== undefined) this.runEnded(run.executionId, ended.result);
      },
    };
  }
}

const testKey = (workflowId: string): string => `test ${workflowId}`;

const preflightMethod = ({ headers }: IncomingCall, methods: readonly string[]): string =>
  headers['access-control-request-method']?.toUpperCase() ?? methods[0] ?? 'GET';
