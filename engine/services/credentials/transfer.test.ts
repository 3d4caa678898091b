import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Store } from '../../store/index.ts';
import { newDataKey } from '../../vault/data-key.ts';
import { VaultCipher } from '../../vault/vault-cipher.ts';
import { CredentialTransfer } from './transfer.ts';

/** An export of n8n without `--decrypted`; the data was written by openssl enc -aes-256-cbc -md md5 -salt. */
const ofN8n = {
  id: 'n8n-1',
  name: 'Basic of n8n',
  type: 'httpBasicAuth',
  data: 'U2FsdGVkX194qeTQiZ2DLQDQs342lmqYER/gOX1gVDdWsosg4mUyBDZaaNnFMN1vnqYJVgezGQtD7jYvnqB1dQ==',
  nodesAccess: [{ nodeType: 'n8n-nodes-base.httpRequest' }],
};
const N8N_KEY = 'n8n encryption key of a test';
const PASSPHRASE = 'correct horse';
const data = { user: 'ada', password: 'secret', list: [1, { ['__proto__']: 'kept' }] };

let store: Store;
let other: Store;
let cipher: VaultCipher;
let counter = 0;
const over = (where: Store, key = cipher) =>
  new CredentialTransfer({ credentials: where.credentials, cipher: key, ids: () => `new-${(counter += 1)}`, now: () => 2 });
const opened = async (where: Store, key: VaultCipher, id: string): Promise<unknown> => {
  const credential = await where.credentials.get(id);
  return credential?.data === null || credential === undefined ? undefined : JSON.parse(key.open(id, credential.data));
};

beforeAll(async () => {
  [store, other] = await Promise.all([Store.inMemory(), Store.inMemory()]);
  cipher = new VaultCipher(newDataKey());
  await store.users.addOwner('anna', 1);
  await store.users.invite('ben', 'ben@example.com', 1);
  for (const [id, ownerId] of [
    ['a', 'anna'],
    ['b', 'anna'],
    ['c', 'ben'],
  ] as const) {
    const sealed = cipher.seal(id, JSON.stringify({ ...data, id }));
    await store.credentials.add({
      id,
      name: `Name ${id}`,
      type: 'httpBasicAuth',
      data: sealed,
      ownerId,
      nodesAccess: [],
      createdAt: 1,
      updatedAt: 1,
    });
  }
});
afterAll(() => Promise.all([store.close(), other.close()]));

const ofAnna = ({ ownerId }: { readonly ownerId: string | null }): boolean => ownerId === 'anna';

describe('an exported file', () => {
  it('contains the own credentials, sealed by the passphrase, and opens elsewhere', async () => {
    const file = await over(store).export(undefined, ofAnna, { passphrase: PASSPHRASE });
    expect(file).not.toMatch(/ada|secret|Name/);
    const elsewhere = new VaultCipher(newDataKey());
    expect(await over(other, elsewhere).import(file, { passphrase: PASSPHRASE }, null)).toEqual([
      { id: 'a', name: 'Name a', type: 'httpBasicAuth', isNew: true },
      { id: 'b', name: 'Name b', type: 'httpBasicAuth', isNew: true },
    ]);
    expect(await opened(other, elsewhere, 'b')).toEqual({ ...data, id: 'b' });
    expect((await over(other, elsewhere).import(file, { passphrase: PASSPHRASE }, null)).map(({ isNew }) => isNew)).toEqual([false, false]);
    for (const passphrase of [undefined, '', 'wrong one']) {
      await expect(over(other, elsewhere).import(file, { passphrase }, null)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        params: { field: 'passphrase' },
      });
    }
  });

  it('needs a passphrase of some length, or the words for plain text', async () => {
    await expect(over(store).export(['a'], ofAnna, { passphrase: 'short' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    for (const confirmation of ['', 'yes']) {
      await expect(over(store).export(['a'], ofAnna, { confirmation })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: /in plain text, type/,
      });
    }
    const file = await over(store).export(['a'], ofAnna, { confirmation: 'export secrets in plain text' });
    expect(JSON.parse(file)).toEqual([{ id: 'a', name: 'Name a', type: 'httpBasicAuth', data: { ...data, id: 'a' }, nodesAccess: [] }]);
  });

  it("does not contain another user's credentials", async () => {
    await expect(over(store).export(['c'], ofAnna, { passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
  });
});

describe('the id of an imported credential', () => {
  const entry = (id: string): string => JSON.stringify([{ id, name: 'Planted', type: 'httpBasicAuth', data: {} }]);
  const importedId = async (id: string, ownerId: string): Promise<string | undefined> =>
    (await over(store).import(entry(id), {}, ownerId))[0]?.id;
  const nodes = (id: string): object[] => [
    { name: 'N', type: 't', typeVersion: 1, position: [0, 0], parameters: {}, credentials: { httpBasicAuth: { id, name: 'C' } } },
  ];

  it('of a removed one is used again by its owner only', async () => {
    expect(await importedId('removed-1', 'anna')).toBe('removed-1');
    await store.credentials.remove('removed-1');
    expect(await importedId('removed-1', 'ben')).not.toBe('removed-1');
    expect(await importedId('removed-1', 'anna')).toBe('removed-1');
  });

  it('is not one that another user’s workflow names', async () => {
    const file = { id: 'w1', name: 'W', nodes: nodes('named-1'), connections: {} };
    await store.workflows.add({ id: 'w1', file: file as never, userId: 'anna', now: 1 });
    expect(await importedId('named-1', 'ben')).not.toBe('named-1');
    expect(await importedId('named-1', 'anna')).toBe('named-1');
    expect(await importedId('free-1', 'ben')).toBe('free-1');
  });
});

describe('an imported file', () => {
  const importing = (content: unknown, n8nKey?: string) =>
    over(store).import(typeof content === 'string' ? content : JSON.stringify(content), { n8nKey }, 'anna');

  it('of n8n is opened with the key of that n8n', async () => {
    expect(await importing([ofN8n], N8N_KEY)).toEqual([{ id: 'n8n-1', name: 'Basic of n8n', type: 'httpBasicAuth', isNew: true }]);
    expect(await opened(store, cipher, 'n8n-1')).toEqual({ user: 'ada', password: 'pässword' });
    expect(await store.credentials.get('n8n-1')).toMatchObject({ nodesAccess: ofN8n.nodesAccess, ownerId: 'anna' });
    await expect(importing(ofN8n)).rejects.toMatchObject({ message: /"Basic of n8n" is encrypted by n8n/, hint: /encryptionKey/ });
    await expect(importing(ofN8n, 'wrong')).rejects.toMatchObject({ message: /cannot be opened with this n8n key/ });
  });

  it("never replaces another user's credential, or one of another type", async () => {
    const entries = [
      { id: 'c', name: 'Not his', type: 'httpBasicAuth', data: {} },
      { id: 'a', name: 'Other type', type: 'httpHeaderAuth', data: {} },
      { id: 'twice', name: 'First', type: 'httpHeaderAuth', data: {} },
      { id: 'twice', name: 'Second', type: 'httpHeaderAuth', data: {} },
      { id: '../evil', name: 'x'.repeat(100), type: '__proto__', data: {} },
    ];
    const imported = await importing(entries);
    expect(imported.map(({ id, isNew }) => [/^new-|^twice$/.test(id), isNew])).toEqual(entries.map(() => [true, true]));
    expect(new Set(imported.map(({ id }) => id)).size).toBe(entries.length);
    expect(imported[4]?.name.length).toBe(64);
    expect(await store.credentials.get('c')).toMatchObject({ name: 'Name c', ownerId: 'ben' });
    expect(await store.credentials.get('a')).toMatchObject({ name: 'Name a', type: 'httpBasicAuth' });
  });

  it.each([
    ['no JSON', 'The file is not JSON.'],
    ['[1]', 'Credential 1 of the file cannot be imported: it is not an object.'],
    ['[{"name":"A","type":"t","data":{}},{"type":"t","data":{}}]', 'Credential 2 of the file cannot be imported: it has no name.'],
    ['{"name":"A","data":{}}', 'Credential 1 of the file cannot be imported: "A" has no type.'],
    ['{"name":"A","type":"t"}', 'Credential 1 of the file cannot be imported: "A" has no data.'],
    ['{"name":"A","type":"t","data":"abc"}', 'Credential 1 of the file cannot be imported: "A" has data in an unknown format.'],
    ['{"format":"millrace/credentials","version":2}', 'The file was written by a newer version of Millrace.'],
    [
      '{"format":"millrace/credentials","version":1,"content":"","encryption":{"kdf":"scrypt","N":99999999999,"r":8,"p":1,"salt":""}}',
      "The file's encryption has an invalid N.",
    ],
  ])('that is invalid changes nothing: %s', async (content, message) => {
    const before = await store.credentials.list();
    await expect(over(store).import(content, { passphrase: PASSPHRASE }, 'anna')).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    expect(await store.credentials.list()).toEqual(before);
  });

  it('changes nothing while the vault is locked', async () => {
    const before = await store.credentials.list();
    await expect(
      over(store, new VaultCipher()).import(JSON.stringify([{ name: 'A', type: 't', data: {} }]), {}, 'anna'),
    ).rejects.toMatchObject({
      code: 'VAULT_LOCKED',
    });
    expect(await store.credentials.list()).toEqual(before);
  });
});
