// Entry point of the registry, which holds the node types.
import { coreNodes } from './core-nodes.generated.ts';
import { NodeRegistry, type NodeChoice } from './node-registry.ts';

/** Returns a registry of the core nodes. They are loaded when a workflow uses them. */
export function createNodeRegistry(choice?: NodeChoice): NodeRegistry {
  return new NodeRegistry(coreNodes, choice);
}
export { NodeRegistry, type LoadedNode, type NodeChoice } from './node-registry.ts';
