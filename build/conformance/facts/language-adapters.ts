// Facts about functions of floor 0: maps the corpus's names and arguments to those of this product.
import type { JsonObject } from '../../../engine/contract/json.ts';
import type { Connections, WorkflowNode } from '../../../engine/contract/workflow.ts';
import { credentialDomains, domainsForHttpNode, isDomainAllowed } from '../../../engine/workflow/values/allowed-domains.ts';
import { cronExpression, type TriggerTime } from '../../../engine/workflow/values/cron.ts';
import { checkStep, ruleTime } from '../../../engine/nodes/schedule-trigger/rule-time.ts';
import { compareWorkflows, type WireChange } from '../../../engine/workflow/file/diff.ts';
import { extractReferences } from '../../../engine/workflow/references/extract-references.ts';
import { safeFileName } from '../../../engine/workflow/file/export.ts';
import { compileFilter, type CompileFilterOptions, type FilterValue } from '../../../engine/workflow/parameters/filter.ts';
import { isFromAiOnly, getNodeParameters } from '../../../engine/workflow/parameters/parameters.ts';
import { mimeTypeOf, parseContentDisposition, parseContentType } from '../../../engine/workflow/values/http-headers.ts';
import { normalizeItems } from '../../../engine/workflow/planning/items.ts';
import { isTool, makeNodeName } from '../../../engine/workflow/references/node-names.ts';
import { renameAllInParameters } from '../../../engine/workflow/references/node-references.ts';
import type { NodeDescription, NodeProperty } from '../../../engine/workflow/node-type.ts';
import { collectIssues, type ParameterIssues } from '../../../engine/workflow/issues/parameter-issues.ts';
import {
  checkAgainstSchema,
  checkParameters,
  checkParameterValue,
  ensureType,
  resolveRelativePath,
} from '../../../engine/workflow/parameters/parameter-types.ts';
import { isTriggerDescription, webhookPath } from '../../../engine/workflow/planning/start-node.ts';
import { edgesOf } from '../../../engine/workflow/graph/graph.ts';
import * as subgraph from '../../../engine/workflow/graph/subgraph.ts';
import * as types from '../../../engine/workflow/values/type-validation.ts';
import { displayParameter, displayParameterPath } from '../../../engine/workflow/parameters/visibility.ts';
import { createScope, type RunView } from '../../../engine/expression/index.ts';
import { customEntry } from '../../../engine/contract/custom-data.ts';
import { fn, type Adapters } from './adapter.ts';
import { dateTimeOf, deepMerge, escapeReplacement, fileKind, hasKey, isObjectEmpty, jsonText, subExecutionOf } from './values.ts';
import {
  connectionsByTarget,
  isCommunityPackage,
  isNodeConnected,
  jsonItems,
  missingCredentials,
  withLineage,
} from './workflow-functions.ts';
import { extractFromAiCalls } from './from-ai-calls.ts';
import * as naming from './tool-naming.ts';
import { WorkflowStandIn } from './workflow-stand-in.ts';

type DescribedNode = { readonly description: NodeDescription };

/** The corpus writes `$rec` for the marker that the editor puts before a generated call. */
const withMark = (text: string): string => text.replaceAll('$rec', '/*n8n-auto-generated-fromAI-override*/');

const filters: Adapters = {
  executeFilter: fn(matches),
  arrayContainsValue: fn((leftValue: unknown, rightValue: unknown, ignoreCase: boolean) =>
    matches({
      combinator: 'and',
      conditions: [{ leftValue, rightValue, operator: { type: 'array', operation: 'contains', rightType: 'any' } }],
      options: { caseSensitive: !ignoreCase },
    }),
  ),
  validateFieldType: fn(types.validateFieldType),
  tryToParseDateTime: fn(dateTimeOf),
  tryToParseUrl: fn(parseUrl),
};

function matches(filter: FilterValue, options: CompileFilterOptions & { readonly itemIndex?: number } = {}): boolean {
  return compileFilter(filter, { ...options, resolved: true }).matches(() => undefined, options.itemIndex ?? 0);
}

/** The corpus parses URLs with a function, the product with a field type. */
function parseUrl(value: unknown): unknown {
  const result = types.validateFieldType('value', value, 'url');
  if (result.valid) return result.newValue;
  throw new TypeError('The value is not a valid url.');
}

const parameters: Adapters = {
  getNodeParameters: fn(
    (
      properties: NodeProperty[],
      values: JsonObject,
      returnDefaults: boolean,
      returnNoneDisplayed: boolean,
      node: WorkflowNode | null,
      description: NodeDescription | null,
    ) => getNodeParameters(properties, values, { returnDefaults, returnNoneDisplayed }, node, description),
  ),
  displayParameter: fn(displayParameter),
  displayParameterPath: fn(displayParameterPath),
  getParameterIssues: fn(
    (property: NodeProperty, values: JsonObject, path: string, node: WorkflowNode | null, description: NodeDescription | null) => {
      const issues: ParameterIssues = {};
      collectIssues(property, values, path, { root: values, version: node?.typeVersion ?? 0, description }, issues);
      return Object.keys(issues).length === 0 ? {} : { parameters: issues };
    },
  ),
  ensureType: fn(ensureType),
  validateNodeParameters: fn(checkParameters),
  assertIsValidNodeParameterValueType: fn(checkParameterValue),
  validateValueAgainstSchema: fn(
    (node: WorkflowNode, type: DescribedNode, value: unknown, path: string, _runIndex: number, itemIndex: number) => {
      const property = type.description.properties.find(({ name }) => name === path.split('.')[0]);
      return checkAgainstSchema(value, property, node.parameters, { path, itemIndex });
    },
  ),
  resolveRelativePath: fn(resolveRelativePath),
};

/** Source node → connection type → changes, in the form of the facts. */
type ConnectionChanges = Record<string, Record<string, { sourceIndex: number; value: { index: number; connection: object } }[]>>;

function comparedConnections(before: Connections, after: Connections): { added: ConnectionChanges; removed: ConnectionChanges } {
  const nodes = [
    ...new Set([before, after].flatMap((connections) => [...edgesOf(connections)].flatMap(({ source, target }) => [source, target]))),
  ].map((name): WorkflowNode => ({ id: name, name, type: 't', typeVersion: 1, position: [0, 0], parameters: {} }));
  const { wires } = compareWorkflows({ nodes, connections: before }, { nodes, connections: after });
  const changes = (kind: WireChange['kind'], connections: Connections): ConnectionChanges => {
    const result: ConnectionChanges = {};
    for (const { edge } of wires.filter((wire) => wire.kind === kind)) {
      const targets = connections[edge.source]?.[edge.type]?.[edge.sourceOutput] ?? [];
      const index = targets.findIndex(({ node, index: input }) => node === edge.target && input === edge.targetInput);
      ((result[edge.source] ??= {})[edge.type] ??= []).push({
        sourceIndex: edge.sourceOutput,
        value: { index, connection: targets[index] ?? {} },
      });
    }
    return result;
  };
  return { added: changes('added', after), removed: changes('removed', before) };
}

const graphs: Adapters = {
  Workflow: { load: () => WorkflowStandIn },
  compareConnections: fn(comparedConnections),
  mapConnectionsByDestination: fn(connectionsByTarget),
  buildAdjacencyList: fn(subgraph.adjacencyList),
  getInputEdges: fn(subgraph.inputEdges),
  getOutputEdges: fn(subgraph.outputEdges),
  getRootNodes: fn(subgraph.rootNodes),
  getLeafNodes: fn(subgraph.leafNodes),
  hasPath: fn(subgraph.hasPathBetween),
  parseExtractableSubgraphSelection: fn(subgraph.subgraphEnds),
  applyAccessPatterns: fn(renameInCode),
  dollarEscape: fn(escapeReplacement),
  hasDotNotationBannedChar: fn((name: string) => renameInCode('$node.a', 'a', name).includes('[')),
  extractReferencesInNodeExpressions: fn(extractReferences),
  isNodeConnected: fn((name: string, bySource: Connections, byTarget: Connections) => isNodeConnected(name, bySource, byTarget)),
  isTriggerNode: fn(isTriggerDescription),
  validateNodeCredentials: fn((node: WorkflowNode, type: DescribedNode) => missingCredentials(node, type.description)),
  getNodeWebhookPath: fn(webhookPath),
  toCronExpression: fn((time: TriggerTime | JsonObject) =>
    Object.hasOwn(time, 'mode') ? cronExpression(time as TriggerTime, Math.random) : ruleCron(time as JsonObject),
  ),
  intervalToRecurrence: fn((rule: JsonObject, index: number) => {
    const time = ruleTime({ ...chosen, ...rule }, SECOND);
    const every = 'cron' in time ? time.every : undefined;
    return every === undefined ? { activated: false } : { activated: true, index, intervalSize: every.count, typeInterval: every.unit };
  }),
  validateInterval: fn((_node: unknown, _item: number, rule: JsonObject) => {
    checkStep(rule);
    ruleTime({ ...chosen, ...rule }, SECOND);
  }),
};

function renameInCode(code: string, from: string, to: string): string {
  return renameAllInParameters({ code }, new Map([[from, to]]), { hasRenamableContent: true }).code;
}

/** Random number of the corpus where a rule of the Schedule Trigger leaves a time open. */
const SECOND = 56;
const chosen = { triggerAtMinute: 19, triggerAtHour: 14, triggerAtDayOfMonth: 22 };

function ruleCron(rule: JsonObject): string {
  const time = ruleTime({ ...chosen, ...rule }, SECOND);
  if ('cron' in time) return time.cron;
  throw new TypeError('The rule is an interval, not a cron expression.');
}

const names: Adapters = {
  makeNodeName: fn(makeNodeName),
  makeDescription: fn(naming.makeDescription),
  isDefaultNodeName: fn(naming.isDefaultNodeName),
  isTool: fn(isTool),
  nodeNameToToolName: fn(naming.toolName),
  getToolDescriptionForNode: fn((node: WorkflowNode, type: DescribedNode) => naming.toolDescription(node, type.description)),
  getUpdatedToolDescription: fn(naming.updatedToolDescription),
  extractFromAICalls: fn((text: string) => extractFromAiCalls(withMark(text))),
  isFromAIOnlyExpression: fn((text: string) => isFromAiOnly(withMark(text))),
  isCommunityPackageName: fn(isCommunityPackage),
};

const values: Adapters = {
  deepMerge: fn(deepMerge),
  isObjectEmpty: fn(isObjectEmpty),
  hasKey: fn(hasKey),
  jsonStringify: fn(jsonText),
  sanitizeFilename: fn(safeFileName),
  fileTypeFromMimeType: fn(fileKind),
  parseContentType: fn(parseContentType),
  parseContentDisposition: fn(parseContentDisposition),
  mimeTypeFromResponse: fn(mimeTypeOf),
  isDomainAllowed: fn((url: string, { allowedDomains }: { allowedDomains: string }) => isDomainAllowed(url, allowedDomains)),
  getCredentialAllowedDomains: fn(credentialDomains),
  getAllowedDomains: fn((_node: unknown, credential: JsonObject) => domainsForHttpNode(credential)),
  normalizeItems: fn(normalizeItems, 'ApplicationError'),
  returnJsonArray: fn(jsonItems),
  constructExecutionMetaData: fn(
    (items: Parameters<typeof withLineage>[0], { itemData }: { itemData: Parameters<typeof withLineage>[1] }) =>
      withLineage(items, itemData),
  ),
  parseErrorMetadata: fn(subExecutionOf),
};

interface CustomDataHolder {
  readonly resultData: { metadata?: Record<string, string> };
}

function customData<T>({ resultData }: CustomDataHolder, use: (data: Map<string, string>) => T): T {
  const data = new Map(Object.entries(resultData.metadata ?? {}));
  try {
    return use(data);
  } finally {
    resultData.metadata = Object.fromEntries(data);
  }
}

/** Calls a function of `$execution.customData`. */
function callCustomData(holder: CustomDataHolder, name: 'set' | 'setAll', ...args: readonly unknown[]): unknown {
  return customData(holder, (data) => {
    const view = {
      customData: data,
      workflow: { settings: {} },
      inputs: [],
      sources: [],
      timezone: 'UTC',
      now: () => Date.now(),
      mode: 'manual',
    } as unknown as RunView;
    const { customData: functions } = createScope(view).lookup('$execution') as {
      customData: Record<string, (...args: unknown[]) => unknown>;
    };
    return functions[name]?.(...args);
  });
}

const customDataAdapters: Adapters = {
  getWorkflowExecutionMetadata: fn((holder: CustomDataHolder, key: string) => customData(holder, (data) => customEntry(data, key))),
  getAllWorkflowExecutionMetadata: fn((holder: CustomDataHolder) => customData(holder, (data) => Object.fromEntries(data))),
  setWorkflowExecutionMetadata: fn(
    (holder: CustomDataHolder, key: unknown, value: unknown) => callCustomData(holder, 'set', key, value),
    'InvalidExecutionMetadataError',
  ),
  setAllWorkflowExecutionMetadata: fn(
    (holder: CustomDataHolder, entries: JsonObject) => callCustomData(holder, 'setAll', entries),
    'InvalidExecutionMetadataError',
  ),
};

export const languageAdapters: Adapters = {
  ...filters,
  ...parameters,
  ...graphs,
  ...names,
  ...values,
  ...customDataAdapters,
};
