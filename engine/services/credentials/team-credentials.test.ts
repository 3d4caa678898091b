// Credentials on two servers of one database: redirects that reach the other server, tokens that both need at the same moment, and loans that a user
// confirms at the other one.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Principal, systemClock, type CredentialAsker } from '../../execution/index.ts';
import { noLogger } from '../../logger.ts';
import type { CredentialDefinition, HttpPort } from '../../sdk/index.ts';
import { Store, type LentCredentialRepository, type SealedCredential } from '../../store/index.ts';
import { CLIENT_SECRET, oauth2Server, type OAuth2Server } from '../../testing/oauth2-server.ts';
import type { RunningServer } from '../../testing/running-server.ts';
import { startTeam, type TestTeam } from '../../testing/team.ts';
import { VaultCipher } from '../../vault/vault-cipher.ts';
import type { CredentialUser } from '../principals.ts';
import { LentCredentials } from './lent-credentials.ts';
import { OAuthTokens } from './oauth-tokens.ts';
import { sealedData } from './stored-data.ts';
import { UnsavedTokens } from './unsaved-tokens.ts';

let team: TestTeam;
let here: RunningServer;
let there: RunningServer;
let oauth: OAuth2Server;
beforeAll(async () => {
  team = await startTeam({ over: 'socket' });
  [here, there] = team.servers;
  oauth = await oauth2Server([`${here.server.url}rest/oauth2-credential/callback`]);
});
afterAll(async () => {
  await team.close();
  await oauth.close();
});

describe('an account', () => {
  /** Returns the path of the callback, after the user has signed in. */
  async function callback(): Promise<string> {
    const common = { authUrl: oauth.authUrl, accessTokenUrl: oauth.tokenUrl, clientId: 'header', clientSecret: CLIENT_SECRET };
    const data = { ...common, grantType: 'authorizationCode', scope: 'read', authentication: 'header' };
    const body = { name: 'Account', type: 'oAuth2Api', data };
    const { id } = await here.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body });
    const { pathname, search } = await oauth.visit(await here.data<string>({ url: `/rest/oauth2-credential/auth?id=${id}` }), 'allow');
    return `${pathname}${search}`;
  }

  it('is connected by the server that receives the redirect, once', async () => {
    const url = await callback();
    expect((await there.send({ url })).text).toContain('Account connected');
    expect((await here.send({ url })).text).toContain('expired or was already used');
    expect((await there.send({ url })).text).toContain('expired or was already used');
  });

  it('is connected by one of two servers that receive the redirect at the same moment', async () => {
    const url = await callback();
    const pages = await Promise.all([there.send({ url }), here.send({ url }), there.send({ url })]);
    expect(pages.filter(({ text }) => text.includes('Account connected'))).toHaveLength(1);
  });
});

describe('tokens', () => {
  it('that two servers need at the same moment are fetched once', async () => {
    const store = await Store.open('', { database: team.database });
    const cipher = new VaultCipher(randomBytes(32));
    const fetched: unknown[] = [];
    const preAuthentication: NonNullable<CredentialDefinition['preAuthentication']> = {
      fields: ['token'],
      isValid: ({ token }) => token !== undefined && token !== 'expired',
      fetch: async ({ token }) => {
        fetched.push(token);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { token: `new ${fetched.length}` };
      },
    };
    const type = { name: 'test', preAuthentication } as unknown as CredentialDefinition;
    const data = { token: 'expired' };
    const record = { id: 'c', name: 'c', type: 'test', ownerId: null, nodesAccess: [], createdAt: 1, updatedAt: 1 };
    await store.credentials.add({ ...record, data: sealedData(cipher, 'c', data) });
    const credential = await store.credentials.get('c');
    const ports = { credentials: store.credentials, cipher, http: {} as HttpPort, now: () => 1, assertWritable: store.assertWritable };
    const servers = team.servers.map(({ server }) => {
      const unsavedTokens = new UnsavedTokens({ credentials: store.credentials, cipher, clock: systemClock, logger: noLogger });
      return new OAuthTokens({ ...ports, unsavedTokens, team: server.services.team });
    });
    if (credential === undefined) throw new Error('not stored');
    const renewed = await Promise.all(servers.map((server) => server.renewed(type, credential, data)));
    expect([renewed, fetched]).toEqual([[{ token: 'new 1' }, { token: 'new 1' }], ['expired']]);
    await store.close();
  });
});

it('a loan that one server has denied is confirmed at the other', async () => {
  const principal = Principal.ofPerson('ann', { id: 'w', ownerId: 'ben' });
  const find = async (_type: string, _reference: unknown, { userId }: CredentialUser) =>
    userId === 'ann' ? ({ id: 'c', name: 'Account' } as SealedCredential) : undefined;
  const userOf = async ({ userId }: Principal) => ({ userId: userId ?? '', isInstanceOwner: false });
  const lent = { lent: async () => new Set<string>(), lend: () => Promise.resolve() } as unknown as LentCredentialRepository;
  const [denying, other] = team.servers.map(
    ({ server }) => new LentCredentials({ credentials: { find }, lent, principals: { userOf }, now: () => 1, team: server.services.team }),
  ) as [LentCredentials, LentCredentials];
  const start = (): Promise<unknown> =>
    other.assertLent(principal, { nodes: [], connections: {} }, false).catch((error: { readonly params?: unknown }) => error.params);
  expect(await start()).toBeUndefined();
  const read = denying.assertMayRead('test', { id: 'c', name: 'Account' }, { principal, node: 'N', nodeType: 'n' } as CredentialAsker);
  await expect(read).rejects.toMatchObject({ code: 'CREDENTIALS_NOT_LENT' });
  await expect.poll(start).toEqual({ credentials: ['Account'] });
});
