// Creates node types for tests, and ports whose registry knows them.
import type { ExecutionPorts } from '../execution/index.ts';
import { createNodeRegistry } from '../registry/index.ts';
import { defineNode, type NodeDefinition, type NodeVersion } from '../sdk/index.ts';
import { fakePorts } from './fake-ports.ts';

/** A node type `test.<name>` with one main input and output. */
export function testNode(
  name: string,
  execute: NodeVersion['execute'],
  description: Partial<NodeVersion['description']> = {},
): NodeDefinition {
  const base = {
    version: 1,
    group: ['transform'],
    displayName: name,
    description: name,
    defaults: { name },
    inputs: ['main'],
    outputs: ['main'],
    properties: [],
  };
  return defineNode({ type: `test.${name}`, icon: 'none', versions: [{ description: { ...base, ...description }, execute }] });
}

/** Returns ports whose registry contains these nodes and the core nodes. */
export function portsWith(nodes: readonly NodeDefinition[], overrides: Partial<ExecutionPorts> = {}): ExecutionPorts {
  const registry = createNodeRegistry();
  for (const node of nodes) registry.add(node);
  return fakePorts({ nodes: registry, ...overrides });
}
