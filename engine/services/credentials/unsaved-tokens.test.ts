// Tokens that a service has rotated are never lost while the process runs: a database that rejects writes delays them, and stops further renewals.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { evaluateAlone, resolvedData, signedRequest, systemClock } from '../../execution/index.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { noLogger } from '../../logger.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import type { CredentialDefinition } from '../../sdk/index.ts';
import { Store } from '../../store/index.ts';
import { CLIENT_SECRET, oauth2Server, type OAuth2Server } from '../../testing/oauth2-server.ts';
import { VaultCipher } from '../../vault/vault-cipher.ts';
import type { Asker } from '../access.ts';
import { CredentialService } from './credentials.ts';
import { UnsavedTokens } from './unsaved-tokens.ts';
import { OAuthConnections } from './oauth-connections.ts';
import { opened } from './stored-data.ts';

const REDIRECT = 'http://127.0.0.1:5999/rest/oauth2-credential/callback';
const HOUR = 3_600_000;
const ann: Asker = { userId: 'ann', role: 'owner' };
const browser = { session: 'session of ann', isLocal: false, origin: 'http://127.0.0.1:5999' };
const cipher = new VaultCipher(crypto.getRandomValues(new Uint8Array(32)));
const types = createCredentialTypes();
const reader = { user: 'instance', node: 'Request', nodeType: 'n8n-nodes-base.httpRequest' } as const;

let folder: string;
let time: number;
let store: Store;
/** Another program that uses the same database. */
let other: Sqlite.Database;
let http: ReturnType<typeof createHttpClient>;
let oauth: OAuth2Server;
let unsavedTokens: UnsavedTokens;
let service: CredentialService;
let connections: OAuthConnections;
let id: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-tokens-'));
  time = Date.now();
  http = createHttpClient();
  oauth = await oauth2Server([REDIRECT]);
  await open();
  await store.users.addOwner('ann', 1);
  const data = {
    grantType: 'authorizationCode',
    authUrl: oauth.authUrl,
    accessTokenUrl: oauth.tokenUrl,
    clientId: 'header',
    clientSecret: CLIENT_SECRET,
    scope: 'read write',
    authentication: 'header',
  };
  ({ id } = await service.create({ name: 'Account', type: 'oAuth2Api', data }, ann));
  expect(await connect()).toMatchObject({ isConnected: true });
});
afterEach(async () => {
  await close();
  await Promise.all([oauth.close(), http.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  store = await Store.open(folder);
  other = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
  const { credentials, users, assertWritable } = store;
  unsavedTokens = new UnsavedTokens({ credentials, cipher, clock: systemClock, logger: noLogger });
  const now = (): number => time;
  service = new CredentialService({
    credentials,
    users,
    cipher,
    types,
    http,
    now,
    ids: () => crypto.randomUUID(),
    unsavedTokens,
    assertWritable,
  });
  connections = new OAuthConnections({
    service,
    cipher,
    unsavedTokens,
    assertWritable,
    types,
    http,
    now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    redirectUrl: () => REDIRECT,
    onFinished: () => undefined,
  });
}

async function close(): Promise<void> {
  await unsavedTokens.stop();
  other.close();
  await store.close();
}

const connect = async () => {
  const url = await connections.begin('oauth2', id, ann, browser);
  return connections.finish('oauth2', Object.fromEntries((await oauth.visit(url, 'allow')).searchParams), browser);
};

/** Sends a signed request to the API, as a node does; returns the status of the response. */
async function request(): Promise<number> {
  const type = (await types.type('oAuth2Api')) as CredentialDefinition;
  const data = resolvedData(await service.read('oAuth2Api', { id, name: '' }, reader), type, evaluateAlone);
  const renewed = (used: JsonObject): Promise<JsonObject> => service.renewed(type, { id, name: '' }, reader, used);
  const signed = await signedRequest({ type, data, evaluate: evaluateAlone, now: time, renewed }, { url: oauth.apiUrl });
  return (await http.request(signed)).status;
}

const stored = async (): Promise<JsonObject> => {
  const credential = await store.credentials.get(id);
  return opened(cipher, credential as NonNullable<typeof credential>);
};
const storedToken = async (): Promise<unknown> => ((await stored())['oauthTokenData'] as JsonObject)['refresh_token'];
const usedToken = async (): Promise<unknown> =>
  ((await service.connectable(id, ann)).data['oauthTokenData'] as JsonObject)['refresh_token'];
const renewals = (): number => oauth.tokenRequests.filter(({ grantType }) => grantType === 'refresh_token').length;

/** Writes of this kind fail from now on, as on a full disk. */
const reject = (event: string): unknown => other.exec(`create trigger refused before ${event} begin select raise(abort, 'refused'); end`);
const rejectTokens = (): unknown => reject('update of data on credential');
const rejectAll = (): unknown => reject('insert on setting');
const acceptAgain = (): unknown => other.exec('drop trigger refused');

describe('a renewed token whose storing fails', () => {
  beforeEach(async () => {
    time += HOUR;
    rejectTokens();
    expect(await request()).toBe(200);
  });

  it('is used from memory, and stored once the database accepts it', async () => {
    const former = await storedToken();
    expect(await usedToken()).not.toBe(former);
    expect(await request()).toBe(200);
    expect(renewals()).toBe(1);
    acceptAgain();
    await expect.poll(storedToken).toBe(await usedToken());
    await close();
    await open();
    // The service ends the whole grant if an earlier refresh token is used.
    time += HOUR;
    expect(await request()).toBe(200);
  });

  it('is the one that the next renewal uses', async () => {
    time += HOUR;
    expect(await request()).toBe(200);
    expect(renewals()).toBe(2);
    acceptAgain();
    await expect.poll(storedToken).toBe(await usedToken());
  });

  it('is stored by the end of the process, if the database accepts it by then', async () => {
    acceptAgain();
    await close();
    await open();
    time += HOUR;
    expect(await request()).toBe(200);
  });

  it('is stored with a change of the credential', async () => {
    acceptAgain();
    const token = await usedToken();
    await service.update(id, { name: 'Renamed', data: (await service.connectable(id, ann)).data }, ann);
    expect(await storedToken()).toBe(token);
  });

  it('gives way to an account that is connected meanwhile', async () => {
    acceptAgain();
    await connect();
    const token = await storedToken();
    await unsavedTokens.stop();
    expect([await storedToken(), await usedToken()]).toEqual([token, token]);
    expect(await request()).toBe(200);
  });

  it('goes with its credential', async () => {
    acceptAgain();
    await service.remove(id, ann);
    await unsavedTokens.stop();
    expect(await store.credentials.get(id)).toBeUndefined();
  });
});

it('a token is stored however often the credential changes meanwhile', async () => {
  time += HOUR;
  const { credentials } = store;
  let races = 5;
  const contested = {
    get: (id: string) => credentials.get(id),
    replaceData: async (...args: Parameters<typeof credentials.replaceData>) => {
      // Another program writes the row between the read and the write.
      if (races-- > 0)
        other.prepare('update credential set data = ? where id = ?').run(cipher.seal(id, JSON.stringify(await stored())), id);
      return credentials.replaceData(...args);
    },
  };
  const tokens = new UnsavedTokens({ credentials: contested, cipher, clock: systemClock, logger: noLogger });
  const basis = await credentials.get(id);
  const fields = { oauthTokenData: { refresh_token: 'the new one' } };
  await tokens.save(basis as NonNullable<typeof basis>, { fields, names: ['oauthTokenData'] });
  expect(await storedToken()).toBe('the new one');
});

describe('while the database accepts no writes', () => {
  beforeEach(() => {
    time += HOUR;
    rejectAll();
  });

  it('no token is renewed, and the next request after that succeeds', async () => {
    await expect(request()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(renewals()).toBe(0);
    acceptAgain();
    expect(await request()).toBe(200);
    expect(renewals()).toBe(1);
  });

  it('no code is exchanged', async () => {
    const before = oauth.tokenRequests.length;
    expect(await connect()).toMatchObject({ isConnected: false, problem: expect.stringContaining('could not be written') });
    expect(oauth.tokenRequests.length).toBe(before);
  });
});
