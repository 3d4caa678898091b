// A node outside of a run: its code, and a context to read its parameters. For triggers, webhooks and the editor's lists.
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionMode } from '../contract/run-data.ts';
import type { ArchiveBudget, DetachedContext, SubWorkflowCall, SubWorkflowResult } from '../sdk/index.ts';
import { archiveBudget } from './archive-budget.ts';
import { unknownType, type CompiledNode, type CompiledWorkflow } from './compiled-workflow.ts';
import { runBudget, type ModelBudget } from './models/model-budget.ts';
import { NodeContext } from './node-context.ts';
import type { ExecutionPorts, ExecutionSettings, NodeSource } from './ports.ts';
import { Principal } from './principal.ts';
import type { CallPlace, RunHost } from './run-host.ts';
import { newRunState, type RunState } from './run-state.ts';
import { StaticData } from './static-data.ts';
import type { CallingRun } from './sub-workflow.ts';
import { zoneOf } from './timers.ts';

export interface DetachedRequest {
  readonly mode: ExecutionMode;
  /** On whose behalf the node acts. Default: nobody's, without any permissions. */
  readonly principal?: Principal;
  readonly signal: AbortSignal;
  /** Static data of the workflow, if it is newer than that of the file. */
  readonly staticData?: JsonObject;
  /** Reads the latest static data when the node first uses it. Absent if the request or the file already has the latest. */
  readonly latestStaticData?: (() => Promise<unknown>) | undefined;
}

export interface DetachedNode {
  readonly compiled: CompiledNode;
  readonly type: NonNullable<ReturnType<NodeSource['node']>>;
  /** Context over the static data of the request. */
  readonly context: DetachedContext;
  /** Returns the context with additional members for the function of the node, such as the request to its webhook. */
  contextWith<Members extends object>(members: Members): DetachedContext & Members;
  /** Returns the workflow's whole static data if the node has changed it, otherwise undefined. */
  changedStaticData(): JsonObject | undefined;
}

/** Throws NODE_NOT_FOUND, or NODE_TYPE_UNKNOWN if the node's type is not installed. */
export function detachedNode(
  workflow: CompiledWorkflow,
  nodeName: string,
  ports: ExecutionPorts,
  settings: ExecutionSettings,
  request: DetachedRequest,
  callWorkflow: CallWorkflow,
): DetachedNode {
  const compiled = workflow.node(nodeName);
  if (compiled === undefined)
    throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${nodeName}".`, { params: { node: nodeName } });
  const type = ports.nodes.node(compiled.node.type, compiled.node.typeVersion);
  if (type === undefined) throw unknownType(compiled);
  const host = new DetachedHost(workflow, ports, settings, request, callWorkflow);
  const context = new NodeContext(host, compiled, { node: nodeName, inputs: [], sources: [] }, [], 0);
  return {
    compiled,
    type: markedType(type, context),
    context,
    contextWith: (members) => Object.assign(context, members),
    changedStaticData: () => host.staticData.changed(),
  };
}

type NodeType = DetachedNode['type'];

/** Returns the node's type with functions that mark the node while they compute, as `execute` does in a run. */
function markedType(type: NodeType, context: NodeContext): NodeType {
  const { webhook, webhookFault, poll, trigger, registrations, methods } = type;
  const marked =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R =>
      context.marked(() => call(...args));
  return Object.assign(Object.create(type) as NodeType, {
    ...(webhook === undefined ? {} : { webhook: marked(webhook) }),
    ...(webhookFault === undefined ? {} : { webhookFault: marked(webhookFault) }),
    ...(poll === undefined ? {} : { poll: marked(poll) }),
    ...(trigger === undefined ? {} : { trigger: marked(trigger) }),
    ...(registrations === undefined ? {} : { registrations: markedFunctions(registrations, marked) }),
    ...(methods === undefined ? {} : { methods: markedFunctions(methods, marked) }),
  });
}

/** Returns records of functions, by name, with each function replaced. */
function markedFunctions<T extends object>(groups: T, marked: (call: (...args: unknown[]) => unknown) => unknown): T {
  return Object.fromEntries(
    Object.entries(groups as Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>>).map(([name, group]) => [
      name,
      Object.fromEntries(Object.entries(group).map(([key, call]) => [key, marked((...args) => Reflect.apply(call, group, args))])),
    ]),
  ) as T;
}

/** Runs a workflow that a node calls. */
type CallWorkflow = (call: SubWorkflowCall, callPlace: CallPlace, caller: CallingRun) => Promise<SubWorkflowResult | undefined>;

class DetachedHost implements RunHost, CallingRun {
  readonly workflow: CompiledWorkflow;
  readonly state: RunState = newRunState({ pending: [] });
  readonly ports: ExecutionPorts;
  readonly settings: ExecutionSettings;
  readonly mode: ExecutionMode;
  readonly executionId = '';
  readonly timezone: string;
  readonly signal: AbortSignal;
  readonly archives: ArchiveBudget;
  readonly models: ModelBudget;
  readonly staticData: StaticData;
  readonly principal: Principal;
  readonly pinData = undefined;
  readonly responder = undefined;
  readonly parking = undefined;
  readonly listener = undefined;
  readonly isManual = false;
  readonly isOver = false;
  readonly #callWorkflow: CallWorkflow;

  constructor(
    workflow: CompiledWorkflow,
    ports: ExecutionPorts,
    settings: ExecutionSettings,
    request: DetachedRequest,
    callWorkflow: CallWorkflow,
  ) {
    this.#callWorkflow = callWorkflow;
    this.workflow = workflow;
    this.ports = ports;
    this.settings = settings;
    this.mode = request.mode;
    this.signal = request.signal;
    this.principal = request.principal ?? Principal.nobody;
    this.archives = archiveBudget(settings.archives);
    this.models = runBudget(this);
    this.timezone = zoneOf(workflow.graph.settings.timezone) ?? settings.timezone;
    this.staticData = new StaticData(request.staticData ?? workflow.graph.file.staticData, request.latestStaticData);
  }

  pauseUntil(time: number): Promise<void> {
    const { clock } = this.ports;
    return clock.sleep(Math.max(0, time - clock.now()), this.signal);
  }

  contextOf(): JsonObject {
    return {};
  }

  resumeUrl(): undefined {
    return undefined;
  }

  openProgress(): undefined {
    return undefined;
  }

  respondWhenWaiting(): boolean {
    return false;
  }

  console(): void {
    // Only runs have listeners.
  }

  async runSubWorkflow(call: SubWorkflowCall, callPlace: CallPlace): Promise<SubWorkflowResult> {
    // The result is not kept, since there is nothing to resume: a trigger may call workflows for as long as it listens.
    const result = await this.#callWorkflow(call, { ...callPlace, calls: [] }, this);
    if (result !== undefined) return result;
    throw new AppError('NODE_OPERATION_FAILED', 'The called workflow waits, and only a running node can wait for it.');
  }

  async checkpoint(): Promise<void> {
    // There is nothing to resume.
  }

  async leaveCheckpoint(): Promise<void> {
    // See `checkpoint`.
  }
}
