// Sizes of nodes on the canvas, for layouts: nodes with many ports, and those to which others are attached, are larger.
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription, NodePort, NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { MAIN, NODE_SIZE, nodeSize } from '../canvas/index.ts';
import { describeNode } from './describe-node.ts';
import { linkedPorts } from './linked-ports.ts';

export type NodeSize = ReturnType<typeof nodeSize>;
export type SizeOf = (node: WorkflowNode) => NodeSize;

const square: NodeSize = { width: NODE_SIZE, height: NODE_SIZE };
/** Number of ports that fit on the side of a square. */
const FEW = 3;

const isFewMain = (ports: readonly NodePort[] | string): boolean =>
  typeof ports !== 'string' && ports.length <= FEW && ports.every((port) => (typeof port === 'string' ? port : port.type) === MAIN);

/** Whether the node is a square, which is known without evaluating its ports. */
const isSimple = ({ inputs, outputs }: NodeDescription): boolean => isFewMain(inputs) && isFewMain(outputs);

/** Returns a function that computes the size of a node of the workflow. */
export function nodeSizes({ connections }: Pick<WorkflowFile, 'connections'>, types: NodeTypeLookup): SizeOf {
  const linked = linkedPorts(connections);
  return (node) => {
    const description = types.description(node.type, node.typeVersion);
    const own = linked.get(node.name);
    if (own?.hasMainOnly !== false && description !== undefined && isSimple(description)) return square;
    return nodeSize(describeNode(node, description, own));
  };
}
