// Credential types of packages: where they are documented, and what they add to requests.
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../sdk/index.ts';
import { packageCredential } from './package-credential.ts';

describe('the documentation of a credential type', () => {
  it.each([
    ['n8n-nodes-x', 'https://example.com/keys', 'https://example.com/keys'],
    ['n8n-nodes-base', 'google/service-account', 'https://docs.n8n.io/integrations/builtin/credentials/google/service-account/'],
    ['@n8n/n8n-nodes-langchain', 'openAi', 'https://docs.n8n.io/integrations/builtin/credentials/openAi/'],
    ['n8n-nodes-x', 'openAi', undefined],
    ['n8n-nodes-base', '../../../elsewhere', undefined],
    ['n8n-nodes-x', 'javascript:alert(1)', undefined],
    ['n8n-nodes-x', 7, undefined],
  ])('of %s named %j is %s', (name, documentationUrl, expected) => {
    const owner = { packages: {} as Parameters<typeof packageCredential>[0]['packages'], name };
    const type = { name: 'someApi', documentationUrl };
    const credentialType = packageCredential(owner, { place: { file: 'Some.js', className: 'Some' }, type, functions: [] });
    expect(credentialType.documentationUrl).toBe(expected);
  });
});

describe('a body that a description adds', () => {
  const owner = { packages: {} as Parameters<typeof packageCredential>[0]['packages'], name: 'n8n-nodes-x' };
  const authenticate = { type: 'generic', properties: { body: { b: '={{$credentials.key}}' } } };
  const { sign } = packageCredential(owner, {
    place: { file: 'Some.js', className: 'Some' },
    type: { name: 'someApi', authenticate },
    functions: [],
  });
  const form = 'application/x-www-form-urlencoded';

  it.each<[string, Partial<HttpRequest>, string | undefined, unknown]>([
    ['is JSON in a request without one', {}, 'application/json', '{"b":"k&1"}'],
    ['is a form if the headers say so', { headers: { 'content-type': `${form};charset=utf-8` } }, `${form};charset=utf-8`, 'b=k%261'],
    ['keeps the type of the request', { headers: { 'content-TYPE': 'application/vnd.a+json' } }, 'application/vnd.a+json', '{"b":"k&1"}'],
    ['is added to JSON', { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }, 'application/json', '{"a":1,"b":"k&1"}'],
    ['is added to a form', { headers: { 'content-type': form }, body: 'a=1' }, form, 'a=1&b=k%261'],
    ['does not change a list', { body: '[1]' }, undefined, '[1]'],
    ['does not change bytes', { body: new Uint8Array([1]) }, undefined, new Uint8Array([1])],
  ])('%s', async (_, own, type, body) => {
    const request: HttpRequest = { url: 'https://service.example/', method: 'POST', ...own };
    const signed = typeof sign === 'function' ? await sign({ key: 'k&1' }, request) : request;
    const types = Object.entries(signed.headers ?? {}).filter(([name]) => name.toLowerCase() === 'content-type');
    expect([types.map(([, value]) => value), signed.body]).toEqual([type === undefined ? [] : [type], body]);
  });
});
