// `NodeHelpers` of `n8n-workflow`: rules about parameters, versions and webhooks of nodes, by the same code as the program's own nodes.
import type { JsonObject } from '../../contract/json.ts';
import { aiConnectionTypes } from '../../contract/connection-types.ts';
import type { NodeDescription, NodeProperty } from '../../workflow/node-type.ts';
import { displayParameter, displayParameterPath } from '../../workflow/parameters/visibility.ts';
import { getNodeParameters } from '../../workflow/parameters/parameters.ts';
import { isTriggerDescription, webhookPath } from '../../workflow/planning/start-node.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { supportedOnly } from './unsupported.ts';

interface NodeInput {
  readonly name: string;
  readonly typeVersion?: number;
  readonly webhookId?: string;
  readonly disabled?: boolean;
}

const connectionTypes = (list: readonly unknown[]): unknown[] => list.map((each) => (isRecord(each) ? each['type'] : each));

/** A node that others use, such as a language model: all of its outputs are of a kind for attached nodes. */
function isSubNodeType(description: Pick<NodeDescription, 'outputs'> | null | undefined): boolean {
  const outputs: unknown = description?.outputs;
  if (!Array.isArray(outputs) || outputs.length === 0) return false;
  return connectionTypes(outputs).every((type) => (aiConnectionTypes as readonly unknown[]).includes(type));
}

function pathOf(workflowId: string, node: NodeInput, path: string, isFullPath?: boolean, restartWebhook?: boolean): string {
  const { webhookId } = node;
  return webhookPath(workflowId, { name: node.name, ...(webhookId === undefined ? {} : { webhookId }) }, path, isFullPath, restartWebhook);
}

const members = {
  /** Whether the display options of a property show it. `values`: its siblings; `root`: all parameters of the node. */
  displayParameter: (
    values: JsonObject,
    property: NodeProperty,
    node: NodeInput | null,
    description: NodeDescription | null,
    root?: JsonObject,
    key?: 'displayOptions' | 'disabledOptions',
  ) => displayParameter(values, property, node, description, root, key),
  displayParameterPath: (
    values: JsonObject,
    property: NodeProperty,
    path: string,
    node: NodeInput | null,
    description: NodeDescription | null,
    key?: 'displayOptions' | 'disabledOptions',
  ) => displayParameterPath(values, property, path, node, description, key),
  /** Parameters completed with defaults, or without the values that equal them; hidden ones are left out unless they are wanted. */
  getNodeParameters: (
    properties: readonly NodeProperty[],
    values: JsonObject,
    returnDefaults: boolean,
    returnNoneDisplayed: boolean,
    node: NodeInput | null,
    description: NodeDescription | null,
  ): JsonObject => structuredClone(getNodeParameters(properties, values, { returnDefaults, returnNoneDisplayed }, node, description)),
  getConnectionTypes: connectionTypes,
  getNodeWebhookPath: pathOf,
  getNodeWebhookUrl: (baseUrl: string, workflowId: string, node: NodeInput, path: string, isFullPath?: boolean) =>
    `${baseUrl}/${pathOf(workflowId, node, path.replace(/^\//, ''), isFullPath)}`,
  /** The version of a node; nodes without versions are their own. */
  getVersionedNodeType: (object: { getNodeType?(version?: number): unknown }, version?: number): unknown =>
    'nodeVersions' in object ? object.getNodeType?.(version) : object,
  isTriggerNode: (description: Pick<NodeDescription, 'group'>) => isTriggerDescription(description),
  isSubNodeType,
};

export const nodeHelpers = supportedOnly('n8n-workflow: NodeHelpers', members) as typeof members;
