// Credential types: fields, inheritance, and what each adds to a request.
import { describe, expect, it } from 'vitest';
import { signedRequest, resolvedData } from '../execution/http/credential-signing.ts';
import { compileExpression, createScope } from '../expression/index.ts';
import type { JsonObject } from '../contract/json.ts';
import type { CredentialDefinition, CredentialTest } from '../sdk/index.ts';
import { sampleView } from '../testing/sample-run.ts';
import { createCredentialTypes } from './index.ts';

const types = createCredentialTypes();
const all = (await Promise.all(types.names().map((name) => types.type(name)))) as readonly CredentialDefinition[];
const fileOf = (name: string): string => `the file of ${name} in engine/credentials`;
const evaluate = (expression: string, names: Readonly<Record<string, unknown>> = {}): unknown =>
  compileExpression(expression).evaluate(createScope(sampleView(), names));

describe('every credential type', () => {
  it.each(all.map((type) => [type.name, type] as const))('%s', (name, { displayName, fields, sign, test }) => {
    expect(displayName, fileOf(name)).toMatch(/\S/);
    const fieldNames = new Set(fields.map((field) => field.name));
    for (const field of fields) {
      expect(field.default, `${field.name} in ${fileOf(name)} has a default`).toBeDefined();
      for (const other of Object.keys(field.displayOptions?.show ?? {})) expect(fieldNames, fileOf(name)).toContain(other);
    }
    // Defaults of hidden fields may be the only place that uses a name.
    for (const [, used = ''] of JSON.stringify([sign, test]).matchAll(/\$credentials\??\.(\w+)/g))
      expect(fieldNames, fileOf(name)).toContain(used);
  });

  it('has a name of its own, in files and in the editor', () => {
    expect(new Set(all.map(({ displayName }) => displayName)).size).toBe(all.length);
  });
});

/** Services that also respond without a key. */
const keyless = new Set(['ollamaApi', 'qdrantApi']);
/** Types whose meaning depends on the user. */
const undocumented = ['crypto', 'httpCustomAuth'];

it.each(all.filter(({ name }) => !keyless.has(name)).map((type) => [type.name, type] as const))(
  'the fields that %s writes to headers and queries are required',
  (_name, { fields, sign }) => {
    const rule = typeof sign === 'function' ? undefined : sign;
    const used = new Set([...JSON.stringify([rule?.headers, rule?.query]).matchAll(/\$credentials\??\.(\w+)/g)].map(([, field]) => field));
    const optional = fields.filter(({ name, type, required }) => used.has(name) && type !== 'hidden' && required !== true);
    expect(optional.map(({ name }) => name)).toEqual([]);
  },
);

it('every type has documentation', () => {
  const missing = all.filter(({ documentationUrl }) => documentationUrl === undefined).map(({ name }) => name);
  expect(missing.toSorted()).toEqual(undocumented);
});

it('types of one service share the documentation of their parent', async () => {
  const documented = async (name: string): Promise<string | undefined> => (await types.type(name))?.documentationUrl;
  expect(await documented('gmailOAuth2')).toBe('https://developers.google.com/identity/protocols/oauth2');
  expect(await documented('microsoftExcelOAuth2Api')).toBe(await documented('microsoftOAuth2Api'));
  for (const { name, documentationUrl } of all)
    if (documentationUrl !== undefined) expect(URL.parse(documentationUrl)?.protocol, name).toBe('https:');
});

describe('the domains a credential is limited to', () => {
  it.each<[string, boolean]>([
    ['httpHeaderAuth', true],
    ['gmailOAuth2', true],
    ['aws', true],
    ['smtp', false],
    ['postgres', false],
  ])('are the last fields of %s: %s', async (name, isLimited) => {
    const { fields } = (await types.type(name)) as CredentialDefinition;
    const names = ['allowedHttpRequestDomains', 'allowedDomains', 'allowNodeProxies', 'allowUnverifiedCertificates'];
    const common = fields.filter((field) => names.includes(field.name));
    expect(common.map((field) => field.name)).toEqual(isLimited ? names : []);
    expect(fields.slice(fields.length - common.length)).toEqual(common);
  });

  it('are of the names, values and defaults of the file format', async () => {
    const { fields } = (await types.type('httpHeaderAuth')) as CredentialDefinition;
    const [rule, list, ...ways] = fields.slice(-4);
    expect(rule).toMatchObject({ type: 'options', default: 'all', options: [{ value: 'all' }, { value: 'domains' }, { value: 'none' }] });
    expect(list).toMatchObject({
      type: 'string',
      default: '',
      required: true,
      displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
    });
    const option = { type: 'boolean', default: false, displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } } };
    expect(ways).toMatchObject([option, option]);
  });
});

describe('types of packages', () => {
  const declared = (name: string, displayName: string, more: Partial<CredentialDefinition> = {}) =>
    [name, () => Promise.resolve({ name, displayName, fields: [], ...more })] as const;
  const tested = (method: string): ReadonlyMap<string, CredentialTest> =>
    new Map(['postgres', 'exampleApi'].map((name) => [name, { url: `https://${method}.example` }]));

  it('are those of the package that was installed first, also after it is updated; another one has them once it is uninstalled', async () => {
    const own = createCredentialTypes();
    const visible = async (): Promise<string | undefined> => (await own.type('exampleApi'))?.displayName;
    own.setPackage('b', [declared('exampleApi', 'Of b')]);
    own.setPackage('a', [declared('exampleApi', 'Of a'), declared('httpBasicAuth', 'Not basic')]);
    expect(await visible()).toBe('Of b');
    own.setPackage('b', [declared('exampleApi', 'Of b, updated')]);
    expect(await visible()).toBe('Of b, updated');
    expect((await own.type('httpBasicAuth'))?.displayName).toBe('Basic Auth');
    expect(own.names().filter((name) => name === 'exampleApi')).toHaveLength(1);
    own.removePackage('b');
    expect(await visible()).toBe('Of a');
  });

  it('are tested by nodes of the package that declares them, and of no other', async () => {
    const own = createCredentialTypes();
    const testOf = async (name: string): Promise<unknown> => (await own.type(name))?.test;
    own.setPackage('a', [], tested('a'));
    own.setPackage('b', [declared('exampleApi', 'Of b'), declared('postgres', 'Of b')], tested('b'));
    own.setPackage('c', [declared('exampleApi', 'Of c'), declared('postgres', 'Of c')], tested('c'));
    expect([await testOf('exampleApi'), await testOf('postgres')]).toEqual([{ url: 'https://b.example' }, { url: 'https://b.example' }]);
    own.removePackage('b');
    own.removePackage('c');
    expect([await own.type('exampleApi'), await testOf('postgres')]).toEqual([undefined, undefined]);
  });

  it('may inherit from each other in a circle', async () => {
    const own = createCredentialTypes();
    own.setPackage('a', [
      declared('oneApi', 'One', { extends: ['otherApi', 'oneApi'] }),
      declared('otherApi', 'Other', { extends: ['oneApi'] }),
    ]);
    expect((await own.type('oneApi'))?.displayName).toBe('One');
  });
});

const request = { url: 'https://service.example/path?a=1', headers: { accept: '*/*' } };
const signed = async (name: string, data: JsonObject) => {
  const type = (await types.type(name)) as CredentialDefinition;
  return signedRequest({ type, data: resolvedData(data, type, evaluate), evaluate }, request);
};

describe('signing', () => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  it.each<[string, JsonObject, object]>([
    ['httpBasicAuth', { user: 'ann', password: 'pässword' }, { headers: { Authorization: basic('ann:pässword') } }],
    ['httpHeaderAuth', { name: 'X-Key', value: 'k1234' }, { headers: { 'X-Key': 'k1234' }, secretHeaders: ['x-key'] }],
    ['httpQueryAuth', { name: 'key', value: 'a b&c' }, { url: 'https://service.example/path?a=1&key=a+b%26c' }],
    ['httpBearerAuth', { token: 'tok-1' }, { headers: { Authorization: 'Bearer tok-1' }, secrets: ['tok-1', 'Bearer tok-1'] }],
    [
      'httpCustomAuth',
      { json: '{"headers":{"X-A":"1"},"qs":{"b":2}}' },
      { headers: { 'X-A': '1' }, url: 'https://service.example/path?a=1&b=2' },
    ],
    [
      'httpCustomAuth',
      { json: '{"headers":{"X-A":"1"},"body":{"token":"t"}}' },
      { headers: { 'X-A': '1', 'content-type': 'application/json' }, body: '{"token":"t"}', hasSecretBody: true },
    ],
    ['openAiApi', { apiKey: 'sk-1', organizationId: 'org' }, { headers: { Authorization: 'Bearer sk-1', 'OpenAI-Organization': 'org' } }],
    ['anthropicApi', { apiKey: 'key1' }, { headers: { 'x-api-key': 'key1', 'anthropic-version': '2023-06-01' } }],
    ['zendeskApi', { email: 'a@b.c', apiToken: 't' }, { headers: { Authorization: basic('a@b.c/token:t') } }],
    ['wooCommerceApi', { consumerKey: 'k', consumerSecret: 's' }, { headers: { Authorization: basic('k:s') } }],
    [
      'wooCommerceApi',
      { consumerKey: 'k', consumerSecret: 's', includeCredentialsInQuery: true },
      { url: 'https://service.example/path?a=1&consumer_key=k&consumer_secret=s' },
    ],
    [
      'twilioApi',
      { authType: 'apiKey', accountSid: 'AC', apiKeySid: 'SK', apiKeySecret: 'x' },
      { headers: { Authorization: basic('SK:x') } },
    ],
    ['facebookGraphApi', { accessToken: 'fb' }, { url: 'https://service.example/path?a=1&access_token=fb' }],
  ])('%s %j', async (name, data, expected) => {
    expect(await signed(name, data)).toMatchObject(expected);
  });

  it.each([
    ['application/json', '{"a":1}', '{"a":1,"token":"t 1"}'],
    ['application/x-www-form-urlencoded', 'a=1', 'a=1&token=t+1'],
    ['text/plain', 'a=1', 'a=1'],
    ['application/json', '{broken', '{broken'],
  ])('by fields of a body of %s', async (contentType, body, expected) => {
    const type = (await types.type('httpCustomAuth')) as CredentialDefinition;
    const data = { json: '{"body":{"token":"t 1"}}' };
    const unsigned = { ...request, headers: { 'Content-Type': contentType }, body };
    expect((await signedRequest({ type, data, evaluate }, unsigned)).body).toBe(expected);
  });

  it.each<[string, JsonObject]>([
    ['httpQueryAuth', { name: 'key', value: 'k' }],
    ['httpCustomAuth', { json: '{"qs":{"key":"k"}}' }],
  ])('by a query field of %s leaves the rest of the query as it is written', async (name, data) => {
    const type = (await types.type(name)) as CredentialDefinition;
    const unsigned = { ...request, url: 'https://service.example/path?q=a%20b&to=http://x/&key=own&k%65y=own&flag' };
    const { url } = await signedRequest({ type, data, evaluate }, unsigned);
    expect(url).toBe('https://service.example/path?q=a%20b&to=http://x/&flag&key=k');
  });

  it('replaces a header of the node, whatever its case', async () => {
    const type = (await types.type('httpBearerAuth')) as CredentialDefinition;
    const { headers } = await signedRequest({ type, data: { token: 't' }, evaluate }, { ...request, headers: { authorization: 'own' } });
    expect(headers).toEqual({ Authorization: 'Bearer t' });
  });

  it('of two credentials allows the domains of both', async () => {
    const limited = (allowedDomains: string): JsonObject => ({ token: 't', allowedHttpRequestDomains: 'domains', allowedDomains });
    const type = (await types.type('httpBearerAuth')) as CredentialDefinition;
    const first = await signedRequest({ type, data: limited('service.example, one.example'), evaluate }, request);
    const { checkOutgoing } = await signedRequest({ type, data: limited('service.example, two.example'), evaluate }, first);
    const goesTo = (name: string) => () =>
      checkOutgoing?.({ url: new URL(`https://${name}.example/`), headers: {}, proxy: undefined, hasOwnTrust: false });
    expect(goesTo('service')).not.toThrow();
    expect(goesTo('one')).toThrow('may not be sent to one.example');
    expect(goesTo('two')).toThrow('may not be sent to two.example');
  });

  it('evaluates expressions in the data, and refers to other fields as $self', async () => {
    const type = await types.type('googleSheetsOAuth2Api');
    expect(resolvedData({ customScopes: true, enabledScopes: 'one two' }, type, evaluate)['scope']).toBe('one two');
    expect(resolvedData({}, type, evaluate)['scope']).toContain('spreadsheets');
    expect(await signed('httpBearerAuth', { token: '={{ "a" + 1 }}' })).toMatchObject({ headers: { Authorization: 'Bearer a1' } });
  });

  it.each<[string, JsonObject, RegExp]>([
    ['smtp', {}, /cannot sign HTTP requests/],
    ['httpCustomAuth', { json: '{oops' }, /JSON of the Custom Auth credential is not valid/],
    [
      'httpBearerAuth',
      { token: 't', allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' },
      /may not be sent to service\.example/,
    ],
    ['httpHeaderAuth', { name: '__proto__', value: 'k' }, /header cannot be named "__proto__"/],
    ['httpHeaderAuth', { name: 'X Key', value: 'k' }, /header cannot be named "X Key"/],
    ['httpHeaderAuth', { name: '', value: 'k' }, /no name for its header/],
    ['httpCustomAuth', { json: '{"headers":{"__proto__":"k"}}' }, /header cannot be named "__proto__"/],
    ['httpBearerAuth', { token: 't', allowedHttpRequestDomains: 'none' }, /prevent use within an HTTP Request node/],
  ])('%s %j is refused', async (name, data, message) => {
    await expect(signed(name, data)).rejects.toThrow(message);
  });
});
