// The stored data of a credential: encrypting and decrypting it, and applying a user's changes. Numbers keep their digits.
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';
import { objectOf, takeEntries, takeFrom } from '../../contract/exact-values.ts';
import type { JsonObject } from '../../contract/json.ts';
import { isDomainField, STORED_SECRET } from '../../contract/rest/constants.ts';
import type { CredentialDefinition } from '../../sdk/index.ts';
import type { SealedCredential } from '../../store/index.ts';
import type { VaultCipher } from '../../vault/vault-cipher.ts';

/** Throws VAULT_LOCKED. */
export const opened = (cipher: VaultCipher, { id, data }: Pick<SealedCredential, 'id' | 'data'>): JsonObject =>
  data === null ? {} : (parseExactly(cipher.open(id, data)) as JsonObject);

/** Throws VAULT_LOCKED. */
export const sealedData = (cipher: VaultCipher, id: string, data: JsonObject): Uint8Array => cipher.seal(id, stringifyExactly(data));

/** Replaces placeholders by the stored values; a placeholder without a stored value is dropped. */
export function withStored(data: JsonObject, stored: JsonObject): JsonObject {
  const saved = takeEntries(data).flatMap(([name, value]): [string, unknown][] => {
    if (value !== STORED_SECRET) return [[name, value]];
    return Object.hasOwn(stored, name) ? [[name, takeFrom(stored, name)]] : [];
  });
  return objectOf(saved);
}

/** Returns the data with a placeholder for each stored field that it does not have. */
export const withPlaceholders = (data: JsonObject, stored: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.keys(stored).map((name) => [name, STORED_SECRET])),
  ...data,
});

/** Names of the fields that the service provides, such as tokens. */
export const fetchedFields = (type: CredentialDefinition | undefined): readonly string[] => [
  ...(type?.preAuthentication?.fields ?? []),
  ...(type?.connection === undefined ? [] : ['oauthTokenData']),
];

/** Returns the data for which tokens are fetched, without the `fetched` fields themselves. */
export const connectionData = (data: JsonObject, fetched: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !fetched.includes(name) && !isDomainField(name)));

/** Returns the new data. If it is of another connection, stored tokens are dropped, since they belong to another client, service or scope. */
export function changedData(type: CredentialDefinition | undefined, before: JsonObject, data: JsonObject): JsonObject {
  const after = withStored(data, before);
  const fetched = new Set(fetchedFields(type));
  const defaults = new Map(type?.fields.map((field) => [field.name, field.default]));
  const valueIn = (of: JsonObject, name: string): string => JSON.stringify((Object.hasOwn(of, name) ? of[name] : defaults.get(name)) ?? '');
  const names = new Set([...defaults.keys(), ...Object.keys(before), ...Object.keys(after)]);
  const isSame = [...names].every((name) => fetched.has(name) || isDomainField(name) || valueIn(before, name) === valueIn(after, name));
  if (isSame) return after;
  return objectOf(takeEntries(after).filter(([name]) => !fetched.has(name) || data[name] !== STORED_SECRET));
}
