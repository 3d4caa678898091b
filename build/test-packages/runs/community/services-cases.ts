// Community packages whose requests the program sends: one operation of each with its credential, and the same refused by the service.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import { toFile } from '../base/files.ts';
import type { Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';
import type { ServiceRequest, ServiceResponse } from '../services.ts';

interface ServiceCase {
  readonly name: string;
  /** Type name, without the package. */
  readonly node: string;
  readonly typeVersion?: number;
  readonly parameters: object;
  readonly credential: readonly [type: string, data: JsonObject];
  readonly host: string;
  /** Requests in order: method and path. */
  readonly requests: readonly string[];
  /** Path of the first request, which fetches the token that the others send, and its response. */
  readonly login?: readonly [path: string, response: JsonObject];
  /** Header with the secret, or the token. */
  readonly header: readonly [name: string, value: string];
  /** Content of all other responses. */
  readonly response: unknown;
  /** Whether the node's input has a file. */
  readonly takesFile?: boolean;
  /** Fields of the JSON or form body of the last request. */
  readonly body?: JsonObject;
  /** Fields of the items that come out. */
  readonly items: readonly JsonObject[];
}

/** Data of a credential for a shop. */
export const shop: JsonObject = {
  shopSubdomain: 'lamps',
  authenticationMethod: 'accessToken',
  apiVersion: '2025-10',
  accessToken: 'key-1',
  webhookSecret: 'hook-secret',
};

const cases: readonly ServiceCase[] = [
  {
    name: '@blotato/n8n-nodes-blotato',
    node: 'blotato',
    typeVersion: 2,
    parameters: { resource: 'source', operation: 'create', sourceType: 'text', sourceText: 'A long text' },
    credential: ['blotatoApi', { apiKey: 'key-1', server: 'https://backend.blotato.com' }],
    host: 'backend.blotato.com',
    requests: ['POST /v2/source-resolutions-v3'],
    header: ['blotato-api-key', 'key-1'],
    response: { id: 'source-1', status: 'queued' },
    items: [{ id: 'source-1', status: 'queued' }],
  },
  {
    name: '@devlikeapro/n8n-nodes-chatwoot',
    node: 'chatWoot',
    parameters: { resource: 'Profile', operation: 'Fetch Profile' },
    credential: ['chatwootApi', { url: 'https://chatwoot.example', accessToken: 'key-1' }],
    host: 'chatwoot.example',
    requests: ['GET /api/v1/profile'],
    header: ['api-access-token', 'key-1'],
    response: { id: 3, name: 'Ann' },
    items: [{ id: 3, name: 'Ann' }],
  },
  {
    name: '@mendable/n8n-nodes-firecrawl',
    node: 'firecrawl',
    parameters: { resource: 'Scraping', operation: 'scrape', url: 'https://example.com' },
    credential: ['firecrawlApi', { apiKey: 'key-1', baseUrl: 'https://api.firecrawl.dev/v2' }],
    host: 'api.firecrawl.dev',
    requests: ['POST /v2/scrape'],
    header: ['authorization', 'Bearer key-1'],
    response: { success: true, data: { markdown: '# Example' } },
    items: [{ success: true, data: { markdown: '# Example' } }],
  },
  {
    name: 'n8n-nodes-evolution-api',
    node: 'evolutionApi',
    parameters: {
      resource: 'messages-api',
      operation: 'send-text',
      instanceName: 'office',
      remoteJid: '4790000000',
      messageText: 'Hello',
      options_message: {},
    },
    credential: ['evolutionApi', { 'server-url': 'https://evolution.example', apikey: 'key-1' }],
    host: 'evolution.example',
    requests: ['POST /message/sendText/office'],
    header: ['apikey', 'key-1'],
    response: { key: { id: 'message-1' } },
    body: { number: '4790000000', text: 'Hello' },
    items: [{ data: { key: { id: 'message-1' } } }],
  },
  {
    name: 'n8n-nodes-htmlcsstoimage',
    node: 'htmlCssToImage',
    parameters: { operation: 'htmlToImage', html_content: '<b>Hi</b>', css_content: '' },
    credential: ['htmlcsstoimgApi', { apiKey: 'key-1' }],
    host: 'htmlcsstoimg.com',
    requests: ['POST /api/v1/generateImage'],
    header: ['client-api-key', 'key-1'],
    response: { image_url: 'https://images.example/1.png' },
    items: [{ image_url: 'https://images.example/1.png' }],
  },
  {
    name: 'n8n-nodes-htmlcsstopdf',
    node: 'htmlcsstopdf',
    parameters: { resource: 'pdfCreation', operation: 'htmlToPdf', html_content: '<b>Hi</b>' },
    credential: ['htmlcsstopdfApi', { apiKey: 'key-1' }],
    host: 'pdfmunk.com',
    requests: ['POST /api/v1/generatePdf'],
    header: ['client-api-key', 'key-1'],
    response: { pdf_url: 'https://files.example/1.pdf' },
    items: [{ pdf_url: 'https://files.example/1.pdf' }],
  },
  {
    name: 'n8n-nodes-upload-post',
    node: 'uploadPost',
    parameters: { resource: 'users', operation: 'listUsers' },
    credential: ['uploadPostApi', { apiKey: 'key-1' }],
    host: 'api.upload-post.com',
    requests: ['GET /api/uploadposts/users'],
    header: ['authorization', 'Apikey key-1'],
    response: { success: true, profiles: [{ username: 'ann' }] },
    items: [{ success: true, profiles: [{ username: 'ann' }] }],
  },
  {
    name: '@openhab/n8n-nodes-openhab',
    node: 'openHab',
    parameters: { resource: 'item', itemOperation: 'get', itemName: 'Lamp' },
    credential: ['openHABApi', { authType: 'token', baseUrlLocal: 'https://home.example', token: 'key-1' }],
    host: 'home.example',
    requests: ['GET /rest/items/Lamp'],
    header: ['authorization', 'Bearer key-1'],
    response: { name: 'Lamp', state: 'ON' },
    items: [{ name: 'Lamp', state: 'ON' }],
  },
  {
    name: '@searchapi/n8n-nodes-searchapi',
    node: 'searchApi',
    parameters: { resource: 'google', operation: 'search', q: 'flows' },
    credential: ['searchApi', { apiKey: 'key-1' }],
    host: 'www.searchapi.io',
    requests: ['GET /api/v1/search'],
    header: ['authorization', 'Bearer key-1'],
    response: { organic_results: [{ title: 'Flows' }] },
    items: [{ organic_results: [{ title: 'Flows' }] }],
  },
  {
    name: 'n8n-nodes-deepseek',
    node: 'deepSeek',
    parameters: {
      resource: 'chat',
      operation: 'complete',
      model: 'deepseek-chat',
      prompt: { messages: [{ role: 'user', content: 'Hi' }] },
      simplifyOutput: false,
    },
    credential: ['deepSeekApi', { apiKey: 'key-1' }],
    host: 'api.deepseek.com',
    requests: ['POST /chat/completions'],
    header: ['authorization', 'Bearer key-1'],
    response: { choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' } }] },
    body: { model: 'deepseek-chat', messages: [{ role: 'user', content: 'Hi' }] },
    items: [{ choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' } }] }],
  },
  {
    name: 'n8n-nodes-pirate-weather',
    node: 'pirateWeather',
    parameters: { resource: 'forecast', operation: 'getForecast', latitude: 59.9, longitude: 10.7, additionalFields: {} },
    credential: ['pirateWeatherApi', { apiKey: 'key-1' }],
    host: 'api.pirateweather.net',
    requests: ['GET /forecast/59.9,10.7'],
    header: ['apikey', 'key-1'],
    response: { timezone: 'Europe/Oslo' },
    items: [{ timezone: 'Europe/Oslo' }],
  },
  {
    name: '@respond-io/n8n-nodes-respond-io',
    node: 'respondio',
    parameters: { resource: 'USER', operation: 'GET_ALL_USERS', limit: 10 },
    credential: ['respondIoApi', { apiKey: 'key-1' }],
    host: 'api.respond.io',
    requests: ['GET /v2/space/user'],
    header: ['authorization', 'Bearer key-1'],
    response: { items: [{ id: 1, firstName: 'Ann' }], pagination: {} },
    items: [{ id: 1, firstName: 'Ann' }],
  },
  {
    name: '@thingsboard/n8n-nodes-thingsboard',
    node: 'thingsBoard',
    parameters: { authentication: 'usernamePassword', resource: 'device', operation: 'getDeviceById', deviceId: 'device-1' },
    credential: ['thingsBoardUsernamePasswordApi', { baseUrl: 'https://things.example', username: 'ann', password: 'secret-1' }],
    host: 'things.example',
    requests: ['POST /api/auth/login', 'GET /api/system/info', 'GET /api/device/device-1'],
    login: ['/api/auth/login', { token: 'token-1', refreshToken: 'token-2' }],
    header: ['x-authorization', 'Bearer token-1'],
    response: { id: { id: 'device-1' }, name: 'Thermometer' },
    items: [{ id: { id: 'device-1' }, name: 'Thermometer' }],
  },
  {
    name: 'n8n-nodes-agencyzoom',
    node: 'agencyZoom',
    parameters: { resource: 'businessClassification', operation: 'search' },
    credential: ['agencyZoomApi', { username: 'ann@example.com', password: 'secret-1' }],
    host: 'api.agencyzoom.com',
    requests: ['POST /v1/api/auth/login', 'POST /v1/api/get-classifications'],
    login: ['/v1/api/auth/login', { jwt: 'token-1' }],
    header: ['authorization', 'Bearer token-1'],
    response: { totalCount: 1, businessClassifications: [{ id: 7, name: 'Bakery' }] },
    items: [{ id: 7, name: 'Bakery' }],
  },
  {
    name: 'n8n-nodes-obsidian-local-rest-api',
    node: 'obsidianVaultRestApi',
    parameters: { resource: 'Notes', operation: 'Get Note', path: 'Ideas.md' },
    credential: ['obsidianVaultApi', { host: 'https://vault.example', token: 'key-1' }],
    host: 'vault.example',
    requests: ['GET /api/notes/Ideas.md'],
    header: ['authorization', 'Bearer key-1'],
    response: { path: 'Ideas.md', content: 'A lamp that sings' },
    items: [{ path: 'Ideas.md', content: 'A lamp that sings' }],
  },
  {
    name: 'n8n-nodes-shopify-custom',
    node: 'shopifyCustom',
    parameters: { resource: 'product', operation: 'get', productId: 'gid://shopify/Product/1' },
    credential: ['shopifyCustomAdminApi', shop],
    host: 'lamps.myshopify.com',
    requests: ['POST /admin/api/2025-10/graphql.json'],
    header: ['x-shopify-access-token', 'key-1'],
    response: { data: { product: { id: 'gid://shopify/Product/1', title: 'Lamp' } } },
    items: [{ id: 'gid://shopify/Product/1', title: 'Lamp' }],
  },
  {
    name: 'n8n-nodes-mistral-ocr',
    node: 'mistralOcr',
    parameters: { operation: 'basicOcr', binaryPropertyName: 'data', model: 'mistral-ocr-latest' },
    credential: ['mistralApi', { apiKey: 'key-1' }],
    host: 'api.mistral.ai',
    requests: ['POST /v1/files', 'GET /v1/files/file-1/url', 'POST /v1/ocr'],
    header: ['authorization', 'Bearer key-1'],
    takesFile: true,
    response: { id: 'file-1', url: 'https://files.example/1', pages: [{ index: 0, markdown: '# Ideas' }] },
    body: { document: { document_url: 'https://files.example/1' } },
    items: [{ pages: [{ index: 0, markdown: '# Ideas' }] }],
  },
];

const asked = ({ method, path }: ServiceRequest): string => `${method} ${decodeURIComponent(path)}`;

export const communityServices: readonly (RunCase & { readonly name: string })[] = cases.map((each) => ({
  name: each.name,
  make: each.name,
  nodes: each.node,
  checks: `${each.requests.join(', ')} with its credential; the answer comes out; a refusal is told`,
  run: async (instance) => {
    const [loginPath, token] = each.login ?? [];
    const play = (response: ServiceResponse): void =>
      instance.services.play({ [each.host]: ({ path }) => (path === loginPath ? { content: token } : response) });
    play({ content: each.response });
    const node: Sketch = {
      type: `${each.name}.${each.node}`,
      typeVersion: each.typeVersion ?? 1,
      parameters: each.parameters,
      credentials: await instance.credential(...each.credential),
    };
    const nodes = { ...(each.takesFile === true ? { File: toFile } : {}), Node: node };
    const input = [{ text: 'Ideas '.repeat(40) }];
    const run = await instance.run(nodes, input);
    assert.equal(run.error, undefined);
    const { requests } = instance.services;
    assert.deepEqual(requests.map(asked), each.requests);
    const [header, value] = each.header;
    assert.ok(
      requests.every(({ path, headers }) => path === loginPath || headers[header] === value),
      `a request lacks the header ${header}`,
    );
    if (each.body !== undefined) assert.partialDeepStrictEqual(requests.at(-1)?.json(), each.body);
    assert.partialDeepStrictEqual(run.json('Node'), each.items);
    play({ status: 402, content: { message: 'Out of credits' } });
    const rejected = await instance.run(nodes, input);
    assert.equal(rejected.status, 'error');
    assert.notEqual(rejected.error ?? '', '');
  },
}));
