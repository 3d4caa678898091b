// The registry's door: node types as the rest of the engine asks for them.
import { coreNodes } from './core-nodes.generated.ts';
import { NodeRegistry, type NodeChoice } from './node-registry.ts';

/** A registry holding the core nodes. Nothing is loaded until a workflow asks. */
export function createNodeRegistry(choice?: NodeChoice): NodeRegistry {
  return new NodeRegistry(coreNodes, choice);
}
export { NodeRegistry, type LoadedNode, type NodeChoice } from './node-registry.ts';
