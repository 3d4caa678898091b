// OAuth on a whole server: from the authorization URL to the callback's page, and a workflow that uses the account.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import texts from '../../../locales/en/oauth.json' with { type: 'json' };
import { STORED_SECRET } from '../../contract/rest/constants.ts';
import { CLIENT_SECRET, oauth2Server, type OAuth2Server } from '../../testing/oauth2-server.ts';
import { runningServer, type ReceivedResponse, type As, type RunningServer } from '../../testing/running-server.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

let running: RunningServer;
let oauth: OAuth2Server;
let elsewhere: StubServer;
/** Issued tokens, which must not appear in any output. */
const issued = new Set<string>();

beforeAll(async () => {
  running = await runningServer({ over: 'socket', hasPeople: true });
  oauth = await oauth2Server([`${running.server.url}rest/oauth2-credential/callback`]);
  elsewhere = await stubServer((_request, response) => response.end('{}'));
});
afterAll(async () => {
  await running.close();
  await Promise.all([oauth.close(), elsewhere.close()]);
});

interface Connection {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

const create = (changes: object = {}, as: As = 'owner', type = 'oAuth2Api'): Promise<Connection> => {
  const common = { authUrl: oauth.authUrl, accessTokenUrl: oauth.tokenUrl, clientId: 'header', clientSecret: CLIENT_SECRET };
  const data = { ...common, grantType: 'authorizationCode', scope: 'read', authentication: 'header', ...changes };
  return running.data<Connection>({ method: 'POST', url: '/rest/credentials', body: { name: 'My <account>', type, data } }, as);
};

/** Returns the path of the callback to which the service redirects. */
async function callbackOf(id: string, as: As = 'owner', decision: 'allow' | 'deny' = 'allow'): Promise<string> {
  const url = await running.data<string>({ url: `/rest/oauth2-credential/auth?id=${id}` }, as);
  const { pathname, search } = await oauth.visit(url, decision);
  return `${pathname}${search}`;
}

const open = (url: string, as: As, headers: Readonly<Record<string, string>> = {}): Promise<ReceivedResponse> =>
  running.send({ url, headers }, as);

async function connected(changes: object = {}, type?: string): Promise<Connection> {
  const created = await create(changes, 'owner', type);
  const page = await open(await callbackOf(created.id), 'owner');
  expect(page.text).toContain('Account connected');
  issued.add((await storedToken(created.id)).access_token);
  return created;
}

async function storedToken(id: string): Promise<{ access_token: string; refresh_token: string }> {
  const { id: userId } = await running.data<{ id: string }>({ url: '/rest/login' }, 'owner');
  const { data } = await running.server.services.credentials.connectable(id, { userId, role: 'owner' });
  return data['oauthTokenData'] as never;
}

describe('the page of the callback', () => {
  it('reports the success, to the page that started it only, and holds no secret', async () => {
    const { id } = await create();
    const callback = await callbackOf(id);
    const page = await open(callback, 'owner');
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<h1>${texts.connected.title}</h1>\n<p>${texts.connected.text}</p>`);
    expect(page.text).toContain(`data-outcome="success" data-credential="${id}" data-origin="${new URL(running.server.url).origin}"`);
    for (const secret of [CLIENT_SECRET, ...Object.values(await storedToken(id)), ...new URLSearchParams(callback.split('?')[1]).values()])
      expect(page.text).not.toContain(secret);
    expect(page.headers).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+';/),
    });
    const { data } = await running.data<{ data: object }>({ url: `/rest/credentials/${id}?includeData=true` }, 'owner');
    expect(data).toMatchObject({ clientId: 'header', clientSecret: STORED_SECRET, oauthTokenData: STORED_SECRET });
  });

  it('reports why it failed', async () => {
    const { id } = await create();
    const page = await open(await callbackOf(id, 'owner', 'deny'), 'owner');
    expect(page.status).toBe(400);
    expect(page.text).toContain('The access was denied: The user did not agree');
    expect(page.text).toContain(`data-outcome="failure" data-credential="${id}"`);
  });

  it('escapes what the service sends, and runs no script without a valid state', async () => {
    const { id } = await create();
    const url = new URL(await running.data<string>({ url: `/rest/oauth2-credential/auth?id=${id}` }, 'owner'));
    const query = { state: url.searchParams.get('state') ?? '', error: '<script>alert(1)</script>', error_description: '"><img src=x>' };
    const callback = `/rest/oauth2-credential/callback?${new URLSearchParams(query).toString()}`;
    const page = await open(callback, 'owner');
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;: &quot;&gt;&lt;img src=x&gt;');
    const again = await open(callback, 'owner');
    expect(again.text).toContain('expired or was already used');
    expect(again.text).not.toMatch(/<script|data-/);
  });

  it("is refused in another user's session, and stores nothing", async () => {
    const { id } = await create();
    const page = await open(await callbackOf(id), 'member');
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('not signed in as the user who began')]);
    expect(await storedToken(id)).toBeUndefined();
  });

  it('needs no session on this computer, as the system browser has none', async () => {
    const { id } = await create();
    expect((await open(await callbackOf(id), 'nobody')).status).toBe(200);
    expect(await storedToken(id)).toHaveProperty('access_token');
  });

  it('loads itself once more if the session is missing elsewhere, as with strict cookies', async () => {
    const { id } = await create();
    const remote = { 'x-forwarded-for': '192.0.2.1' };
    const callback = await callbackOf(id);
    const first = await open(callback, 'nobody', remote);
    const [, next = ''] = /content="0; url=([^"]+)"/.exec(first.text) ?? [];
    expect(first.text).toContain('http-equiv="refresh"');
    expect((await open(next.replaceAll('&amp;', '&'), 'nobody', remote)).status).toBe(400);
    const second = await open(await callbackOf(id), 'nobody', remote);
    const [, again = ''] = /content="0; url=([^"]+)"/.exec(second.text) ?? [];
    expect((await open(again.replaceAll('&amp;', '&'), 'owner', remote)).status).toBe(200);
  });
});

interface Ran {
  readonly status: string;
  readonly text: string;
  readonly requests: readonly string[];
}

/** Runs an HTTP Request node once per item. */
async function run(credential: Connection, node: { readonly typeVersion: number; readonly parameters: object }, items = 1): Promise<Ran> {
  const before = oauth.presented.length;
  const at = (x: number): { position: number[] } => ({ position: [x, 0] });
  const workflow = {
    name: 'Uses the account',
    settings: { saveManualExecutions: true },
    nodes: [
      { id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, ...at(0), parameters: {} },
      {
        id: 'c',
        name: 'Items',
        type: 'n8n-nodes-base.debugHelper',
        typeVersion: 1,
        ...at(200),
        parameters: { category: 'randomData', randomDataType: 'uuid', randomDataCount: items },
      },
      {
        id: 'r',
        name: 'Request',
        type: 'n8n-nodes-base.httpRequest',
        ...at(400),
        ...node,
        credentials: { [credential.type]: { id: credential.id, name: credential.name } },
      },
    ],
    connections: {
      Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
      Items: { main: [[{ node: 'Request', type: 'main', index: 0 }]] },
    },
  };
  const post = (url: string, body: object) =>
    running.data<{ id: string; executionId: string }>({ method: 'POST', url: `/rest${url}`, body }, 'owner');
  const { id } = await post('/workflows', workflow);
  const { executionId } = await post('/workflows/run', { workflowData: { ...workflow, id } });
  await running.server.services.executions.idle();
  const { text, body } = await running.send({ url: `/rest/executions/${executionId}` }, 'owner');
  return { status: (body.data as { status: string }).status, text, requests: oauth.presented.slice(before) };
}

const v3 = (type: string, more: object = {}) => ({
  typeVersion: 4.2,
  parameters: { url: oauth.apiUrl, authentication: 'genericCredentialType', genericAuthType: type, ...more },
});

describe('HTTP Request', () => {
  it('presents the token for every item, and renews it once if it is refused', async () => {
    const created = await connected();
    const { access_token: token } = await storedToken(created.id);
    expect(await run(created, v3('oAuth2Api'), 3)).toMatchObject({
      status: 'success',
      requests: Array.from({ length: 3 }, () => `Bearer ${token}`),
    });
    await oauth.endAccessToken(token);
    const again = await run(created, v3('oAuth2Api'), 3);
    const { access_token: renewed } = await storedToken(created.id);
    issued.add(renewed);
    expect(again.status).toBe('success');
    expect(again.requests.filter((header) => header === `Bearer ${renewed}`)).toHaveLength(3);
  });

  it.each<[string, object, number, object]>([
    ['version 1', {}, 1, { authentication: 'oAuth2' }],
    ['version 2', {}, 2, { authentication: 'genericCredentialType', genericAuthType: 'oAuth2Api' }],
  ])('%s does too', async (_version, changes, typeVersion, parameters) => {
    const connection = await connected(changes);
    const { status, requests } = await run(connection, { typeVersion, parameters: { url: oauth.apiUrl, ...parameters } });
    expect([status, requests]).toEqual(['success', [`Bearer ${(await storedToken(connection.id)).access_token}`]]);
  });

  it('takes the credential of a derived type, and signs each page', async () => {
    const created = await connected({}, 'googleSheetsOAuth2Api');
    const pagination = {
      pagination: {
        pagination: {
          paginationMode: 'updateAParameterInEachRequest',
          parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount }}' }] },
          paginationCompleteWhen: 'other',
          completeExpression: '={{ $pageCount === 3 }}',
          limitPagesFetched: true,
          maxRequests: 3,
        },
      },
    };
    const parameters = {
      url: oauth.apiUrl,
      authentication: 'predefinedCredentialType',
      nodeCredentialType: created.type,
      options: pagination,
    };
    const { status, requests } = await run(created, { typeVersion: 4.2, parameters });
    expect([status, requests.length]).toEqual(['success', 3]);
  });

  it('client credentials need no connection', async () => {
    const connection = await create({ grantType: 'clientCredentials', clientId: 'machine' });
    expect((await run(connection, v3('oAuth2Api'))).status).toBe('success');
    issued.add((await storedToken(connection.id)).access_token);
  });

  it('reports that the account must be connected again, in place of a 401', async () => {
    const connection = await connected();
    await oauth.revokeGrant((await storedToken(connection.id)).access_token);
    const { status, text } = await run(connection, v3('oAuth2Api'));
    expect(status).toBe('error');
    expect(text).toContain('has expired or was revoked: reconnect it');
    const never = await run(await create(), v3('oAuth2Api'));
    expect(never.text).toContain('is not connected');
    expect(never.requests).toEqual([]);
    const body = { name: 'Never connected', type: 'oAuth1Api', data: { consumerKey: 'k', consumerSecret: 's' } };
    const neverEither = await run(
      await running.data<Connection>({ method: 'POST', url: '/rest/credentials', body }, 'owner'),
      v3('oAuth1Api'),
    );
    expect(neverEither.text).toContain(String.raw`The account of the credential \"Never connected\" is not connected.`);
    expect(neverEither.text).toContain('Open the credential and connect your account.');
  });

  it('does not carry the token to another host', async () => {
    const connection = await connected();
    const before = elsewhere.received.length;
    const moved = await stubServer((_request, response) => response.writeHead(302, { location: elsewhere.address }).end());
    expect((await run(connection, v3('oAuth2Api', { url: moved.address }))).status).toBe('success');
    expect(moved.received[0]?.headers.authorization).toMatch(/^Bearer /);
    await moved.close();
    expect(elsewhere.received.slice(before).map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('leaves no token in the database and its log', async () => {
    await running.server.services.executions.idle();
    expect(issued.size).toBeGreaterThan(3);
    for (const file of readdirSync(join(running.dataDir, 'db'), { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const content = readFileSync(join(file.parentPath, file.name));
      for (const token of [...issued, CLIENT_SECRET]) expect(content.includes(token), file.name).toBe(false);
    }
  });
});
