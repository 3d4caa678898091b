// Hosts that a credential may be sent to.
import { describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../contract/errors.ts';
import { credentialDomains, domainsForHttpNode, isDomainAllowed } from './allowed-domains.ts';

describe('isDomainAllowed', () => {
  it.each([
    ['https://example.com/a?b#c', 'example.com', true],
    ['https://user:pass@EXAMPLE.com.:8443', ' Example.COM. , other.org', true],
    ['https://example.com', undefined, true],
    ['https://example.com', '', true],
    ['https://sub.example.com', 'example.com', false],
    ['https://example.com.evil.org', 'example.com', false],
    ['https://deep.sub.example.com', '*.example.com', true],
    ['https://example.com', '*.example.com', false],
    ['https://evilexample.com', '*.example.com', false],
    ['https://example.com@evil.org', 'example.com', false],
    ['http://192.168.1.1', '192.168.1.1', true],
    ['https://bücher.example', 'bücher.example', true],
    ['https://www.bücher.example', '*.Bücher.example', true],
    ['https://xn--bcher-kva.example', 'bücher.example', true],
    ['https://bucher.example', 'bücher.example', false],
    ['https://example.com', '', true],
    ['https://example.com', ' , ', true],
    ['not a url', 'example.com', false],
    ['http://', 'example.com', false],
    ['file:///etc/passwd', 'example.com', false],
    ['http://localhost:8080', 'localhost:8080', true],
    ['http://localhost:8081', 'localhost:8080', false],
    ['https://example.com', 'example.com:443', true],
    ['http://example.com', 'example.com:443', false],
    ['https://a.example.com:8443', '*.example.com:8443', true],
    ['https://a.example.com', '*.example.com:8443', false],
    ['http://[::1]:80/', '::1', true],
    ['http://[0:0::1]/', '[::1]', true],
    ['http://[::1]:81/', '[0:0:0:0:0:0:0:1]:81', true],
    ['http://[::1]:82/', '[::1]:81', false],
    ['http://[::2]/', '::1', false],
    ['http://2130706433/', '127.0.0.1', true],
    ['http://example.com..', 'example.com', false],
    ['http://example.com%2eevil.org', 'example.com', false],
    ['http://evil.org\\@example.com', 'example.com', false],
    ['http://evil.org', '.', true],
  ])('%s, allowed %j: %s', (url, allowed, expected) => {
    expect(isDomainAllowed(url, allowed)).toBe(expected);
  });
});

describe('credentialDomains', () => {
  it.each<[credential: object, expected: string | undefined]>([
    [{ allowedHttpRequestDomains: 'domains', allowedDomains: ' a.com, b.com ' }, 'a.com, b.com'],
    [{ allowedHttpRequestDomains: 'domains', allowedDomains: ' ' }, undefined],
    [{ allowedHttpRequestDomains: 'domains' }, undefined],
    [{ allowedHttpRequestDomains: 'domains', allowedDomains: ' , .' }, undefined],
    [{ allowedHttpRequestDomains: 'all', allowedDomains: 'a.com' }, undefined],
    [{}, undefined],
  ])('%j', (credential, expected) => {
    expect(credentialDomains({ ...credential })).toBe(expected);
  });

  it('returns the list for HTTP nodes, or throws', () => {
    expect(domainsForHttpNode({ allowedHttpRequestDomains: 'domains', allowedDomains: 'a.com' })).toBe('a.com');
    expect(domainsForHttpNode({})).toBeUndefined();
    for (const [rule, message] of [
      ['none', 'configured to prevent use within an HTTP Request node'],
      ['domains', 'No allowed domains specified'],
    ]) {
      try {
        domainsForHttpNode({ allowedHttpRequestDomains: rule, allowedDomains: ' ' });
        expect.unreachable();
      } catch (error) {
        expect(errorCodeOf(error)).toBe('PARAMETER_INVALID');
        expect((error as Error).message).toContain(message);
      }
    }
  });
});
