// A node of the test that supplies a part to the root node.
import { createNodeRegistry } from '../../registry/index.ts';
import type { Supply } from '../../sdk/index.ts';
import type { AttachedNode, RootRun } from './run-root-node.ts';

/** Returns what a run needs, besides core nodes: a node named `Part` at an input of the type. */
export function nodeWithPart(
  type: AttachedNode['by'],
  supply: Supply,
): Required<Pick<RootRun, 'ports'>> & { readonly attached: readonly AttachedNode[] } {
  const registry = createNodeRegistry();
  const nodeType = {
    description: {
      name: 'test.part',
      displayName: 'Part',
      description: 'Part',
      version: 1,
      group: ['transform'],
      defaults: { name: 'Part' },
      inputs: [],
      outputs: [type],
      properties: [],
    },
    supply: () => supply,
  };
  const nodes = Object.assign(Object.create(registry) as typeof registry, {
    load: (types: Iterable<string>) => registry.load(types),
    node: (name: string, version?: number) => (name === 'test.part' ? nodeType : registry.node(name, version)),
  });
  return { ports: { nodes }, attached: [{ name: 'Part', type: 'test.part', by: type }] };
}
