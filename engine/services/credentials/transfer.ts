// Moves credentials between installations: exports the user's own credentials, and imports files of Millrace and n8n.
import { AppError } from '../../contract/errors.ts';
import { CREDENTIAL_NAME_LENGTH, PLAIN_TEXT_WORDS } from '../../contract/rest/constants.ts';
import type { CredentialRepository, SealedCredential } from '../../store/index.ts';
import type { VaultCipher } from '../../vault/vault-cipher.ts';
import { cut } from '../names.ts';
import { opened, sealedData } from './stored-data.ts';
import { plainFile, readTransferFile, sealedFile, type PortableCredential, type TransferKeys } from './transfer-file.ts';

export interface TransferPorts {
  readonly credentials: CredentialRepository;
  readonly cipher: VaultCipher;
  readonly ids: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How the file is protected. */
export type Protection = { readonly passphrase: string } | { readonly confirmation: string };

export interface ImportedCredential {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly isNew: boolean;
}

/** Format of Millrace's and n8n's ids. */
const usableId = /^[\w-]{1,64}$/;

export class CredentialTransfer {
  readonly #ports: TransferPorts;

  constructor(ports: TransferPorts) {
    this.#ports = ports;
  }

  /**
   * Returns the text of a file with these credentials, or with all that `isOwn` accepts. Throws CREDENTIAL_NOT_FOUND, VAULT_LOCKED, and
   * BAD_REQUEST if neither a sufficient passphrase nor the confirmation is given.
   */
  async export(
    ids: readonly string[] | undefined,
    isOwn: (credential: SealedCredential) => boolean,
    protection: Protection,
  ): Promise<string> {
    if ('confirmation' in protection && protection.confirmation !== PLAIN_TEXT_WORDS) {
      throw new AppError('BAD_REQUEST', `To export secrets in plain text, type: ${PLAIN_TEXT_WORDS}`, {
        params: { field: 'confirmation' },
      });
    }
    const requested = ids ?? (await this.#ports.credentials.list()).map(({ id }) => id);
    const portableCredentials: PortableCredential[] = [];
    for (const id of requested) {
      const credential = await this.#ports.credentials.get(id);
      if (credential !== undefined && isOwn(credential)) portableCredentials.push(this.#opened(credential));
      else if (ids !== undefined)
        throw new AppError('CREDENTIAL_NOT_FOUND', `There is no credential with the id "${id}".`, { params: { id } });
    }
    return 'passphrase' in protection ? sealedFile(portableCredentials, protection.passphrase) : plainFile(portableCredentials);
  }

  /**
   * Imports all credentials of a file for `ownerId`, or none. A credential of this owner with the same id is replaced. Throws BAD_REQUEST,
   * VAULT_LOCKED.
   */
  async import(text: string, keys: TransferKeys, ownerId: string | null): Promise<readonly ImportedCredential[]> {
    const { credentials, ids, now, cipher } = this.#ports;
    const entries = await readTransferFile(text, keys);
    const sealed: SealedCredential[] = [];
    const imported: ImportedCredential[] = [];
    const takenIds = new Set<string>();
    const time = now();
    const prepared = await Promise.all(
      entries.map(async (entry) => {
        const saved = usableId.test(entry.id) ? await credentials.get(entry.id) : undefined;
        const isReplaced = saved !== undefined && saved.ownerId === ownerId && saved.type === entry.type;
        const keepsOwnId = isReplaced || (usableId.test(entry.id) && (await credentials.mayTakeId(entry.id, ownerId)));
        const id = keepsOwnId ? entry.id : ids();
        return { entry, id, isReplaced };
      }),
    );
    for (const { entry, id: planned, isReplaced } of prepared) {
      const id = takenIds.has(planned) ? ids() : planned;
      takenIds.add(id);
      const { type, nodesAccess } = entry;
      const name = cut(entry.name.toWellFormed().trim(), CREDENTIAL_NAME_LENGTH);
      const data = sealedData(cipher, id, entry.data);
      sealed.push({ id, name, type, data, nodesAccess, ownerId, createdAt: time, updatedAt: time });
      imported.push({ id, name, type, isNew: !isReplaced || id !== planned });
    }
    await credentials.put(sealed);
    return imported;
  }

  #opened({ id, name, type, data, nodesAccess }: SealedCredential): PortableCredential {
    return { id, name, type, data: opened(this.#ports.cipher, { id, data }), nodesAccess };
  }
}
