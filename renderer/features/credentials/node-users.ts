// The node types that can use credentials of a type.
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import type { CredentialType } from '../../api/credentials.ts';

export interface NodeUser {
  readonly name: string;
  readonly displayName: string;
}

/** Returns the node types that declare the credential type, and those that can sign requests with any type; each once, by display name. */
export function nodeUsers(type: Pick<CredentialType, 'name' | 'canSign'>, nodeTypes: readonly NodeDescription[]): readonly NodeUser[] {
  const users = new Map<string, NodeUser>();
  for (const { name, displayName, credentials = [], properties } of nodeTypes) {
    const choosesType = properties.some((property) => property.type === 'credentialsSelect');
    if (credentials.some((slot) => slot.name === type.name) || (choosesType && type.canSign === true))
      users.set(name, { name, displayName });
  }
  return [...users.values()].toSorted((one, other) => one.displayName.localeCompare(other.displayName));
}
