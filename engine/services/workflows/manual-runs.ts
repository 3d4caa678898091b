// Manual runs: of a whole workflow, up to a node, or waiting for the first event of a trigger.
import { createHash } from 'node:crypto';
import type { StoredBinary } from '../../binary/stored-binary.ts';
import { AppError } from '../../contract/errors.ts';
import type { PushEvent } from '../../contract/push.ts';
import { UNSAVED_WORKFLOW_ID } from '../../contract/rest/constants.ts';
import type { ListeningTrigger, RunRequestBody, StartingTrigger, TriggerItem } from '../../contract/rest/workflows.ts';
import type { BinaryEntry, Item, ItemList } from '../../contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import type { AdmittedRequest, AdmittedWorkflow } from '../../execution/index.ts';
import type { LoadedNode, NodeRegistry } from '../../registry/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { Triggers } from '../../triggers/index.ts';
import { pushAddress } from '../../push/hub.ts';
import type { TestCall, Webhooks } from '../../webhooks/index.ts';
import { WorkflowGraph } from '../../workflow/graph/graph.ts';
import { openWorkflowToRun } from '../../workflow/file/import.ts';
import { findStartNode } from '../../workflow/planning/start-node.ts';
import type { WorkflowRepository } from '../../store/index.ts';
import { visibleWorkflow, type Asker } from '../access.ts';
import type { TeamCalls } from '../team-calls.ts';
import type { LentCredentials } from '../credentials/lent-credentials.ts';
import type { Principals } from '../principals.ts';
import { runRejected, type ReportedRuns } from './reported-runs.ts';
import { partialOf, pinsOf } from './run-body.ts';

export interface ManualRunsPorts {
  readonly runs: ReportedRuns;
  readonly triggers: Pick<Triggers, 'manualItems' | 'listen'>;
  readonly webhooks: Pick<Webhooks, 'openTest' | 'closeTest'>;
  readonly registry: NodeRegistry;
  /** Stores the files of items that a trigger is to output. */
  readonly files: Pick<StoredBinary, 'write' | 'discard'>;
  readonly workflows: WorkflowRepository;
  readonly principals: Pick<Principals, 'ofPerson'>;
  readonly lent: Pick<LentCredentials, 'assertLent'>;
  /** Sends an event to an address of the push hub. */
  readonly push: (address: string, event: PushEvent) => void;
  readonly logger: Logger;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'tell' | 'on' | 'serve' | 'first'>;
  /** Maximum milliseconds to listen to a trigger. Default: two minutes. */
  readonly listeningTime?: number;
}

export interface ManualRunResult {
  readonly executionId?: string;
  readonly waitingForWebhook?: boolean;
  /** The triggers whose first event starts the run. */
  readonly listening?: ListeningTrigger[];
}

const LISTENING_TIME = 120_000;
/** Topics of messages: a user listens at another server, or stops to, and a workflow was deleted. */
const LISTENING = 'listening';
const STOP_LISTENING = 'stop listening';
const REMOVED = 'workflow removed';

export class ManualRuns {
  readonly #ports: ManualRunsPorts;
  /** Triggers that are being listened to, by the id of the workflow, or by that of an editor session whose workflow is not saved; then by user. */
  readonly #listening = new Map<string, Map<string, Listening>>();

  constructor(ports: ManualRunsPorts) {
    this.#ports = ports;
    const { team } = ports;
    team?.on(LISTENING, (body) => {
      const { key, userId, session } = body as unknown as Omit<Waiter, 'session'> & { readonly session: string | null };
      const former = this.#listening.get(key)?.get(userId);
      if (former === undefined) return;
      former.isReplaced = former.session === (session ?? undefined);
      former.controller.abort(replaced());
    });
    team?.serve(STOP_LISTENING, (body) => {
      const { key, userId } = body as unknown as Waiter;
      return this.#stopTrigger(key, userId) ? true : undefined;
    });
    team?.on(REMOVED, (workflowId) => this.#workflowRemoved(String(workflowId)));
  }

  /**
   * Starts a manual run. `sessionId`: the editor session that receives the events. Throws WORKFLOW_INVALID, NO_START_NODE, NODE_NOT_FOUND, WEBHOOK_CONFLICT, the
   * error of a trigger that returns no items, RESULTS_GONE if earlier results are no longer available, or CREDENTIALS_NOT_LENT if the workflow of another user
   * would use the caller's credentials without `lendsCredentials`.
   */
  async run(body: RunRequestBody, asker: Asker, sessionId: string | undefined): Promise<ManualRunResult> {
    const session = sessionId === undefined ? undefined : pushAddress(asker.userId, sessionId);
    const { file: workflow, principal, key } = await this.#admitted(body.workflowData, asker, sessionId);
    await this.#ports.lent.assertLent(principal, workflow, body.lendsCredentials === true);
    const pinData = pinsOf(body.pinData ?? workflow.pinData);
    const { destinationNode: destination, earlierResults } = body;
    const isPartial = destination !== undefined && earlierResults !== undefined;
    const earlier = isPartial ? await this.#ports.runs.earlier(earlierResults, workflow, asker, session) : {};
    const partial = partialOf(workflow, body, pinData, earlier);
    if (partial !== undefined) return this.#start({ workflow, principal, mode: 'manual', partial, pinData }, session);
    const request: AdmittedRequest = {
      workflow,
      principal,
      mode: 'manual',
      pinData,
      ...(destination === undefined ? {} : { destination }),
    };
    const start = await this.#startNode(workflow, body);
    const { triggerToStartFrom: trigger } = body;
    if (trigger?.items !== undefined) {
      if (start === undefined)
        throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${trigger.name}".`, { params: { node: trigger.name } });
      return this.#startWith(trigger, trigger.items, request, session);
    }
    if (start === undefined || Object.hasOwn(pinData, start.node.name))
      return this.#start({ ...request, startNode: start?.node.name }, session);
    return this.#startFrom({ ...start, isChosen: trigger !== undefined }, request, { key, session, userId: asker.userId });
  }

  /**
   * Stops waiting for the first event of a workflow; returns false if nothing was waiting. An id that no workflow has stands for an unsaved workflow
   * of the caller's own editor session. Throws WORKFLOW_NOT_FOUND if the caller may not access the workflow.
   */
  async stopListening(workflowId: string, asker: Asker, sessionId: string | undefined): Promise<boolean> {
    const { workflows } = this.#ports;
    const isSaved = (await workflows.ownerOf(workflowId)) !== undefined;
    if (isSaved) await visibleWorkflow(workflows, workflowId, asker);
    const [key, { userId }] = [isSaved ? workflowId : unsavedKey(asker, sessionId, workflowId), asker];
    return this.#stopListening(key, userId) || (await this.#ports.team?.first(STOP_LISTENING, { key, userId })) === true;
  }

  /** Called when a workflow was deleted. */
  workflowRemoved(workflowId: string): void {
    this.#workflowRemoved(workflowId);
    this.#ports.team?.tell(REMOVED, workflowId);
  }

  #workflowRemoved(workflowId: string): void {
    this.#listening.get(workflowId)?.forEach(({ userId }) => this.#stopListening(workflowId, userId));
    this.#ports.webhooks.closeTest(workflowId);
  }

  #stopListening(key: string, userId: string): boolean {
    const wasListening = this.#stopTrigger(key, userId);
    return this.#ports.webhooks.closeTest(key, userId) || wasListening;
  }

  #stopTrigger(key: string, userId: string): boolean {
    const listening = this.#listening.get(key)?.get(userId);
    listening?.controller.abort(new AppError('EXECUTION_CANCELED', 'The editor no longer waits for the event.'));
    if (listening !== undefined) this.#noLonger(key, listening);
    return listening !== undefined;
  }

  /** Forgets a wait, unless its user has started another one. */
  #noLonger(key: string, listening: Listening): void {
    const ofUsers = this.#listening.get(key);
    if (ofUsers?.get(listening.userId) === listening) ofUsers.delete(listening.userId);
    if (ofUsers?.size === 0) this.#listening.delete(key);
  }

  stop(): void {
    for (const { controller } of [...this.#listening.values()].flatMap((ofUsers) => [...ofUsers.values()]))
      controller.abort(new AppError('EXECUTION_CANCELED', 'Millrace is shutting down.'));
  }

  async #startFrom(
    start: StartingNode & { readonly isChosen: boolean },
    request: AdmittedRequest,
    waiter: Waiter,
  ): Promise<ManualRunResult> {
    const { webhooks, triggers } = this.#ports;
    const { key, session, userId } = waiter;
    const { workflow, principal, destination, pinData } = request;
    const { node, type, isChosen } = start;
    if (type?.webhook !== undefined) {
      const test: TestCall = { sessionId: session, userId, destination, pinData, ...(isChosen ? { start: node.name } : {}) };
      const addresses = await webhooks.openTest(key, { file: workflow, principal }, test);
      const listening = addresses.map((address) => ({ ...address, methods: [...address.methods] }));
      if (listening.length > 0) return { waitingForWebhook: true, listening };
    }
    if (type?.trigger !== undefined) {
      this.#listen(waiter, node.name, request);
      return { waitingForWebhook: true, listening: [{ node: node.name }] };
    }
    const isTimed = type?.schedule !== undefined || type?.poll !== undefined;
    const output = isTimed ? await triggers.manualItems(workflow, node.name, principal) : undefined;
    return this.#start({ ...request, startNode: node.name, ...(output === undefined ? {} : { output }) }, session);
  }

  /** Starts a run with the output of its trigger, as if it had fired; or continues a waiting one. */
  async #startWith(
    { name, resumes, isStreaming = false }: StartingTrigger,
    input: readonly TriggerItem[],
    request: AdmittedRequest,
    session: string | undefined,
  ): Promise<ManualRunResult> {
    const { runs, files } = this.#ports;
    const written: BinaryEntry[] = [];
    try {
      const items = await Promise.all(input.map((item) => this.#itemOf(item, written)));
      const response = isStreaming ? 'stream' : 'whole';
      if (resumes !== undefined) {
        await runs.resume(resumes, [items], session, response);
        return { executionId: resumes };
      }
      // The items take precedence over pinned data of the trigger.
      const { [name]: _pinned, ...pinData } = request.pinData ?? {};
      const { executionId, started } = runs.start({ ...request, pinData, startNode: name, output: [items] }, session, response);
      await started;
      return { executionId };
    } catch (error) {
      await files.discard(written.flatMap(({ id }) => id ?? []));
      throw error;
    }
  }

  /** Stores the files of an item. `written`: receives their entries. */
  async #itemOf({ json, binary = {} }: TriggerItem, written: BinaryEntry[]): Promise<Item> {
    const entries = await Promise.all(
      Object.entries(binary).map(async ([property, { data, ...meta }]) => {
        const entry = await this.#ports.files.write(Buffer.from(data, 'base64'), meta);
        written.push(entry);
        return [property, entry] as const;
      }),
    );
    return entries.length === 0 ? { json } : { json, binary: Object.fromEntries(entries) };
  }

  #listen({ key, session, userId }: Waiter, nodeName: string, request: AdmittedRequest): void {
    const { triggers, logger, listeningTime = LISTENING_TIME } = this.#ports;
    const { workflow, principal } = request;
    const workflowId = String(workflow.id);
    const ofUsers = this.#listening.get(key) ?? new Map<string, Listening>();
    const former = ofUsers.get(userId);
    const controller = new AbortController();
    const listening: Listening = { controller, session, userId };
    this.#listening.set(key, ofUsers.set(userId, listening));
    former?.controller.abort(replaced());
    this.#ports.team?.tell(LISTENING, { key, userId, session: session ?? null });
    const end = setTimeout(() => controller.abort(new AppError('EXECUTION_TIMEOUT', 'No event came in time.')), listeningTime);
    const over = (): void => {
      clearTimeout(end);
      this.#noLonger(key, listening);
    };
    triggers
      .listen({ file: workflow, principal }, nodeName, controller.signal)
      .finally(over)
      .then((output: readonly ItemList[]) => {
        const { executionId } = this.#ports.runs.start({ ...request, startNode: nodeName, output }, session);
        this.#notify(session, { type: 'testWebhookReceived', workflowId, executionId });
      })
      .catch((error: unknown) => {
        // The session may have started to listen again.
        if (listening.isReplaced !== true && this.#listening.get(key)?.get(userId)?.session !== session)
          this.#notify(session, { type: 'testWebhookDeleted', workflowId });
        if (controller.signal.aborted) return;
        logger.info(`Listening to "${nodeName}" failed: ${error instanceof Error ? error.message : String(error)}`, { workflowId });
        this.#notify(session, runRejected(`listening-${key}`, workflow, error));
      });
  }

  #notify(session: string | undefined, event: PushEvent): void {
    if (session !== undefined) this.#ports.push(session, event);
  }

  async #start(request: AdmittedRequest, session: string | undefined): Promise<ManualRunResult> {
    const { executionId, started } = this.#ports.runs.start(request, session);
    await started;
    return { executionId };
  }

  /**
   * Returns the workflow to run, and the key under which its events are awaited. Only the id of a saved workflow that the caller may access counts;
   * any other is shown in events, and means nothing.
   */
  async #admitted(
    data: RunRequestBody['workflowData'],
    asker: Asker,
    sessionId: string | undefined,
  ): Promise<AdmittedWorkflow & { readonly key: string }> {
    const { workflows, principals } = this.#ports;
    const opened = openWorkflowToRun(data);
    const input = displayId(opened.id);
    const isSaved = input !== '' && (await workflows.ownerOf(input)) !== undefined;
    const saved = isSaved ? await visibleWorkflow(workflows, input, asker) : undefined;
    const principal = await principals.ofPerson(asker.userId, saved);
    const key = saved?.id ?? unsavedKey(asker, sessionId, input);
    return { file: { ...opened, id: input === '' ? UNSAVED_WORKFLOW_ID : input, staticData: saved?.file.staticData }, principal, key };
  }

  async #startNode(workflow: WorkflowFile, body: RunRequestBody): Promise<StartingNode | undefined> {
    const { registry } = this.#ports;
    await registry.load(workflow.nodes.map(({ type }) => type));
    const requested = body.triggerToStartFrom?.name;
    const node =
      requested === undefined
        ? findStartNode(new WorkflowGraph(workflow), registry, { mode: 'manual', destination: body.destinationNode })
        : workflow.nodes.find(({ name }) => name === requested);
    return node === undefined ? undefined : { node, type: registry.node(node.type, node.typeVersion) };
  }
}

const replaced = (): AppError => new AppError('EXECUTION_CANCELED', 'A newer test run replaced this one.');

function displayId(id: unknown): string {
  const workflowId = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return workflowId === UNSAVED_WORKFLOW_ID ? '' : workflowId;
}

/** Identifies an unsaved workflow of an editor session. Other users cannot compute it, since it contains the session's id. */
function unsavedKey({ userId }: Asker, sessionId = '', id = ''): string {
  const secret = JSON.stringify([userId, sessionId, displayId(id)]);
  return `unsaved-${createHash('sha256').update(secret).digest('base64url')}`;
}

/** Who waits for the first event of a workflow. */
interface Waiter {
  readonly key: string;
  readonly userId: string;
  /** Push address of the session. */
  readonly session: string | undefined;
}

interface Listening {
  readonly controller: AbortController;
  /** Whether the session listens at another server since. */
  isReplaced?: boolean;
  readonly userId: string;
  /** Push address of the waiting session. */
  readonly session: string | undefined;
}

interface StartingNode {
  readonly node: WorkflowNode;
  readonly type: LoadedNode | undefined;
}
