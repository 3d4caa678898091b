// Entry point of the registry, which holds node types and credential types.
import { coreCredentials } from './core-credentials.generated.ts';
import { coreNodes } from './core-nodes.generated.ts';
import type { NodeDefinition } from '../sdk/index.ts';
import { CredentialTypes } from './credential-types.ts';
import { NodeRegistry, type NodeChoice } from './node-registry.ts';

/** Returns a registry of the core nodes, which are loaded when a workflow uses them. */
export function createNodeRegistry(choice?: NodeChoice): NodeRegistry {
  return new NodeRegistry(
    coreNodes.map(([type, load]) => [type, async () => documented(await load())] as const),
    choice,
  );
}

/** The documentation of a core node is a page of the help, which the editor shows. */
function documented(definition: NodeDefinition): NodeDefinition {
  const documentationUrl = `/help/nodes/${definition.type}`;
  return {
    ...definition,
    versions: definition.versions.map((version) => ({ ...version, description: { ...version.description, documentationUrl } })),
  };
}

/** Returns the credential types, which are loaded on first use. */
export const createCredentialTypes = (): CredentialTypes => new CredentialTypes(coreCredentials);

export { CredentialTypes } from './credential-types.ts';
export { reviewSummaries } from './review-variant.ts';
export { toolSummaries } from './tool-variant.ts';
export { NodeRegistry, type LoadedNode, type NodeChoice } from './node-registry.ts';
