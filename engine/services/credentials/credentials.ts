// Use cases of credentials: the list without data, and the data for a running node.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { CredentialAnswer } from '../../contract/rest/editor.ts';
import type { CredentialReference } from '../../contract/workflow.ts';
import type { CredentialRecord, CredentialRepository, UserRecord, UserRepository } from '../../store/index.ts';
import type { Vault } from '../../vault/vault.ts';
import { ownOnly, type Asker } from '../workflows/access.ts';
import type { CredentialUser } from './workflow-rights.ts';

export interface CredentialServicePorts {
  readonly credentials: CredentialRepository;
  readonly vault: Vault;
  /** Looks up the owners' roles. */
  readonly users?: Pick<UserRepository, 'list'>;
}

/** The reader of a credential. */
export interface CredentialReader {
  /** User whose credentials are used; undefined may use none. */
  readonly user: CredentialUser | 'instance' | undefined;
  /** Name of the node that reads it. */
  readonly node: string;
}

export class CredentialService {
  readonly #ports: CredentialServicePorts;

  constructor(ports: CredentialServicePorts) {
    this.#ports = ports;
  }

  /** Metadata only. Credentials without an owner are returned without one. */
  async list(asker: Asker): Promise<CredentialAnswer[]> {
    const { credentials, users } = this.#ports;
    const [found, people] = await Promise.all([credentials.list(ownOnly(asker).ownerId), users?.list() ?? []]);
    const owners = new Map(people.map((user) => [user.id, user]));
    return found.map((credential) => shown(credential, owners.get(credential.ownerId ?? '')));
  }

  /**
   * Returns the decrypted data for a node that runs on behalf of `user`, or of `instance`, which may use all. Throws VAULT_LOCKED, and
   * CREDENTIAL_NOT_FOUND, also if another user has the credential, so that its existence is not revealed.
   */
  async read(type: string, reference: CredentialReference, { user, node }: CredentialReader): Promise<JsonObject> {
    const found =
      user === undefined ? undefined : await this.#ports.credentials.find(type, reference, user === 'instance' ? undefined : user);
    if (found === undefined) throw notUsable(type, reference, node);
    return found.data === null ? {} : (JSON.parse(this.#ports.vault.open(found.id, found.data)) as JsonObject);
  }
}

/** Contains the name that the node refers to, never the name of the stored credential. */
function notUsable(type: string, { id, name }: CredentialReference, node: string): AppError {
  const which = id === null ? `named "${name}"` : `with the id "${id}"`;
  return new AppError(
    'CREDENTIAL_NOT_FOUND',
    `The node "${node}" cannot use the credential ${which}: there is none of type "${type}" that this workflow's owner, or whoever runs it by hand, may use.`,
    {
      params: { type, node, ...(id === null ? { name } : { id }) },
      hint: `Open the node "${node}" and choose one of your own credentials, or create one.`,
    },
  );
}

const shown = (
  { id, name, type, nodesAccess, createdAt, updatedAt }: CredentialRecord,
  owner: UserRecord | undefined,
): CredentialAnswer => ({
  id,
  name,
  type,
  nodesAccess: [...nodesAccess],
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  ...(owner === undefined ? {} : { ownedBy: { id: owner.id, email: owner.email, firstName: owner.firstName, lastName: owner.lastName } }),
  // Credentials are not shared.
  sharedWith: [],
});
