import { describe, expect, it } from 'vitest';
import { proxyFromEnvironment } from './environment-proxy.ts';

const proxyOf = (environment: Record<string, string>, url: string): string | undefined =>
  proxyFromEnvironment(environment)(new URL(url))?.url;

describe('the proxy of the environment', () => {
  it.each([
    ['none', {}, 'http://a.test', undefined],
    ['HTTP_PROXY for http', { HTTP_PROXY: 'http://p:1' }, 'http://a.test', 'http://p:1'],
    ['nothing for https if only HTTP_PROXY is set', { HTTP_PROXY: 'http://p:1' }, 'https://a.test', undefined],
    ['HTTPS_PROXY for https', { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://s:1' }, 'https://a.test', 'http://s:1'],
    ['ALL_PROXY if neither is set', { ALL_PROXY: 'http://all:1' }, 'https://a.test', 'http://all:1'],
    ['the specific one before ALL_PROXY', { ALL_PROXY: 'http://all:1', HTTP_PROXY: 'http://p:1' }, 'http://a.test', 'http://p:1'],
    ['lower case', { http_proxy: 'http://low:1' }, 'http://a.test', 'http://low:1'],
    ['lower case before upper case', { http_proxy: 'http://low:1', HTTP_PROXY: 'http://p:1' }, 'http://a.test', 'http://low:1'],
    ['none for an empty one', { HTTP_PROXY: ' ' }, 'http://a.test', undefined],
  ])('is %s', (_, environment, url, expected) => {
    expect(proxyOf(environment, url)).toBe(expected);
  });

  it.each([
    ['*', 'http://a.test', true],
    ['a.test', 'http://a.test', true],
    ['a.test', 'http://sub.a.test', true],
    ['a.test', 'http://aa.test', false],
    ['.a.test', 'http://sub.a.test', true],
    ['*.a.test', 'http://sub.a.test', true],
    ['A.TEST', 'http://a.test', true],
    ['a.test.', 'http://a.test', true],
    ['a.test', 'http://a.test./x', true],
    ['a.test:8080', 'http://a.test:8080', true],
    ['a.test:8080', 'http://a.test', false],
    ['a.test:80', 'http://a.test', true],
    ['a.test:443', 'https://a.test', true],
    ['b.test, a.test', 'http://a.test', true],
    ['b.test a.test', 'http://a.test', true],
    ['b.test,,', 'http://a.test', false],
    ['localhost', 'http://localhost:5678', true],
    ['127.0.0.1', 'http://127.0.0.1:5678', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://11.1.2.3', false],
    ['10.0.0.0/99', 'http://10.1.2.3', false],
    ['10.0.0.0/8', 'http://a.test', false],
    ['::1', 'http://[::1]:80', true],
    ['[::1]:81', 'http://[::1]:80', false],
    ['fd00::/8', 'http://[fd12::1]', true],
  ])('NO_PROXY=%s and %s: %s', (rules, url, isDirect) => {
    const all = { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://p:1' };
    expect(proxyOf({ ...all, NO_PROXY: rules }, url)).toBe(isDirect ? undefined : 'http://p:1');
    expect(proxyOf({ ...all, no_proxy: rules }, url)).toBe(isDirect ? undefined : 'http://p:1');
  });
});
