// Opens and closes the webhooks of workflows, and responds to requests: to production, test and waiting webhooks.
import type { AdmittedWorkflow } from '../execution/index.ts';
import { WorkflowGraph } from '../workflow/graph/graph.ts';
import { parentsOf } from '../workflow/graph/walk.ts';
import { addressesOf, assertCallersCanPass, webhooksOf } from './declared.ts';
import { entriesOf, registrationOf, testAddresses, type Entry, type Target, type TestAddress } from './entries.ts';
import { PageRuns } from './page-runs.ts';
import type { IncomingCall, OutgoingResponse, TestCall, WebhookPorts } from './ports.ts';
import { Registrations, testKey } from './registrations.ts';
import { closing, notPartOfProduct } from './rejections.ts';
import { resumeUrls } from './resume-url.ts';
import { RunResponses } from './run-responses.ts';
import { webhookKinds, type WebhookKind, type WebhookSettings } from './settings.ts';
import { StartingCalls } from './starting-calls.ts';
import { WebhookConflict, WebhookTable } from './table.ts';
import { TeamTests } from './team-tests.ts';
import { TestCalls } from './test-calls.ts';
import { WaitingCalls, type NodeWait } from './waiting-calls.ts';
import { WebhookCall } from './webhook-call.ts';

/** A workflow's production webhooks in their stored form. */
export interface WorkflowWebhooks {
  readonly entries: readonly Pick<Entry, 'nodeName' | 'webhookName' | 'method' | 'path'>[];
  readonly hasPages: boolean;
}

export class Webhooks {
  /** Returns the signed URL that resumes an execution. */
  readonly resumeUrl: ReturnType<typeof resumeUrls>;
  readonly responses: RunResponses;
  readonly #ports: WebhookPorts;
  readonly #settings: WebhookSettings;
  readonly #production = new WebhookTable<Target>();
  readonly #tests: TestCalls<Target>;
  readonly #teamTests: TeamTests;
  readonly #registrations: Registrations;
  readonly #startingCalls: StartingCalls;
  readonly #waitingCalls: WaitingCalls;
  /** Longest first, since one prefix may start with another. */
  readonly #prefixes: readonly (readonly [prefix: string, kind: WebhookKind])[];
  readonly #closing = new AbortController();

  constructor(ports: WebhookPorts, settings: WebhookSettings) {
    const { signal } = this.#closing;
    this.#ports = ports;
    this.#settings = settings;
    this.#registrations = new Registrations(ports, settings);
    this.#tests = new TestCalls(ports.clock, settings.testLifetime, (event) => {
      this.#registrations.remove(testKey(event.workflowId)).catch(() => undefined);
      this.#teamTests.ended(event.workflowId);
      ports.onTestWebhook(event);
    });
    const { team } = ports;
    this.#teamTests = new TeamTests({ team, tests: this.#tests, registrations: this.#registrations });
    const [production, tests, registrations] = [this.#production, this.#tests, this.#registrations];
    const resumeUrl = resumeUrls(settings);
    const responses = new RunResponses(new PageRuns(ports.clock, settings.patience, resumeUrl, team), ports.clock);
    this.resumeUrl = resumeUrl;
    this.responses = responses;
    this.#startingCalls = new StartingCalls({ ports, production, tests, registrations, responses, signal });
    this.#waitingCalls = new WaitingCalls({ ports, secret: settings.secret, resumeUrl, responses, signal });
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

  /** Whether a service must know any of the open production webhooks of a workflow. */
  needsRegistration(workflowId: string, workflow: AdmittedWorkflow): Promise<boolean> {
    return this.#registrations.isNeeded(registrationOf(workflowId, workflow, this.#production.of(workflowId), false));
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

  /** Throws NodeError if a node would refuse all its callers. */
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

  /** Throws WEBHOOK_CONFLICT if one of the open production webhooks of a workflow is among those of others, which this server may not know yet. */
  async assertApart(
    workflow: AdmittedWorkflow,
    others: readonly (Pick<WorkflowWebhooks, 'entries'> & Pick<Entry, 'workflowId' | 'workflowName'>)[],
  ): Promise<void> {
    const table = new WebhookTable<undefined>();
    for (const { entries, ...other } of others) {
      try {
        table.add(other.workflowId, entries.map((entry) => ({ ...entry, ...other, payload: undefined }))); // oxfmt-ignore
      } catch {
        // They are in conflict with each other.
      }
    }
    const id = String(workflow.file.id);
    const own = this.#production.of(id).map((entry) => ({ ...entry, payload: undefined }));
    await this.#naming(workflow, () => table.add(id, own));
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
    const wasElsewhere = this.#tests.isElsewhere(workflowId);
    await this.#naming(workflow, () => this.#tests.add(workflowId, entries, test));
    try {
      if (wasElsewhere) await this.#teamTests.replace(workflowId);
      await this.#teamTests.opened(workflowId, workflow, entries, test);
      await this.#registrations.add(testKey(workflowId), registrationOf(workflowId, workflow, entries, true));
      await this.#teamTests.registered(workflowId, workflow, entries, test);
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

  /** Returns the node of a waiting execution, with the request that it waits for, if any; undefined if no node of it waits. */
  waitOf(executionId: string, question?: string): Promise<NodeWait | undefined> {
    return this.#waitingCalls.waitOf(executionId, question);
  }

  /**
   * Handles a request. Never rejects; resolves once the response was sent and the run it started has ended or is waiting. `isSeparateOrigin`:
   * whether the request arrived at an origin that does not serve the product itself.
   */
  async handle(kind: WebhookKind, incoming: IncomingCall, outgoing: OutgoingResponse, isSeparateOrigin = false): Promise<void> {
    const call = new WebhookCall(kind, incoming, outgoing, { ports: this.#ports, settings: this.#settings, isSeparateOrigin });
    try {
      if (this.responses.isClosing) await call.end(closing(kind));
      else if (call.isPartOfProduct) await call.end(notPartOfProduct(kind));
      else if (kind === 'webhook-waiting' || kind === 'form-waiting') await this.#waitingCalls.handle(kind, call);
      else await this.#startingCalls.handle(call);
    } catch (error) {
      call.fail(error);
    }
  }

  /** Stops all waiting for test requests, removes them from their services, and aborts running nodes. */
  async stop(): Promise<void> {
    this.#closing.abort();
    this.#tests.stop();
    await this.#registrations.endTests();
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
}
