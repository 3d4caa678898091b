// Manual runs: of a whole workflow, up to a node, or waiting for the first event of a trigger.
import type { FileBinary } from '../../binary/file-binary.ts';
import { AppError } from '../../contract/errors.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { RunRequestBody, StartingTrigger, TriggerItem } from '../../contract/rest/workflows.ts';
import type { BinaryEntry, Item, ItemList } from '../../contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import type { StartRequest } from '../../execution/index.ts';
import type { LoadedNode, NodeRegistry } from '../../registry/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { Triggers } from '../../triggers/index.ts';
import { pushAddress } from '../../push/hub.ts';
import type { TestCall, Webhooks } from '../../webhooks/index.ts';
import { WorkflowGraph } from '../../workflow/graph/graph.ts';
import { openWorkflowToRun } from '../../workflow/file/import.ts';
import { findStartNode } from '../../workflow/planning/start-node.ts';
import type { WorkflowRepository } from '../../store/index.ts';
import type { WorkflowRights } from '../credentials/workflow-rights.ts';
import { visibleWorkflow, type Asker } from '../access.ts';
import { refusal, type ReportedRuns } from './reported-runs.ts';
import { partialOf, pinsOf } from './run-body.ts';

export interface ManualRunsPorts {
  readonly runs: ReportedRuns;
  readonly triggers: Pick<Triggers, 'manualItems' | 'listen'>;
  readonly webhooks: Pick<Webhooks, 'openTest' | 'closeTest'>;
  readonly registry: NodeRegistry;
  /** Stores the files of items that a trigger is to output. */
  readonly files: Pick<FileBinary, 'write' | 'discard'>;
  readonly workflows: WorkflowRepository;
  readonly rights: Pick<WorkflowRights, 'inNameOf'>;
  /** Sends an event to an address of the push hub. */
  readonly push: (address: string, event: PushEvent) => void;
  readonly logger: Logger;
  /** Maximum milliseconds to listen to a trigger. Default: two minutes. */
  readonly listeningTime?: number;
}

export interface ManualRunAnswer {
  readonly executionId?: string;
  readonly waitingForWebhook?: boolean;
}

const LISTENING_TIME = 120_000;

export class ManualRuns {
  readonly #ports: ManualRunsPorts;
  /** Triggers that are being listened to, by workflow. */
  readonly #listening = new Map<string, Listening>();

  constructor(ports: ManualRunsPorts) {
    this.#ports = ports;
  }

  /**
   * Starts a manual run. `sessionId`: the editor session that receives the events. Throws WORKFLOW_INVALID, NO_START_NODE, NODE_NOT_FOUND, WEBHOOK_CONFLICT, the
   * error of a trigger that returns no items, or RESULTS_GONE if earlier results are no longer available.
   */
  async run(body: RunRequestBody, asker: Asker, sessionId: string | undefined): Promise<ManualRunAnswer> {
    const session = sessionId === undefined ? undefined : pushAddress(asker.userId, sessionId);
    const workflow = await this.#workflow(body.workflowData, asker, sessionId);
    const pinData = pinsOf(body.pinData ?? workflow.pinData);
    const { destinationNode: destination, earlierResults } = body;
    const isPartial = destination !== undefined && earlierResults !== undefined;
    const earlier = isPartial ? await this.#ports.runs.earlier(earlierResults, workflow, asker, session) : {};
    const partial = partialOf(workflow, body, pinData, earlier);
    if (partial !== undefined) return this.#start({ workflow, mode: 'manual', partial, pinData }, session);
    const request: StartRequest = { workflow, mode: 'manual', pinData, ...(destination === undefined ? {} : { destination }) };
    const start = await this.#startNode(workflow, body);
    const { triggerToStartFrom: trigger } = body;
    if (trigger?.items !== undefined) {
      if (start === undefined)
        throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${trigger.name}".`, { params: { node: trigger.name } });
      return this.#startWith(trigger, trigger.items, request, session);
    }
    if (start === undefined || Object.hasOwn(pinData, start.node.name))
      return this.#start({ ...request, startNode: start?.node.name }, session);
    return this.#startFrom(start, request, session);
  }

  /** Stops waiting for the first event of a workflow; returns false if nothing was waiting. */
  async stopListening(workflowId: string): Promise<boolean> {
    const listening = this.#listening.get(workflowId);
    listening?.controller.abort(new AppError('EXECUTION_CANCELED', 'The editor no longer waits for the event.'));
    this.#listening.delete(workflowId);
    return this.#ports.webhooks.closeTest(workflowId) || listening !== undefined;
  }

  stop(): void {
    for (const { controller } of this.#listening.values())
      controller.abort(new AppError('EXECUTION_CANCELED', 'Millrace is shutting down.'));
  }

  async #startFrom(start: StartingNode, request: StartRequest, session: string | undefined): Promise<ManualRunAnswer> {
    const { webhooks, triggers } = this.#ports;
    const { workflow, destination, pinData } = request;
    const { node, type } = start;
    const id = String(workflow.id);
    if (type?.webhook !== undefined) {
      const test: TestCall = { sessionId: session, destination, pinData };
      if (await webhooks.openTest(id, workflow, test)) return { waitingForWebhook: true };
    }
    if (type?.trigger !== undefined) {
      this.#listen(id, node.name, request, session);
      return { waitingForWebhook: true };
    }
    const isTimed = type?.schedule !== undefined || type?.poll !== undefined;
    const output = isTimed ? await triggers.manualItems(workflow, node.name) : undefined;
    return this.#start({ ...request, startNode: node.name, ...(output === undefined ? {} : { output }) }, session);
  }

  /** Starts a run with the output of its trigger, as if it had fired; or continues a waiting one. */
  async #startWith(
    { name, resumes, isStreaming = false }: StartingTrigger,
    given: readonly TriggerItem[],
    request: StartRequest,
    session: string | undefined,
  ): Promise<ManualRunAnswer> {
    const { runs, files } = this.#ports;
    const written: BinaryEntry[] = [];
    try {
      const items = await Promise.all(given.map((item) => this.#itemOf(item, written)));
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

  #listen(id: string, nodeName: string, request: StartRequest, session: string | undefined): void {
    const { triggers, logger, listeningTime = LISTENING_TIME } = this.#ports;
    const former = this.#listening.get(id);
    const controller = new AbortController();
    const listening: Listening = { controller, session };
    this.#listening.set(id, listening);
    former?.controller.abort(new AppError('EXECUTION_CANCELED', 'A newer test run replaced this one.'));
    const end = setTimeout(() => controller.abort(new AppError('EXECUTION_TIMEOUT', 'No event came in time.')), listeningTime);
    const over = (): void => {
      clearTimeout(end);
      if (this.#listening.get(id) === listening) this.#listening.delete(id);
    };
    triggers
      .listen(request.workflow, nodeName, controller.signal)
      .finally(over)
      .then((output: readonly ItemList[]) => {
        const { executionId } = this.#ports.runs.start({ ...request, startNode: nodeName, output }, session);
        this.#tell(session, { type: 'testWebhookReceived', workflowId: id, executionId });
      })
      .catch((error: unknown) => {
        // The session may have started to listen again.
        if (this.#listening.get(id)?.session !== session) this.#tell(session, { type: 'testWebhookDeleted', workflowId: id });
        if (controller.signal.aborted) return;
        logger.info(`Listening to "${nodeName}" failed: ${error instanceof Error ? error.message : String(error)}`, { workflowId: id });
        this.#tell(session, refusal(`listening-${id}`, request.workflow, error));
      });
  }

  #tell(session: string | undefined, event: PushEvent): void {
    if (session !== undefined) this.#ports.push(session, event);
  }

  async #start(request: StartRequest, session: string | undefined): Promise<ManualRunAnswer> {
    const { executionId, started } = this.#ports.runs.start(request, session);
    await started;
    return { executionId };
  }

  async #workflow(data: RunRequestBody['workflowData'], asker: Asker, sessionId: string | undefined): Promise<WorkflowFile> {
    const { workflows, rights } = this.#ports;
    const opened = openWorkflowToRun(data);
    const given = opened.id === undefined || opened.id === '__EMPTY__' ? '' : String(opened.id);
    const saved = given === '' ? undefined : await workflows.get(given);
    if (saved !== undefined) await visibleWorkflow(workflows, given, asker);
    const id = given === '' ? `unsaved-${sessionId ?? asker.userId}` : given;
    return rights.inNameOf({ ...opened, id, staticData: saved?.staticData }, asker.userId);
  }

  async #startNode(workflow: WorkflowFile, body: RunRequestBody): Promise<StartingNode | undefined> {
    const { registry } = this.#ports;
    await registry.load(workflow.nodes.map(({ type }) => type));
    const wanted = body.triggerToStartFrom?.name;
    const node =
      wanted === undefined
        ? findStartNode(new WorkflowGraph(workflow), registry, { mode: 'manual', destination: body.destinationNode })
        : workflow.nodes.find(({ name }) => name === wanted);
    return node === undefined ? undefined : { node, type: registry.node(node.type, node.typeVersion) };
  }
}

interface Listening {
  readonly controller: AbortController;
  /** Push address of the waiting session. */
  readonly session: string | undefined;
}

interface StartingNode {
  readonly node: WorkflowNode;
  readonly type: LoadedNode | undefined;
}
