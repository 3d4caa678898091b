// What credentials allow, and how clients of MCP sign in.
import { describe, expect, it } from 'vitest';
import {
  assertCredentialAllowsUrl, assertUrlAllowed, getCredentialAllowedDomains, getMcpAuthHeaders, isMcpOAuth2Authentication, shouldRefreshMcpOAuth2Token,
} from './safety.ts'; // oxfmt-ignore

const limited = { allowedHttpRequestDomains: 'domains', allowedDomains: 'a.example, *.b.example' };
const node = { name: 'Model' };

describe('domains of a credential', () => {
  it.each([
    [limited, 'a.example, *.b.example'],
    [{ ...limited, allowedHttpRequestDomains: 'all' }, undefined],
    [{ ...limited, allowedDomains: ' ' }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('of %j are %j', (data, domains) => expect(getCredentialAllowedDomains(data)).toBe(domains));

  it.each([
    ['https://a.example/x', true],
    ['https://x.b.example', true],
    ['https://b.example', false],
    ['https://a.example.evil.test', false],
    ['not a URL', false],
  ])('allow %s: %j', (url, isAllowed) => {
    const use = (): unknown => assertCredentialAllowsUrl({ node, credentialData: limited, url, surface: 'Ollama' });
    if (isAllowed) expect(use()).toBe(limited.allowedDomains);
    else expect(use).toThrow(expect.objectContaining({ node, description: expect.stringContaining('for Ollama is limited to') }));
    const other = (): void => assertUrlAllowed({ url, allowedDomains: limited.allowedDomains });
    if (isAllowed) expect(other).not.toThrow();
    else expect(other).toThrow(/may not be sent to/);
  });

  it('always contain the address in the credential itself', () => {
    const use = { node, credentialData: limited, url: 'http://127.0.0.1:11434/api', surface: 'Ollama' };
    expect(assertCredentialAllowsUrl({ ...use, pinnedUrl: 'http://127.0.0.1:11434' })).toBe(limited.allowedDomains);
    for (const pinnedUrl of ['http://127.0.0.1:11435', '127.0.0.1', '']) {
      expect(() => assertCredentialAllowsUrl({ ...use, pinnedUrl })).toThrow('may not be sent to 127.0.0.1:11434');
    }
  });

  it('are no limit if there are none', () => {
    expect(assertCredentialAllowsUrl({ node, credentialData: {}, url: 'http://127.0.0.1:11434' })).toBeUndefined();
    expect(() => assertUrlAllowed({ url: 'http://x.example' })).not.toThrow();
  });
});

describe('clients of MCP', () => {
  const now = Date.now() / 1000;
  it.each([
    [{ access_token: 'a', refresh_token: 'r', expires_at: now + 3600 }, 'authorizationCode', false],
    [{ access_token: 'a', refresh_token: 'r', expires_at: now - 1 }, 'authorizationCode', true],
    [{ access_token: 'a', expires_at: now - 1 }, 'authorizationCode', false],
    [{ access_token: 'a', refresh_token: 'r' }, 'authorizationCode', false],
    [{}, 'clientCredentials', true],
    [undefined, 'authorizationCode', false],
  ])('renew %j of %s: %j', (token, grant, expected) => expect(shouldRefreshMcpOAuth2Token(token, grant)).toBe(expected));

  it.each([
    ['mcpOAuth2Api', { oauthTokenData: { access_token: 'a' } }, { Authorization: 'Bearer a' }],
    ['mcpOAuth2Api', {}, {}],
    ['bearerAuth', { token: 'b' }, { Authorization: 'Bearer b' }],
    ['headerAuth', { name: 'X-Key', value: 'c' }, { 'X-Key': 'c' }],
    [
      'multipleHeadersAuth',
      { headers: { values: [{ name: 'A', value: '1' }, { name: '' }, { name: 'B', value: '2' }] } },
      { A: '1', B: '2' },
    ],
    ['none', { token: 'b' }, {}],
  ])('sign in by %s', (authentication, data, headers) => expect(getMcpAuthHeaders(authentication, data)).toEqual(headers));

  it('know which sign in by OAuth2', () => expect(['mcpOAuth2Api', 'bearerAuth'].map(isMcpOAuth2Authentication)).toEqual([true, false]));
});
