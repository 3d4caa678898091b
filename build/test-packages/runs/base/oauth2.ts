// An account of OAuth2: connected, used, and renewed after its token has expired.
import assert from 'node:assert/strict';
import { CLIENT_SECRET, oauth2Server, type OAuth2Server } from '../../../../engine/testing/oauth2-server.ts';
import type { RunInstance } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';
import type { Service } from '../services.ts';

const type = 'n8n-nodes-base.nextCloud';
const FOLDER = '/remote.php/dav/files/ann';
/** The node adds a slash to that of the path. */
const FILE = `${FOLDER}//notes/a b.txt`;

export const oauth2: RunCase = {
  make: 'HTTP with OAuth2',
  nodes: 'nextCloud',
  checks:
    'the account is connected at a server of OAuth2; a file is uploaded and downloaded; after the token has expired, a new one is fetched once',
  run: async (instance) => {
    const oauth = await oauth2Server([`${instance.url}rest/oauth2-credential/callback`]);
    try {
      await connectAndUse(instance, oauth);
    } finally {
      await oauth.close();
    }
  },
};

async function connectAndUse(instance: RunInstance, oauth: OAuth2Server): Promise<void> {
  const { services } = instance;
  services.play({ 'cloud.example': cloud(oauth) });
  const credentials = await instance.credential('nextCloudOAuth2Api', {
    webDavUrl: `https://cloud.example${FOLDER}`,
    authUrl: oauth.authUrl,
    accessTokenUrl: oauth.tokenUrl,
    clientId: 'body',
    clientSecret: CLIENT_SECRET,
  });
  const { id } = credentials['nextCloudOAuth2Api'] ?? {};
  const callback = await oauth.visit(await instance.get<string>(`/rest/oauth2-credential/auth?id=${String(id)}`), 'allow');
  const page = await fetch(new URL(`${callback.pathname}${callback.search}`, instance.url));
  assert.match(await page.text(), /data-outcome="success"/);

  const common = { type, credentials };
  const upload = { authentication: 'oAuth2', operation: 'upload', path: '/notes/a b.txt', fileContent: 'Hello ünïcode' };
  const download = { authentication: 'oAuth2', operation: 'download', path: '/notes/a b.txt', binaryPropertyName: 'note' };
  const first = await instance.run({ Upload: { ...common, parameters: upload }, Download: { ...common, parameters: download } });
  assert.equal(first.error, undefined);
  assert.equal(await instance.file(first.items('Download')[0], 'note'), 'Hello ünïcode');
  assert.deepEqual(
    services.requests.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`),
    [`PUT ${FILE}`, `GET ${FILE}`],
  );

  await oauth.endAccessToken(String(services.requests[0]?.headers['authorization']).replace('Bearer ', ''));
  const second = await instance.run({ Download: { ...common, parameters: download } });
  assert.equal(second.error, undefined);
  assert.equal(await instance.file(second.items('Download')[0], 'note'), 'Hello ünïcode');
  const granted = oauth.tokenRequests.filter(({ status }) => status === 200).map(({ grantType }) => grantType);
  assert.deepEqual(granted, ['authorization_code', 'refresh_token']);
  assert.equal(services.requests.length, 4, 'the refused request was not sent again, or too often');
}

/** Stores files, for those whose token the server of OAuth2 accepts. */
function cloud(oauth: OAuth2Server): Service {
  const files = new Map<string, Buffer>();
  return async ({ method, path, headers, body }) => {
    const checked = await fetch(oauth.apiUrl, { headers: { authorization: String(headers['authorization']) } });
    if (!checked.ok) return { status: 401, content: 'The token is not valid' };
    if (method === 'PUT') {
      files.set(path, body);
      return { status: 201, content: '' };
    }
    const file = files.get(path);
    return file === undefined ? { status: 404, content: 'No such file' } : { headers: { 'content-type': 'text/plain' }, content: file };
  };
}
