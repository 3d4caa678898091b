// The members of `this` that all kinds of package code have: node, workflow, parameters, credentials and log.
import { ApplicationError } from '../../modules/errors.ts';
import { notSupported } from '../../modules/unsupported.ts';
import type { ContextData } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import { PackageParameters, type ParameterOptions } from './parameters.ts';

export interface BaseParts {
  readonly call: PackageCall;
  readonly data: ContextData;
  readonly parameters: PackageParameters;
}

/** Returns parts that the members of a context share. */
export function baseParts(call: PackageCall, data: ContextData): BaseParts {
  call.node = data.node.name;
  return { call, data, parameters: new PackageParameters(call, data) };
}

/** `this.logger`: writes to the log of the execution. */
export function loggerOf(call: PackageCall): object {
  const log =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: unknown): void =>
      call.log('log', { level, message: String(message) });
  const logger = {
    debug: log('debug'),
    verbose: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    scoped: (): object => logger,
  };
  return logger;
}

/** Members that do not depend on items. */
export function baseMembers({ call, data }: BaseParts): object {
  const { node, workflow } = data;
  return {
    logger: loggerOf(call),
    getNode: () => structuredClone(node),
    getWorkflow: () => ({ id: workflow.id, name: workflow.name, active: workflow.active }),
    getWorkflowSettings: () => structuredClone(workflow.settings),
    getTimezone: () => data.timezone,
    getMode: () => data.mode,
    getInstanceId: () => data.instanceId,
    getInstanceBaseUrl: () => `${data.instanceUrl}/`,
    getRestApiUrl: () => `${data.instanceUrl}/rest`,
    // Only newer versions of n8n have more to say about an execution.
    getExecutionContext: () => undefined,
    getExecutionId: () => data.executionId,
    getKnownNodeTypes: () => knownTypes(call),
    // Everyone who may see an execution sees its data, so nothing is redacted.
    isConsoleOutputRedacted: () => false,
    getWorkflowStaticData: (scope: unknown) => {
      if (scope === 'node' || scope === 'global') return call.staticData(scope);
      throw new ApplicationError(`There is no static data of the type "${String(scope)}": the "type" parameter is "global" or "node".`);
    },
    prepareOutputData: async (items: readonly unknown[], output = 0) => {
      const outputs: (readonly unknown[])[] = Array.from({ length: output }, () => []);
      return [...outputs, items];
    },
    getExecutionCancelSignal: () => call.signal,
    getParentNodes: (name: string, options?: RelativeOptions) => relatives(call, name, 'parents', options),
    getChildNodes: (name: string, options?: RelativeOptions) => relatives(call, name, 'children', options),
    getNodeInputs: () => ports(call, 'inputs'),
    getNodeOutputs: () => ports(call, 'outputs'),
    getChatTrigger: () => relatives(call, node.name, 'parents').find(({ type }) => type === '@n8n/n8n-nodes-langchain.chatTrigger') ?? null,
    onExecutionCancellation: (handler: () => unknown) => call.signal.addEventListener('abort', () => void handler(), { once: true }),
  };
}

/** Returns ports as objects; a port that is only listed is its type. */
const ports = (call: PackageCall, direction: 'inputs' | 'outputs'): readonly object[] =>
  (call.ask('ports', { direction }) as readonly (string | object)[]).map((port) => (typeof port === 'string' ? { type: port } : port));

/** The node types of this instance, with the names that their classes have by convention: `n8n-nodes-base.gmail` → `Gmail`. */
function knownTypes(call: PackageCall): object {
  const names = call.ask('knownTypes', undefined);
  return Object.fromEntries(
    names.map((name) => [name, { className: name.slice(name.lastIndexOf('.') + 1).replace(/^./, (first) => first.toUpperCase()) }]),
  );
}

interface RelativeOptions {
  readonly includeNodeParameters?: boolean;
  readonly connectionType?: string;
}

function relatives(
  call: PackageCall,
  name: string,
  direction: 'parents' | 'children',
  { includeNodeParameters = false, connectionType }: RelativeOptions = {},
): readonly { readonly type: string }[] {
  const match = call.ask('relatives', {
    name,
    direction,
    ...(connectionType === undefined ? {} : { connection: connectionType }),
  }) as readonly { readonly type: string; readonly parameters: object }[];
  return includeNodeParameters ? match : match.map(({ parameters: _hidden, ...node }) => node);
}

/** `getContext`: data that a node keeps between its runs in an execution. */
export const nodeContextOf = (call: PackageCall) => (type: unknown) => {
  if (type === 'node') return call.nodeContext();
  if (type === 'flow') throw notSupported('this.getContext("flow")');
  throw new ApplicationError(`There is no context of the type "${String(type)}": the "type" parameter is "node" or "flow".`);
};

/** Custom data of an execution, set by `store`. */
export const customDataOver = (store: (key: string, value: string) => void): object => ({
  set: (key: string, value: unknown) => store(key, String(value)),
  setAll: (values: Readonly<Record<string, unknown>>) => {
    for (const [key, value] of Object.entries(values)) store(key, String(value));
  },
});

/** getNodeParameter of contexts without items: name, fallback, options. */
export const parametersOfNode = ({ parameters }: BaseParts): object => ({
  getNodeParameter: (name: string, fallback?: unknown, options?: ParameterOptions) => parameters.get(name, 0, fallback, options),
  getCurrentNodeParameter: (name: string, options?: ParameterOptions) => {
    try {
      return parameters.get(name.replace(/^\/|^&/, ''), 0, undefined, options);
    } catch {
      return undefined;
    }
  },
  getCurrentNodeParameters: () => parameters.all(0),
});

/**
 * Makes a context complete: a documented member that is missing throws an error that names it when it is called. Other members are undefined, since
 * packages test for them.
 */
export function completeContext<T extends object>(members: T, documented: readonly string[], where = 'this'): T {
  const missing = documented.filter((name) => !(name in members));
  const rejecting = missing.map((name) => [
    name,
    () => {
      throw notSupported(`${where}.${name}`);
    },
  ]);
  return { ...Object.fromEntries(rejecting), ...members };
}
