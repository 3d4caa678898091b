// The ports and the subtitle of a node, from its type's description; expressions are evaluated with its parameters.
import { isExpression, type JsonObject } from '../../../../engine/contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { createScope, previewExpression, type ExpressionPreview, type RunView } from '../../../../engine/expression/index.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import type { NodeDescription, NodePort, NodeProperty, PropertyOption } from '../../../../engine/workflow/node-type.ts';
import { isRecord, mapEntries } from '../../../../engine/workflow/values/own-properties.ts';
import { completeParameters } from '../../../../engine/workflow/parameters/parameters.ts';
import { isTriggerNode } from '../../../../engine/workflow/planning/start-node.ts';
import { MAIN, type CanvasPort } from '../canvas/index.ts';
import { unknownPorts, withLinked, type LinkedPorts } from './linked-ports.ts';
import { unknownType } from './type-look.ts';
import { isOwnLink } from './webhook-addresses.ts';

interface DescribedNode {
  readonly inputs: readonly CanvasPort[];
  readonly outputs: readonly CanvasPort[];
  readonly subtitle?: string;
}

const empty: WorkflowFile = { nodes: [], connections: {} };
const none: JsonObject = {};

/** Returns a scope that contains only the node's parameters. */
function parameterView(node: WorkflowNode, parameters: JsonObject): RunView {
  return {
    workflow: new WorkflowGraph(empty),
    node,
    runIndex: 0,
    inputs: [],
    sources: [],
    runData: {},
    mode: 'manual',
    executionId: '',
    timezone: 'UTC',
    now: () => Date.now(),
    vars: {},
    env: undefined,
    customData: new Map(),
    nodeContext: () => ({}),
    parameters,
    parametersOf: () => none,
    lenient: true,
  };
}

/** Evaluates an expression that reads only the node's parameters. */
export const ownPreview = (text: string, node: WorkflowNode, parameters: JsonObject): ExpressionPreview =>
  previewExpression(text, createScope(parameterView(node, parameters)));

/** Returns chosen options as the form shows them, without empty ones. */
function withLocatorTexts(parameters: JsonObject): JsonObject {
  return mapEntries(parameters, (name, value) => {
    if (!isRecord(value) || (value['__rl'] !== true && !('mode' in value && 'value' in value))) return [name, value];
    const resourceName = value['cachedResultName'] ?? value['value'];
    return resourceName === '' || resourceName === undefined || resourceName === null ? undefined : [name, resourceName];
  });
}

/** What a waiting node waits for, apart from a time: a call, a form, or the answer to a message that it has sent. */
export type AwaitedEvent = 'call' | 'form' | 'answer';

/** Returns what the node waits for while it waits in the middle of a run; undefined if nothing but a time or another workflow can continue it. */
export function awaitedEvent(node: WorkflowNode, description: NodeDescription | undefined): AwaitedEvent | undefined {
  const webhooks = description?.webhooks?.filter(({ restartWebhook }) => restartWebhook === true) ?? [];
  if (description === undefined || webhooks.length === 0) return undefined;
  const parameters = completeParameters(node.parameters ?? {}, { typeVersion: node.typeVersion }, description);
  const applies = (when: unknown): boolean => {
    const preview = isExpression(when) ? ownPreview(when, node, parameters) : undefined;
    return preview === undefined ? when === undefined || when === true : preview.ok && preview.value === true;
  };
  const webhook = webhooks.find((each) => applies(each['when']));
  if (webhook === undefined) return undefined;
  if (isOwnLink(webhook)) return 'answer';
  return webhook['nodeType'] === 'form' ? 'form' : 'call';
}

/** `linked`: ports that the node's connections use. */
export function describeNode(node: WorkflowNode, description: NodeDescription | undefined, linked?: LinkedPorts): DescribedNode {
  if (description === undefined)
    return { ...unknownPorts(linked, isTriggerNode(node, { description: () => undefined })), subtitle: unknownType(node.type).name };
  const parameters = completeParameters(node.parameters ?? {}, { typeVersion: node.typeVersion }, description);
  const evaluate = (text: string, seen = parameters): unknown => {
    const preview = ownPreview(text, node, seen);
    return preview.ok ? preview.value : undefined;
  };
  const inputs = ports(description.inputs, description.inputNames, evaluate);
  const outputs = ports(description.outputs, description.outputNames, evaluate);
  // A node that continues on error can have an error output.
  const withError =
    node.onError === 'continueErrorOutput'
      ? [...outputs.map((port) => ({ ...port, name: port.name ?? 'success' })), { type: MAIN, name: 'error' }]
      : outputs;
  return {
    inputs: withLinked(inputs, linked?.inputs),
    outputs: withLinked(withError, linked?.outputs),
    subtitle: subtitleOf(description, parameters, (text) => evaluate(text, withLocatorTexts(parameters))),
  };
}

function ports(
  declared: readonly NodePort[] | string,
  names: readonly string[] | undefined,
  evaluate: (text: string) => unknown,
): readonly CanvasPort[] {
  const list = typeof declared === 'string' ? evaluate(declared) : declared;
  const listed: readonly NodePort[] = Array.isArray(list) ? (list as NodePort[]) : ['main'];
  // A single port has no label: it would be redundant and overlap the number of items.
  const isOnly = listed.length === 1;
  return listed.map((port, index) => {
    const name = typeof port === 'string' ? undefined : port.displayName;
    const displayName = isOnly ? undefined : (name ?? names?.[index]);
    const label = displayName === undefined || displayName === '' ? {} : { name: displayName };
    if (typeof port === 'string') return { type: port, ...label };
    const { type, maxConnections: limit, filter: accepts, required } = port;
    return {
      type,
      ...label,
      ...(limit === undefined ? {} : { limit }),
      ...(accepts === undefined ? {} : { accepts }),
      ...(required === true ? { isRequired: true as const } : {}),
    };
  });
}

/** Returns the description's subtitle, otherwise the names of the chosen resource and operation. */
function subtitleOf(description: NodeDescription, parameters: JsonObject, evaluate: (text: string) => unknown): string | undefined {
  const { subtitle } = description;
  if (subtitle !== undefined) {
    const value = isExpression(subtitle) ? evaluate(subtitle) : subtitle;
    // Options are shown by their names, not by their stored values.
    const text =
      typeof value === 'string' || typeof value === 'number'
        ? nameOfOption(description, parameters, String(value)).replace(/:\s*$/, '')
        : '';
    // A subtitle with missing values is not shown.
    return text === '' || /\bundefined\b|\[object Object\]/.test(text) ? undefined : text;
  }
  const chosen = ['operation', 'resource'].flatMap((name) => {
    const value = parameters[name];
    return typeof value === 'string' && value !== '' && !isExpression(value) ? [nameOfOption(description, parameters, value)] : [];
  });
  return chosen.length === 0 ? undefined : chosen.join(': ').toLowerCase();
}

function nameOfOption(description: NodeDescription, parameters: JsonObject, value: string): string {
  for (const property of description.properties) {
    if (parameters[property.name] !== value || property.type !== 'options') continue;
    const option = (property.options as readonly (PropertyOption | NodeProperty)[] | undefined)?.find(
      (each) => 'value' in each && each.value === value,
    );
    if (option !== undefined) return option.name;
  }
  return value;
}
