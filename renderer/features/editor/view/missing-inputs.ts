// Inputs for attached nodes that need attention: required ones without a node, and used ones that the node no longer has.
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { edgesOf } from '../../../../engine/workflow/graph/graph.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { i18n } from '../../../i18n/index.ts';
import { MAIN } from '../canvas/index.ts';
import { describeNode } from './describe-node.ts';
import { indexInType, linkedPorts } from './linked-ports.ts';

/** Returns the label that the canvas shows for inputs of this connection type. */
const portLabel = (type: string): string => i18n.t(`canvas:ports.${type}`, { defaultValue: type.replace(/^ai_/, '') });

const inputsByWorkflow = new WeakMap<WorkflowFile, ReadonlyMap<string, ReadonlySet<string>>>();

/** Returns the inputs at which enabled nodes are attached to each node, by its name: connection type and index among those of the type. */
export function attachedInputs(workflow: WorkflowFile): ReadonlyMap<string, ReadonlySet<string>> {
  const before = inputsByWorkflow.get(workflow);
  if (before !== undefined) return before;
  const attached = new Map<string, Set<string>>();
  const attachments = [...edgesOf(workflow.connections)].filter(({ type }) => type !== MAIN);
  const enabled =
    attachments.length === 0 ? undefined : new Set(workflow.nodes.filter(({ disabled }) => disabled !== true).map(({ name }) => name));
  for (const { source, target, type, targetInput } of attachments) {
    if (enabled?.has(source) === true) attached.set(target, (attached.get(target) ?? new Set()).add(`${type} ${targetInput}`));
  }
  inputsByWorkflow.set(workflow, attached);
  return attached;
}

/** Returns a function that names a node's required inputs without an attached node. */
export function missingInputs(workflow: WorkflowFile, types: NodeTypeLookup): (node: WorkflowNode) => readonly string[] {
  return (node) => {
    const attached = attachedInputs(workflow).get(node.name);
    const description = types.description(node.type, node.typeVersion);
    // Ports are only computed where one can be required.
    if (description === undefined || !JSON.stringify(description.inputs).includes('required')) return [];
    const { inputs } = describeNode(node, description);
    return inputs
      .filter(
        ({ type, isRequired }, index) =>
          type !== MAIN && isRequired === true && attached?.has(`${type} ${indexInType(inputs, index)}`) !== true,
      )
      .map(({ name, type }) => name ?? portLabel(type));
  };
}

/** Returns a function that names inputs to which enabled nodes are attached, but which the node does not have with its current parameters. */
export function unusedInputs(workflow: WorkflowFile, types: NodeTypeLookup): (node: WorkflowNode) => readonly string[] {
  return (node) => {
    const description = types.description(node.type, node.typeVersion);
    if (description === undefined || !attachedInputs(workflow).has(node.name)) return [];
    return describeNode(node, description, linkedPorts(workflow.connections).get(node.name))
      .inputs.filter(({ isGone }) => isGone === true)
      .map(({ type }) => portLabel(type));
  };
}
