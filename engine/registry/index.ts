// Entry point of the registry, which holds node types and credential types.
import { coreCredentials } from './core-credentials.generated.ts';
import { coreNodes } from './core-nodes.generated.ts';
import { CredentialTypes } from './credential-types.ts';
import { NodeRegistry, type NodeChoice } from './node-registry.ts';

/** Returns a registry of the core nodes, which are loaded when a workflow uses them. */
export function createNodeRegistry(choice?: NodeChoice): NodeRegistry {
  return new NodeRegistry(coreNodes, choice);
}

/** Returns the credential types, which are loaded on first use. */
export const createCredentialTypes = (): CredentialTypes => new CredentialTypes(coreCredentials);

export { CredentialTypes } from './credential-types.ts';
export { toolSummaries } from './tool-variant.ts';
export { NodeRegistry, type LoadedNode, type NodeChoice } from './node-registry.ts';
