// Use cases around credentials: the list without data, and the data for a node that runs.
import { AppError } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { CredentialAnswer } from '../../contract/rest/editor.ts';
import type { CredentialReference } from '../../contract/workflow.ts';
import type { CredentialRecord, CredentialRepository } from '../../store/index.ts';
import type { Vault } from '../../vault/vault.ts';
import { ownOnly, type Asker } from '../workflows/access.ts';

export interface CredentialServicePorts {
  readonly credentials: CredentialRepository;
  readonly vault: Vault;
}

export class CredentialService {
  readonly #ports: CredentialServicePorts;

  constructor(ports: CredentialServicePorts) {
    this.#ports = ports;
  }

  /** Without any data. */
  async list(asker: Asker): Promise<CredentialAnswer[]> {
    return (await this.#ports.credentials.list(ownOnly(asker).ownerId)).map(shown);
  }

  /** The opened data, for a node that runs. Throws CREDENTIAL_NOT_FOUND or VAULT_LOCKED. */
  async read(type: string, reference: CredentialReference): Promise<JsonObject> {
    const found = await this.#ports.credentials.find(type, reference);
    if (found === undefined) {
      throw new AppError('CREDENTIAL_NOT_FOUND', `The credential "${reference.name}" does not exist for type "${type}".`, {
        params: { name: reference.name, type },
        hint: 'Choose or create a credential in the node.',
      });
    }
    return found.data === null ? {} : (JSON.parse(this.#ports.vault.open(found.id, found.data)) as JsonObject);
  }
}

const shown = ({ id, name, type, ownerId, nodesAccess, createdAt, updatedAt }: CredentialRecord): CredentialAnswer => ({
  id,
  name,
  type,
  nodesAccess: [...nodesAccess],
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  ...(ownerId === null ? {} : { ownedBy: { id: ownerId } }),
});
