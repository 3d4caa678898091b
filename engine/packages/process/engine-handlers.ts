// What package code may call in the engine while a call of it runs. A new helper is a handler here, and its use in `worker/context`.
import type { IncomingCall } from '../../channel/channel.ts';
import type { ErrorData } from '../../channel/errors.ts';
import { aiConnectionTypes, type AiConnectionType } from '../../contract/connection-types.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { BinaryEntry, NodeHint } from '../../contract/run-data.ts';
import type { ShapeCheck } from '../../sandbox/check-shape.ts';
import { toPlain } from '../../sandbox/plain-data.ts';
import { saveStaticData, type StaticDataCopies, type StaticDataScope } from '../../sandbox/static-data.ts';
import { NodeError, type BinaryMeta, type ConnectedNode, type DetachedContext, type WebhookReply } from '../../sdk/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { attachedData } from './attached-data.ts';
import type { CallContext, PartSource } from './call-context.ts';
import type { CallResources } from './call-resources.ts';
import { callDataTables, type DataTableCall } from './data-tables.ts';
import { calledTrigger, plainNode } from './node-lookup.ts';
import { packedValue } from './param-window.ts';
import type { PartCall, PartDescription } from './part-protocol.ts';
import type { AttachedData, ConnectedData, ParamWindow, WireRequest } from './protocol.ts';
import type { SendingNode } from './requests.ts';
import { errorOf, outputsOf, replyOf, workflowCallOf, type WorkflowQuestion } from './returned-data.ts';
import { descriptionOf } from './returned-parts.ts';
import type { StreamedReply } from './streamed-reply.ts';

/** A call of package code: `owner` of its handlers. */
export interface ServedCall {
  readonly context: CallContext;
  /** Name of the package. */
  readonly name: string;
  /** Limits the data of the whole call. */
  readonly shape: ShapeCheck;
  readonly resources: CallResources;
  readonly reply: StreamedReply;
  /** Whether a trigger listens. */
  readonly isListening: boolean;
  /** Throw NodeError for calls without a node, and for nodes that are not attached. */
  readonly node: DetachedContext;
  readonly used: ConnectedNode;
  readonly parts: PartSource;
  readonly sender: SendingNode;
  /** Values of the parameters with expressions, for as many items as a time slice allows. */
  params(from: number): ParamWindow;
  /** Opens a call for an attached node, which ends with this one. Returns its number. */
  attach(context: CallContext): number;
  hasStartedListening(): void;
  /** The part that the call supplies can be used. */
  hasSupplied(description: PartDescription): void;
  /** Tells code whose response is streamed that its caller has disconnected. */
  disconnect(): void;
  /** Passes the response of a workflow that the trigger has started. */
  passReply(response: number, reply: WebhookReply): void;
}

type Table = Readonly<Record<string, (input: never, call: IncomingCall<ServedCall>) => unknown>>;

interface AtItem {
  readonly itemIndex: number;
}
interface InFile {
  readonly file: number;
  readonly bytes: Uint8Array;
}

/** Calls that block the package's code until the result, which is plain data. */
const valueHandlers = plainly({
  /** Values of the parameters with expressions, for many items from `itemIndex` on. */
  params: ({ itemIndex }: AtItem, { owner }) => owner.params(itemIndex),
  /** One value that could not be read as part of its parameter. This and the next two return a list of the value that `packValues` has packed. */
  param: ({ path, itemIndex, raw }: AtItem & { readonly path: string; readonly raw: boolean }, { owner }) =>
    packedValue(owner.node.param(path, itemIndex, undefined, { extractValue: false, raw })),
  /** Value of a resource locator, extracted by the rule of its mode. */
  extract: ({ path, itemIndex }: AtItem & { readonly path: string }, { owner }) => packedValue(owner.node.param(path, itemIndex)),
  /** `extra`: further names in the expression. */
  evaluate: ({ expression, itemIndex, extra }: EvaluateInput, { owner }) => {
    owner.shape.check(extra);
    return packedValue(owner.node.evaluate(expression, itemIndex, extra));
  },
  resumeUrl: (_: undefined, { owner }) => owner.context.run?.resumeUrl('webhook-waiting'),
  /** The nodes above or below a node, without credentials. */
  relatives: ({ name, direction, connection }: RelativesInput, { owner }) =>
    owner.node.relatives(name, direction, connection).map(plainNode),
  ports: ({ direction }: { readonly direction: 'inputs' | 'outputs' }, { owner }) =>
    owner.node.ports(direction === 'outputs' ? 'outputs' : 'inputs'),
  /** Names of all node types. */
  knownTypes: (_: undefined, { owner }) => owner.context.types?.() ?? [],
  /** Static data; undefined while it is read from the database. */
  staticData: ({ scope, canWait }: { readonly scope: StaticDataScope; readonly canWait: boolean }, { owner }) =>
    owner.resources.staticData(owner.node, scope, canWait),
  nodeContext: (_: undefined, { owner }) => owner.context.run?.nodeContext() ?? {},
  /** Content of a stored file as base64; undefined while it is fetched. */
  storedContent: ({ entry, canWait }: { readonly entry: BinaryEntry; readonly canWait: boolean }, { owner }) =>
    owner.resources.contents.read(entry, owner.node.binary, canWait),
  /** Index of the next run of an attached node. */
  nextRun: (_: undefined, { owner }) => owner.used.nextRun,
  /** Records that a use of an attached node begins. Returns the index of the run. */
  beginUse: ({ inputs }: { readonly inputs: unknown }, { owner }) => owner.used.begin(outputsOf(inputs, owner.name)),
  /** Begins a use with these items, unless this run has started. Returns the number of a call for the attached node with these items. */
  withInput: ({ items, runIndex }: { readonly items: unknown; readonly runIndex: number }, { owner }) => {
    const [list] = outputsOf([items], owner.name);
    if (owner.used.nextRun === runIndex) owner.used.begin([list ?? []]);
    const used = owner.used.withInput(list ?? [], runIndex);
    return owner.attach({ ...owner.context, used, node: used.ctx, run: used.ctx });
  },
});

interface EvaluateInput extends AtItem {
  readonly expression: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

interface RelativesInput {
  readonly name: string;
  readonly direction: 'parents' | 'children';
  readonly connection?: string;
}

/** Requests, streams and files. */
const resourceHandlers = {
  http: ({ request }: { readonly request: WireRequest }, { owner }) =>
    owner.resources.requests.send(owner.sender, request, owner.isListening),
  endRequest: ({ request }: { readonly request: number }, { owner }) => owner.resources.requests.end(request),
  /** Next chunk of a stream; undefined at its end. */
  readChunk: ({ stream }: { readonly stream: number }, { owner }) => owner.resources.requests.nextChunk(stream),
  closeStream: ({ stream }: { readonly stream: number }, { owner }) => owner.resources.requests.closeStream(stream),
  credentials: ({ name, itemIndex }: AtItem & { readonly name: string }, { owner }) => owner.node.credentials(name, itemIndex),
  /** Returns the data of the credential, which has a new token. */
  renewCredential: ({ name, itemIndex }: AtItem & { readonly name: string }, { owner }) =>
    owner.resources.renewCredential(owner.node, name, itemIndex),
  openBinary: ({ entry }: { readonly entry: BinaryEntry }, { owner }) =>
    owner.resources.requests.openStream(owner.node.binary.stream(entry)),
  readBinary: ({ entry }: { readonly entry: BinaryEntry }, { owner }) => owner.node.binary.read(entry),
  writeBinary: ({ bytes, ...meta }: BinaryMeta & { readonly bytes: Uint8Array }, { owner }) =>
    owner.resources.files.writeWhole(bytes, meta, owner.node.binary),
  /** Starts a file that is written in chunks. Returns its number. */
  startFile: (meta: BinaryMeta, { owner }) => owner.resources.files.start(meta, owner.node.binary),
  writeChunk: ({ file, bytes }: InFile, { owner }) => owner.resources.files.write(file, bytes),
  /** Returns the entry of the complete file. */
  endFile: ({ file }: { readonly file: number }, { owner }) => owner.resources.files.end(file),
  /** Returns the path without links, if it may be used. */
  resolvePath: ({ path }: { readonly path: string }, { owner }) => owner.node.files.allowedPath(String(path)),
  /** Opens a file of the computer for reading. Returns the number of a stream. */
  openLocal: ({ path }: { readonly path: string }, { owner }) => owner.resources.localFiles.open(path, owner.node.files),
  /** Opens a file of the computer for writing. Returns its number. */
  createLocal: ({ path, appends }: { readonly path: string; readonly appends: boolean }, { owner }) =>
    owner.resources.localFiles.create(path, appends, owner.node.files),
  writeLocal: ({ file, bytes }: InFile, { owner }) => owner.resources.localFiles.write(file, bytes),
  endLocal: ({ file }: { readonly file: number }, { owner }) => owner.resources.localFiles.end(file),
} satisfies Table;

/** What else a node may ask for. */
const nodeHandlers = {
  /** Returns the first trigger of a type in the workflow that the node's parameter `workflowId` names; undefined if it has none. */
  calledTrigger: ({ nodeType }: { readonly nodeType: string }, { owner }) => calledTrigger(owner.node, nodeType),
  runWorkflow: async (question: WorkflowQuestion, { owner }) => {
    if (owner.context.run === undefined && owner.context.startsWorkflows !== true) {
      throw new NodeError('A node can call a workflow only while it runs.');
    }
    return owner.node.runWorkflow(workflowCallOf(question, owner.name));
  },
  /** A call of the data tables: of one table, or of all. */
  dataTable: async (call: DataTableCall, { owner }) => {
    owner.shape.check(call.args);
    return callDataTables(await owner.node.dataTables(), call);
  },
  sleep: ({ milliseconds }: { readonly milliseconds: number }, { owner }) => owner.node.sleep(milliseconds),
  /** Runs JavaScript as the Code node does, with the items of the node. */
  runCode: async ({ source, isPerItem }: { readonly source: string; readonly isPerItem: boolean }, { owner }) => {
    const { run } = owner.context;
    if (run === undefined) throw new NodeError('A node can run code only while it runs itself.');
    return (await run.code.run({ source, mode: isPerItem ? 'each' : 'all', dialect: 'code', items: run.input() })).value;
  },
  connected: async ({ connection, itemIndex }: AtItem & { readonly connection: string }, { owner }): Promise<ConnectedData> => {
    if (!isAiConnection(connection)) throw new NodeError(`There is no connection type "${connection}".`);
    const { isList, nodes } = owner.node.connected(connection);
    const request = { connection, itemIndex, package: owner.name, attach: (context: CallContext) => owner.attach(context) };
    const attached: AttachedData[] = [];
    for (const node of nodes) attached.push(await attachedData(node, owner.context, request));
    return { isList, nodes: attached };
  },
  /** Uses a part of a node of core, or of another package. The parts of an answer are emitted. */
  usePart: async (use: PartCall, call) => {
    call.owner.shape.check(use.input);
    return toPlain(await call.owner.parts.use(use, { signal: call.signal, onDelta: (delta) => call.emit(delta) }));
  },
  /** Runs an attached node as a tool. Returns the json of its items. */
  runTool: async ({ args }: { readonly args: unknown }, { owner }) => {
    owner.shape.check(args);
    const items = await owner.used.runAsTool(isRecord(args) ? (args as JsonObject) : {});
    return items.map(({ json }) => json);
  },
  /** Sends a request as the node's routing does. Returns its items. */
  routingRequest: async ({ request }: { readonly request: unknown }, { owner }) => toPlain(await owner.context.routingRequest?.(request)),
  /** The next part of the response of a webhook. Resolves once another one can follow. */
  replyPart: ({ bytes }: { readonly bytes: Uint8Array }, { owner }) => owner.reply.write(bytes),
  /** Starts an execution with items of a trigger, one list per output. Returns how it ended, if that is awaited. */
  emit: async ({ outputs, staticData, awaitsEnd, response }: EmitInput, { owner }) => {
    const lists = outputsOf(outputs, owner.name);
    saveStaticData(owner.node, staticData);
    const respond = response === undefined ? undefined : (reply: WebhookReply) => owner.passReply(response, reply);
    const run = await owner.context.trigger?.emit(lists, respond);
    return awaitsEnd ? run?.ended() : undefined;
  },
} satisfies Table;

interface EmitInput {
  readonly outputs: unknown;
  readonly staticData: StaticDataCopies;
  readonly awaitsEnd: boolean;
  /** Number by which the response of the workflow is sent, if it is requested. */
  readonly response?: number;
}

/** Notifications. */
const noticeHandlers = {
  log: ({ level, message }: { readonly level: 'debug' | 'info' | 'warn' | 'error'; readonly message: string }, { owner }) =>
    owner.context.node?.logger[level](message, { package: owner.name }),
  console: ({ values }: { readonly values: readonly unknown[] }, { owner }) => owner.context.run?.log(...values),
  hint: ({ hint }: { readonly hint: NodeHint }, { owner }) => owner.context.run?.hint(hint),
  customData: ({ key, value }: { readonly key: string; readonly value: string }, { owner }) =>
    owner.context.run?.setExecutionData(key, value),
  /** The response to the webhook that started the run. */
  respond: ({ reply }: { readonly reply: unknown }, { owner }) => owner.context.run?.respond(replyOf(reply, owner.name)),
  respondChunk: ({ chunk }: { readonly chunk: string }, { owner }) => owner.context.run?.respondChunk(String(chunk)),
  /** The response of a webhook that is written in parts begins: its status and headers. */
  replyHead: ({ reply }: { readonly reply: unknown }, { owner }) => owner.reply.begin(replyOf(reply, owner.name), () => owner.disconnect()),
  /** Records the end of a use of an attached node: its outputs, or its error. */
  endUse: ({ run, outputs, error }: { readonly run: number; readonly outputs?: unknown; readonly error?: ErrorData }, { owner }) =>
    owner.used.end(run, error === undefined ? { outputs: outputsOf(outputs, owner.name) } : { error: errorOf(error, owner.name) }),
  /** What the call supplies can be used. */
  supplied: ({ description }: { readonly description: unknown }, { owner }) => {
    owner.shape.check(description);
    owner.hasSupplied(descriptionOf(description));
  },
  /** A trigger listens for events. */
  listening: (_: undefined, { owner }) => owner.hasStartedListening(),
  /** An event made an execution fail before it began. The trigger continues. */
  failedRun: ({ error }: { readonly error: ErrorData }, { owner }) => owner.context.trigger?.saveFailure?.(errorOf(error, owner.name)),
  /** A trigger has failed and stopped listening. */
  broken: ({ error }: { readonly error: ErrorData }, { owner }) => owner.context.trigger?.fail(errorOf(error, owner.name)),
} satisfies Table;

export type NoticeHandlers = typeof noticeHandlers;
export type EngineHandlers = typeof engineHandlers;

export const engineHandlers = { ...valueHandlers, ...resourceHandlers, ...nodeHandlers, ...noticeHandlers };

const isAiConnection = (type: string): type is AiConnectionType => (aiConnectionTypes as readonly string[]).includes(type);

/** Returns the handlers with results as plain data. */
function plainly<T extends Table>(table: T): T {
  const plain =
    (handler: Table[string]): Table[string] =>
    (input, call) =>
      toPlain(handler(input, call));
  return Object.fromEntries(Object.entries(table).map(([name, handler]) => [name, plain(handler)])) as T;
}
