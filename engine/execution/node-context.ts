// The execute context, which one run of one node receives. Cheap to create, since a loop creates thousands.
import type { JsonObject } from '../contract/json.ts';
import type { ModelUse } from '../contract/model-use.ts';
import type { ExecutionMode, Item, ItemList, NodeHint, TaskSource } from '../contract/run-data.ts';
import type { AiConnectionType } from '../contract/connection-types.ts';
import type { CredentialReference, WorkflowNode } from '../contract/workflow.ts';
import { compileExpression, createScope, type ExpressionScope } from '../expression/index.ts';
import { collectedCalls, NodeError } from '../sdk/index.ts';
import type {
  Asking,
  CredentialDefinition,
  BinaryPort,
  CodePort,
  CodeSession,
  ConnectedNodes,
  ExecuteContext,
  FilePort,
  HttpPort,
  HttpRequest,
  Logger,
  ModelCalls,
  ParamOptions,
  ParsingPort,
  SignOptions,
  SubWorkflowCall,
  SubWorkflowResult,
  TaskProgress,
  WaitingCall,
  WebhookReply,
} from '../sdk/index.ts';
import type { NodePort } from '../workflow/node-type.ts';
import type { CompiledNode } from './compiled-workflow.ts';
import { ReadLimits } from './http/credential-limit.ts';
import { noCredential, readsSecrets, resolvedData, signedRequest, signedWithData, withKnownType, type Evaluate } from './http/credential-signing.ts'; // oxfmt-ignore
import { storeCustomEntry } from '../contract/custom-data.ts';
import type { Marking } from './marking.ts';
import { markingOf, NodeView, portsOf, relativesOf, webhookUrlsOf } from './node-view.ts';
import { connectedNodes } from './connected-nodes.ts';
import { confirmedCommand, filesOf } from './consents.ts';
import { LastNumber } from './last-number.ts';
import type { CredentialAsker } from './ports.ts';
import { nodeOfWorkflow } from './called-workflow.ts';
import type { CompletedCalls, PendingTask } from './run-state.ts';
import { TaskWork } from './task-work.ts';
import { conversationOf, dataTablesOf, vectorsOf } from './stored-data.ts';
import type { RunHost } from './run-host.ts';
import { isInexact, mayBeInexact } from '../contract/exact-numbers.ts';

interface ResolvedCredential {
  readonly definition: CredentialDefinition | undefined;
  readonly data: JsonObject;
  /** Values of external secrets in the data. */
  readonly secrets: readonly string[];
}

/** Milliseconds for which a node reuses a credential that it has read, even if the credential changes. */
const CREDENTIAL_TIME = 1000;

/** The names by which user code requests static data. */
const STATIC_DATA = /getWorkflowStaticData/;

/** Where a node runs that a root node uses. */
export interface UsedBy {
  readonly root: NodeContext;
  /** Arguments that a model chose, for `$fromAI`. */
  readonly modelInput?: JsonObject | undefined;
  /** The call of a tool that this is, if it can wait. */
  readonly waits?: WaitingCall | undefined;
  /** The question that the node asks. */
  readonly asking?: Asking | undefined;
}

/** What expressions see of the run. */
type ExpressionInputs = Pick<NodeContext, 'runIndex' | 'inputs' | 'sources'>;

const noOptions: ParamOptions = {};
const noItems: readonly Item[] = [];

export class NodeContext implements ExecuteContext {
  readonly node: WorkflowNode;
  readonly version: number;
  readonly runIndex: number;
  readonly inputs: readonly ItemList[];
  readonly sources: readonly (TaskSource | null)[];
  readonly continueOnFail: boolean;
  /** Set by waitUntil: the time until which the run will be parked. */
  waitTill: number | undefined;
  readonly hints: NodeHint[];
  readonly #work: TaskWork;
  readonly calls: CompletedCalls;
  /** Calls of models that the node has made itself. */
  readonly modelUse: ModelUse[] = [];
  readonly #host: RunHost;
  readonly #compiled: CompiledNode;
  #scope: ExpressionScope | undefined;
  readonly #lastNumber = new LastNumber();
  /** Stored data of recently read credentials, by type. Reading it takes several queries, which is too slow to repeat for thousands of items. */
  #justRead: Map<string, { readonly until: number; readonly data: Promise<JsonObject> }> | undefined;
  readonly #readLimits = new ReadLimits();
  #hasRunCode = false;
  readonly #marking: Marking | undefined;
  readonly #usedBy: UsedBy | undefined;

  constructor(host: RunHost, compiled: CompiledNode, task: PendingTask, inputs: readonly ItemList[], runIndex: number, usedBy?: UsedBy) {
    this.#host = host;
    this.#usedBy = usedBy;
    this.#compiled = compiled;
    this.node = compiled.node;
    this.version = compiled.version;
    this.runIndex = runIndex;
    this.inputs = inputs;
    this.sources = task.sources;
    this.#work = usedBy === undefined ? new TaskWork(host, task) : usedBy.root.#work;
    this.calls = this.#work.calls;
    this.continueOnFail = compiled.continueOnFail;
    // In a loop, the notice is added only once.
    const notice = runIndex === 0 ? compiled.versionNotice : undefined;
    this.hints = usedBy?.root.hints ?? [];
    if (notice !== undefined) this.hints.push(notice);
    this.#marking = markingOf(host, compiled);
  }

  /** Marks the node as computing while `run` executes, and as waiting while its promise is pending. */
  marked<T>(run: () => T): T {
    return this.#marking === undefined ? run() : this.#marking.during(run);
  }

  /** Marks the node again when it continues after a promise. */
  #resumed<T>(promise: Promise<T>): Promise<T> {
    return this.#marking?.resumed(promise) ?? promise;
  }

  #resuming<P extends object>(port: P): P {
    return this.#marking?.port(port) ?? port;
  }

  get workflow(): ExecuteContext['workflow'] {
    return this.#host.workflow.graph;
  }
  get timezone(): string {
    return this.#host.timezone;
  }
  get mode(): ExecutionMode {
    return this.#host.mode;
  }
  get executionId(): string {
    return this.#host.executionId;
  }
  get signal(): AbortSignal {
    return this.#host.signal;
  }
  get http(): HttpPort {
    return this.#resuming(this.#readLimits.limited(this.#host.ports.http));
  }
  get files(): FilePort {
    return this.#resuming(filesOf(this.#host, () => this.#asker()));
  }
  confirmCommand(command: string): Promise<string> {
    return confirmedCommand(this.#host, this.#asker(), command);
  }
  get binary(): BinaryPort {
    const { executionId, ports } = this.#host;
    return this.#resuming(ports.binary.ownedBy?.(executionId) ?? ports.binary);
  }
  get archives(): ExecuteContext['archives'] {
    return this.#host.archives;
  }
  async dataTables(): ReturnType<ExecuteContext['dataTables']> {
    return dataTablesOf(this.#host);
  }
  conversation(session: string): ReturnType<ExecuteContext['conversation']> {
    return conversationOf(this.#host, session);
  }
  get vectors(): ExecuteContext['vectors'] {
    return vectorsOf(this.#host);
  }
  get models(): ModelCalls {
    return collectedCalls(this.#host.models, this.modelUse);
  }
  get logger(): Logger {
    return this.#host.ports.logger;
  }
  get parsing(): ParsingPort | undefined {
    return this.#host.ports.parsing && this.#resuming(this.#host.ports.parsing);
  }
  get code(): CodePort {
    const { sandbox } = this.#host.ports;
    return {
      run: async (run) => {
        if (STATIC_DATA.test(run.source)) await this.loadStaticData();
        return this.#resumed(this.#runCode((session) => sandbox.run(run, session)));
      },
      query: (run) => this.#resumed(this.#runCode((session) => sandbox.query(run, session))),
    };
  }

  input(index = 0): readonly Item[] {
    return this.inputs[index] ?? noItems;
  }

  param<T = unknown>(path: string, itemIndex = 0, fallback?: T, options: ParamOptions = noOptions): T {
    const compiled = this.#compiled.param(path, options);
    if (compiled.constant) return (compiled.value === undefined ? fallback : compiled.value) as T;
    const value = compiled.evaluate(this.#scopeOf(path, itemIndex));
    if (mayBeInexact(value) && compiled.exactText !== undefined && options === noOptions) this.#lastNumber.note(path, itemIndex);
    return (value === undefined ? fallback : value) as T;
  }

  exactText(path: string, itemIndex = 0): string | undefined {
    const compiled = this.#compiled.param(path, noOptions);
    if (compiled.constant) return typeof compiled.value === 'string' && isInexact(compiled.value) ? compiled.value : compiled.text;
    if (this.#lastNumber.isAt(path, itemIndex)) return this.#lastNumber.text;
    return compiled.exactText?.(this.#scopeOf(path, itemIndex));
  }

  #scopeOf(path: string, itemIndex: number): ExpressionScope {
    this.#marking?.now();
    const scope = this.#expressionScope();
    scope.itemIndex = this.#usedBy?.asking?.itemIndex ?? itemIndex;
    scope.parameter = path;
    return scope;
  }

  isParamConstant(path: string, options: ParamOptions = noOptions): boolean {
    return this.#compiled.param(path, options).constant;
  }

  evaluate(expression: string, itemIndex: number, extra?: Readonly<Record<string, unknown>>): unknown {
    this.#marking?.now();
    const scope = extra === undefined ? this.#expressionScope() : createScope(this.#view(), extra);
    scope.itemIndex = itemIndex;
    return compileExpression(expression).evaluate(scope);
  }

  async credentials(type: string, itemIndex = 0): Promise<JsonObject> {
    return this.#readLimits.limitBy(type, (await this.#resolved(type, itemIndex)).data);
  }

  async signRequest(type: string, request: HttpRequest, itemIndex: number, options: SignOptions = {}): Promise<HttpRequest> {
    const { credentialTypes, clock } = this.#host.ports;
    const { credentialData: providedData, ...otherOptions } = options;
    const now = clock.now();
    const evaluate: Evaluate = (expression, names) => this.evaluate(expression, itemIndex, names);
    if (providedData !== undefined) {
      const { definition } = withKnownType(this, type, { definition: await credentialTypes?.type(type) });
      return signedWithData(definition, providedData, { ...otherOptions, http: this.http, now, evaluate }, request);
    }
    const { definition, data, secrets } = withKnownType(this, type, await this.#resolved(type, itemIndex));
    const signing = { ...otherOptions, type: definition, data, evaluate, secrets, now };
    const renewed = this.#renewal(type, definition);
    return signedRequest({ ...signing, ...(renewed === undefined ? {} : { renewed }) }, request);
  }

  async renewCredential(type: string, itemIndex: number): Promise<JsonObject> {
    const { definition, data } = withKnownType(this, type, await this.#resolved(type, itemIndex));
    const renewed = definition.preAuthentication === undefined ? undefined : this.#renewal(type, definition);
    if (renewed === undefined) {
      throw new NodeError(`Credentials of the type "${definition.displayName}" have no token that can be renewed.`, {
        code: 'PARAMETER_INVALID',
      });
    }
    return this.#readLimits.limitBy(type, await renewed(data));
  }

  /** Returns a function that fetches and stores new fields in place of the used ones; undefined without a credential store. */
  #renewal(type: string, definition: CredentialDefinition): ((used: JsonObject) => Promise<JsonObject>) | undefined {
    const { renewedCredential } = this.#host.ports;
    if (renewedCredential === undefined) return undefined;
    return (used) => {
      this.#justRead?.delete(type);
      return renewedCredential(definition, this.#reference(type), this.#asker(), used);
    };
  }

  async #resolved(type: string, itemIndex: number): Promise<ResolvedCredential> {
    const { credentialTypes, externalSecrets } = this.#host.ports;
    const definition = await credentialTypes?.type(type);
    const stored = await this.#credential(type, definition);
    const inUse = readsSecrets(stored) ? await externalSecrets?.(type, this.#reference(type), this.#asker()) : undefined;
    const more = inUse === undefined ? {} : { $secrets: inUse.table };
    const data = resolvedData(stored, definition, (expression, names) => this.evaluate(expression, itemIndex, { ...names, ...more }));
    return { definition, data, secrets: [...(inUse?.used ?? [])] };
  }

  async #credential(type: string, definition: CredentialDefinition | undefined): Promise<JsonObject> {
    const read = this.#host.ports.credential;
    const reference = this.#reference(type, definition);
    if (read === undefined) throw noCredential(this, type, definition);
    const now = this.#host.ports.clock.now();
    this.#justRead ??= new Map();
    const recent = this.#justRead.get(type);
    if (recent !== undefined && now < recent.until) return recent.data;
    const data = read(type, reference, this.#asker());
    this.#justRead.set(type, { until: now + CREDENTIAL_TIME, data });
    return data;
  }

  #reference(type: string, definition?: CredentialDefinition): CredentialReference {
    const reference = this.node.credentials?.[type];
    if (reference === undefined) throw noCredential(this, type, definition);
    return typeof reference === 'string' ? { id: null, name: reference } : reference;
  }

  #asker(): CredentialAsker {
    return { principal: this.#host.principal, node: this.node.name, nodeType: this.node.type };
  }

  loadStaticData(): Promise<void> | undefined {
    return this.#host.staticData.load();
  }

  staticData(scope: 'node' | 'global'): JsonObject {
    return this.#host.staticData.scope(scope, this.node.name);
  }

  nodeContext(): JsonObject {
    return this.#host.contextOf(this.node.name);
  }

  now(): number {
    return this.#host.ports.clock.now();
  }

  random(): number {
    return this.#host.ports.random();
  }

  uuid(): string {
    return this.#host.ports.uuid();
  }

  sleep(milliseconds: number): Promise<void> {
    return this.#resumed(this.#host.ports.clock.sleep(milliseconds, this.signal));
  }

  pauseUntil(time: number): Promise<void> {
    return this.#host.pauseUntil(time);
  }

  waitUntil(time: number): void {
    const { root, asking } = this.#usedBy ?? {};
    if (asking !== undefined) asking.question.waitTill = time;
    else if (root === undefined) this.waitTill = time;
    else root.waitUntil(time);
  }

  resumeUrl(endpoint: 'webhook-waiting' | 'form-waiting'): string | undefined {
    const url = this.#host.resumeUrl(endpoint);
    const question = this.#usedBy?.asking?.question;
    return url === undefined || question === undefined ? url : `${url}&call=${question.id}`;
  }

  webhookUrls(): ReadonlyMap<string, string> {
    return webhookUrlsOf(this.#host, this.#compiled, this);
  }

  respond(reply: WebhookReply): boolean {
    const { responder } = this.#host;
    if (responder === undefined) return false;
    // Other calls may be asked about as well.
    if (this.#usedBy?.asking !== undefined) return this.#host.respondWhenWaiting(reply);
    this.hints.push(...responder.hintsFor({ reply }));
    return responder.respond(reply);
  }

  get isStreaming(): boolean {
    return this.#host.responder?.isStreaming === true;
  }

  respondChunk(chunk: string): boolean {
    return this.#host.responder?.respondChunk(chunk) ?? false;
  }

  /** Calls by attached nodes belong to the task of the root node. */
  runWorkflow(call: SubWorkflowCall, by: NodeContext = this): Promise<SubWorkflowResult> {
    const root = this.#usedBy?.root;
    if (root !== undefined) return root.runWorkflow(call, by);
    return this.#resumed(this.#work.run(call, { node: by.node.name, runIndex: by.runIndex }, by.#usedBy?.waits));
  }

  get progress(): TaskProgress | undefined {
    return this.#usedBy === undefined ? this.#work.progress() : this.#work.progressOf(this.#usedBy.waits);
  }

  hint(hint: NodeHint): void {
    this.hints.push(hint);
  }

  setExecutionData(key: string, value: string): void {
    storeCustomEntry(this.#host.state.customData, key, value);
  }

  itemsOf(nodeName: string, output = 0, run?: number): readonly Item[] | undefined {
    const runs = Object.hasOwn(this.#host.state.runData, nodeName) ? this.#host.state.runData[nodeName] : undefined;
    return runs?.[run ?? runs.length - 1]?.data?.['main']?.[output] ?? undefined;
  }

  relatives(nodeName: string, direction: 'parents' | 'children', type = 'main'): readonly WorkflowNode[] {
    return relativesOf(this.#host, nodeName, direction, type);
  }

  ports(direction: 'inputs' | 'outputs'): readonly NodePort[] {
    return portsOf(this.#host, this.#compiled, direction, this.#expressionInputs().inputs);
  }

  nodeOfWorkflow(workflowId: string, type: string): Promise<WorkflowNode | undefined> {
    return nodeOfWorkflow(this.#host.ports, workflowId, type, { principal: this.#host.principal, node: this.node.name });
  }

  connected(type: AiConnectionType): ConnectedNodes {
    return connectedNodes(this.#host, this.#compiled, this, type, (node, inputs, runIndex, modelInput, waits) => {
      const task = { node: node.name, inputs, sources: this.sources };
      return new NodeContext(this.#host, node, task, inputs, runIndex, { root: this, modelInput, waits });
    });
  }

  forCall(args: JsonObject, run: number, asking?: Asking): NodeContext {
    const { inputs, sources } = this;
    const waits = this.#host.subRuns?.callOf(this.node.name, run);
    const usedBy = { root: this.#usedBy?.root ?? this, modelInput: args, waits, asking };
    return new NodeContext(this.#host, this.#compiled, { node: this.node.name, inputs, sources }, inputs, run, usedBy);
  }

  log(...values: readonly unknown[]): void {
    this.#host.console(this.node.name, values, 'log');
  }

  #view(): NodeView {
    return new NodeView(this.#host, this.#compiled, this.#expressionInputs(), this.#usedBy?.modelInput, this.#usedBy?.asking?.tool);
  }

  #expressionInputs(): ExpressionInputs {
    const root = this.#usedBy?.root;
    if (root === undefined) return this;
    const { inputs, sources } = root.#expressionInputs();
    // A root node outside of a run has no items; it may have passed one on.
    return { runIndex: this.runIndex, inputs: inputs.length === 0 ? this.inputs : inputs, sources };
  }

  #expressionScope(): ExpressionScope {
    return (this.#scope ??= createScope(this.#view()));
  }

  async #runCode<R>(start: (session: CodeSession) => Promise<R>): Promise<R> {
    const scope = this.#expressionScope();
    // A node that has already run code must not start again from the beginning.
    const parking = this.#hasRunCode ? undefined : this.#host.parking;
    this.#hasRunCode = true;
    const owner = await this.#host.ports.owner?.(this.#host.principal);
    const result = start({
      ...(owner === undefined ? {} : { owner }),
      nodeName: this.node.name,
      continueOnFail: this.continueOnFail,
      signal: this.signal,
      timezone: this.timezone,
      lookup: (name, itemIndex) => {
        this.#marking?.now();
        scope.itemIndex = itemIndex;
        return scope.lookup(name);
      },
      staticData: (which) => this.staticData(which),
      onConsole: (values, level) => this.#host.console(this.node.name, values, level),
      http: this.http,
      binary: this.binary,
      ...(parking === undefined ? {} : { parking: parking.signal }),
    });
    if (parking === undefined) return result;
    return result.catch((error: unknown) => {
      if (parking.signal.aborted && error === parking.signal.reason) return parking.parkNode();
      throw error;
    });
  }
}
