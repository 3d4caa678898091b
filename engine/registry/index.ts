// The registry's door: node types as the rest of the engine asks for them.
import { coreNodes } from './core-nodes.generated.ts';
import { NodeRegistry } from './node-registry.ts';

/** A registry holding the core nodes. Nothing is loaded until a workflow asks. */
export function createNodeRegistry(): NodeRegistry {
  return new NodeRegistry(coreNodes);
}
export { NodeRegistry, type LoadedNode } from './node-registry.ts';
