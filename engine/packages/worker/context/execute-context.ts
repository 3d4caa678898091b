// `this` of a node's execute: input items, parameters per item, credentials, and what the run offers.
import type { Item } from '../../../contract/run-data.ts';
import { parseDateTime } from '../../../workflow/values/date-time.ts';
import { ApplicationError } from '../../modules/errors.ts';
import { notSupported } from '../../modules/unsupported.ts';
import type { ContextData, RunContextData } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import { useMembers, type AttachedNodes, type MakeContext } from './attached-nodes.ts';
import { baseMembers, baseParts, completeContext, customDataOver, nodeContextOf } from './base-context.ts';
import { documentedMembers } from './documented-members.ts';
import { dataProxy } from './data-proxy.ts';
import { createHelpers } from './helpers.ts';
import type { ParameterOptions } from './parameters.ts';
import { runWorkflow, type CalledWorkflow, type WaitOption } from './sub-workflow.ts';

interface ExecuteKind {
  readonly kind: 'execute' | 'supplyData';
  /** Further members. */
  readonly members: object;
}

/** Returns the context of a running node, or of a node that is attached to it. */
export function executeContext(
  call: PackageCall,
  data: ContextData,
  run: RunContextData,
  attached: AttachedNodes,
  { kind, members: more }: ExecuteKind = { kind: 'execute', members: {} },
): object {
  const parts = baseParts(call, data);
  const { parameters } = parts;
  const inputs = run.inputs.map((list) => call.files.opened([...(list ?? [])]));
  let current = 0;
  const itemsOf = (index = 0): readonly Item[] => {
    const items = inputs[index];
    // A later input that nothing is connected to has no list.
    if (items === undefined && index in mainInputs(call)) return [];
    if (items === undefined) throw new ApplicationError(`Could not get input with given index (${index})`);
    return items;
  };
  const helpers = createHelpers({ call, items: inputs[0] ?? [], itemIndex: () => current });
  return completeContext(
    {
      ...baseMembers(parts),
      helpers,
      nodeHelpers: { copyBinaryFile: helpers.copyBinaryFile },
      getInputData: (index?: number) => itemsOf(index),
      getInputSourceData: (index = 0) => run.sources[index],
      getExecuteData: () => ({ data: { main: inputs }, node: structuredClone(data.node), source: { main: run.sources } }),
      getItemIndex: () => current,
      getNodeParameter: (name: string, itemIndex: number, fallback?: unknown, options?: ParameterOptions) => {
        current = itemIndex;
        return parameters.get(name, itemIndex, fallback, options);
      },
      getCredentials: (name: string, itemIndex = current) => call.request('credentials', { name, itemIndex }),
      continueOnFail: () => run.continueOnFail,
      evaluateExpression: (expression: string, itemIndex = current) => call.evaluate(expression, itemIndex),
      getContext: nodeContextOf(call),
      putExecutionToWait: async (time: unknown) => void (call.waitTill = timeOf(time, data.timezone)),
      getWorkflowDataProxy: (itemIndex: number) => dataProxy(call, inputs[0] ?? [], itemIndex),
      executeWorkflow: (info: CalledWorkflow, items: readonly Item[] = inputs[0] ?? [], _manager?: unknown, options: WaitOption = {}) =>
        runWorkflow(call, info, items, options.doNotWaitToFinish !== true),
      startJob: (type: string, job: CodeJob) => runJob(call, type, job),
      getSignedResumeUrl: (parameters: Readonly<Record<string, string>> = {}) => resumeUrl(call, data.node.id, parameters),
      isStreaming: () => run.isStreaming,
      isToolExecution: () => run.isTool,
      getNodeWebhookUrl: (name: string) => (Object.hasOwn(run.webhookUrls, name) ? run.webhookUrls[name] : undefined),
      getRunnerStatus: (type: string) =>
        type === 'javascript' ? { available: true } : { available: false, reason: 'This program runs JavaScript only.' },
      getNextRunIndex: () => run.runIndex,
      getInputConnectionData: (type: string, itemIndex: number) => attached.supplied(call, type, itemIndex, supplyContext),
      ...reportMembers(call, data, run),
      ...unusedMembers,
      ...more,
    },
    documentedMembers[kind],
  );
}

/** Members that report to the user, or to the caller of the workflow. */
function reportMembers(call: PackageCall, { node }: ContextData, { runIndex }: RunContextData): object {
  const log = (...values: readonly unknown[]): void => call.log('console', { values: values.map((value) => toLogValue(call, value)) });
  return {
    sendMessageToUI: log,
    logNodeOutput: log,
    addExecutionHints: (...hints: readonly { readonly message: string; readonly type?: 'info' | 'warning' | 'danger' }[]) => {
      for (const { message, type } of hints) call.notify('hint', { hint: { message, ...(type === undefined ? {} : { type }) } });
    },
    customData: customDataOver((key, value) => call.notify('customData', { key, value })),
    sendResponse: (response: unknown) => call.notify('respond', { reply: replyOf(call, response) }),
    sendChunk: (type: string, itemIndex: number, content?: unknown) => {
      const metadata = { nodeId: node.id, nodeName: node.name, itemIndex, runIndex, timestamp: Date.now() };
      call.notify('respondChunk', { chunk: `${JSON.stringify(call.json({ type, content, metadata }))}\n` });
    },
    logHitlResponse: (response: unknown) =>
      call.log('log', { level: 'info', message: `A person has answered the node "${node.name}": ${stringOf(response)}` }),
  };
}

/** Members that have no effect here. */
const unusedMembers = {
  // URLs that resume an execution always have a signature, which is checked.
  setSignatureValidationRequired: () => undefined,
  // Links between executions are a feature of n8n's own editor.
  setMetadata: () => undefined,
  logAiEvent: () => undefined,
  // Root nodes are not called by the code of other nodes, which would have callbacks for them.
  getParentCallbackManager: () => undefined,
};

/** Returns the node's inputs of items. */
const mainInputs = (call: PackageCall): readonly unknown[] =>
  (call.ask('ports', { direction: 'inputs' }) as readonly (string | { readonly type: string })[]).filter(
    (port) => (typeof port === 'string' ? port : port.type) === 'main',
  );

/** `this` of the code that makes what a root node uses of an attached node. */
export const supplyContext: MakeContext = (call, { context, run }, attached) => {
  const make = (ownCall: PackageCall, ownRun: RunContextData): object =>
    executeContext(ownCall, context, ownRun, attached, {
      kind: 'supplyData',
      members: useMembers(ownCall, (next, items, runIndex) => make(next, { ...run, inputs: [items], runIndex })),
    });
  return make(call, run);
};

/** Returns the JSON form of a value; the value itself if it has none. */
function toLogValue(call: PackageCall, value: unknown): unknown {
  try {
    return call.json(value);
  } catch {
    return value;
  }
}

/** Returns milliseconds since the epoch. Throws ApplicationError for anything but a date: a Date, a DateTime, a text or a timestamp. */
function timeOf(date: unknown, timezone: string): number {
  const dateTime = parseDateTime(date, timezone);
  if (dateTime !== undefined) return dateTime.toMillis();
  throw new ApplicationError('putExecutionToWait was called with a value that is not a date, so the execution cannot wait.', {
    description: 'Tell the authors of the package.',
  });
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Code of the user that a node has run. */
interface CodeJob {
  readonly code: string;
  readonly nodeMode: 'runOnceForAllItems' | 'runOnceForEachItem';
  /** Further names in the code. */
  readonly additionalProperties?: Readonly<Record<string, unknown>>;
}

/** Runs the code in the sandbox of the Code node. */
async function runJob(call: PackageCall, type: string, { code, nodeMode, additionalProperties = {} }: CodeJob): Promise<object> {
  if (type !== 'javascript') throw notSupported(`this.startJob for ${type}`);
  // On the first line, so that errors name the lines of the user.
  const names = Object.entries(additionalProperties).filter(([name]) => /^[a-z_$][\w$]*$/i.test(name));
  const start = names.map(([name, value]) => `var ${name} = ${JSON.stringify(value) ?? 'undefined'}; `).join('');
  try {
    const result = await call.request('runCode', { source: `${start}${code}`, isPerItem: nodeMode === 'runOnceForEachItem' });
    return { ok: true, result };
  } catch (error) {
    return { ok: false, error };
  }
}

/** A response is a body alone, or an object with `body`, `headers` and `statusCode`. */
function replyOf(call: PackageCall, response: unknown): object {
  const isFull =
    typeof response === 'object' && response !== null && 'body' in response && ('headers' in response || 'statusCode' in response);
  const { body, headers = {}, statusCode = 200 } = isFull ? (response as Partial<Record<string, unknown>>) : { body: response };
  if (body === undefined || body === null) return { status: statusCode, headers };
  if (typeof body === 'string' || body instanceof Uint8Array) return { status: statusCode, headers, body };
  return {
    status: statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', ...(headers as object) },
    body: JSON.stringify(call.json(body)),
  };
}

/** URL that resumes the waiting execution at the node's own webhook. */
function resumeUrl(call: PackageCall, nodeId: string, parameters: Readonly<Record<string, string>>): string {
  const address = call.ask('resumeUrl', undefined) as string | undefined;
  if (address === undefined) throw new ApplicationError('The execution cannot be resumed by a URL, because no server is running.');
  const url = new URL(address);
  url.pathname += `/${encodeURIComponent(nodeId)}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
