// A user's API key: shown in full once, kept as a hash.
import type { Role } from '../../contract/permissions.ts';
import { hashOf, newSecret, type AccountPorts } from './ports.ts';
import { roleOf } from './user-view.ts';

const PREFIX = 'millrace_';
/** Number of characters at the end of a masked key that stay readable. */
const READABLE = 4;

export class ApiKeyService {
  readonly #ports: AccountPorts;

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  /** Returns the masked key, or null if the user has none. */
  async get(userId: string): Promise<{ apiKey: string | null }> {
    return { apiKey: (await this.#ports.store.apiKeys.shown(userId)) ?? null };
  }

  /** Creates a key and returns it in full. It replaces the previous one. */
  async make(userId: string): Promise<{ apiKey: string }> {
    const { secret, hash } = newSecret(this.#ports, PREFIX);
    const maskedKey = `${PREFIX}${'*'.repeat(16)}${secret.slice(-READABLE)}`;
    await this.#ports.store.apiKeys.replace(userId, { hash, shown: maskedKey }, this.#ports.now());
    return { apiKey: secret };
  }

  async remove(userId: string): Promise<{ apiKey: null }> {
    await this.#ports.store.apiKeys.remove(userId);
    return { apiKey: null };
  }

  /** Returns the user that a key belongs to; undefined if the key is unknown. */
  async find(key: string): Promise<{ readonly userId: string; readonly role: Role } | undefined> {
    const user = await this.#ports.store.apiKeys.userOf(hashOf(key));
    return user === undefined ? undefined : { userId: user.id, role: roleOf(user) };
  }
}
