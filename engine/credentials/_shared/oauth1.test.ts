// OAuth1: the examples of RFC 5849, and a server that verifies every signature independently.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../execution/http/client.ts';
import type { HttpRequest } from '../../sdk/index.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../../testing/stub-server.ts';
import { authorizationOf, baseString, oauth1Connection, signWithOAuth1 } from './oauth1.ts';

describe('RFC 5849', () => {
  it('the signature base string of section 3.4.1', () => {
    const request: HttpRequest = {
      method: 'POST',
      url: 'http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'c2&a3=2+q',
    };
    const protocol = [
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
    ] as const;
    expect(baseString(request, protocol)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  // The examples omit oauth_version, which is optional; this is the request of section 1.2 with it.
  it.each([
    ['HMAC-SHA1', 'sha1'],
    ['HMAC-SHA256', 'sha256'],
    ['HMAC-SHA512', 'sha512'],
  ])('%s signs with both secrets', (signatureMethod, hash) => {
    const data = {
      consumerKey: 'dpf43f3p2l4k3l03',
      consumerSecret: 'kd94hf93k423kf44',
      signatureMethod,
      oauthTokenData: { oauth_token: 'nnch734d00sl2jdk', oauth_token_secret: 'pfkkdhi9sl3r4s00' },
    };
    const url = 'http://photos.example.net/photos?file=vacation.jpg&size=original';
    const header = authorizationOf(data, { url }, [], { nonce: 'chapoH', timestamp: 137131202 });
    const base = `GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3DchapoH%26oauth_signature_method%3D${signatureMethod}%26oauth_timestamp%3D137131202%26oauth_token%3Dnnch734d00sl2jdk%26oauth_version%3D1.0%26size%3Doriginal`;
    const expected = createHmac(hash, 'kd94hf93k423kf44&pfkkdhi9sl3r4s00').update(base).digest('base64');
    expect(header).toContain(`oauth_signature="${encodeURIComponent(expected)}"`);
  });

  it('the signature of section 1.2', () => {
    const protocol = [
      ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
      ['oauth_token', 'nnch734d00sl2jdk'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131202'],
      ['oauth_nonce', 'chapoH'],
    ] as const;
    const base = baseString({ url: 'http://photos.example.net/photos?file=vacation.jpg&size=original' }, protocol);
    expect(createHmac('sha1', 'kd94hf93k423kf44&pfkkdhi9sl3r4s00').update(base).digest('base64')).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
  });
});

const CONSUMER = { key: 'consumer', secret: 'sécret&of=consumer' };
const secrets = new Map([
  ['', ''],
  ['request-1', 'secret of request'],
  ['access-1', 'secret of access'],
]);

/** Returns the parameters of a correctly signed request, otherwise undefined. Written from the RFC, not from the tested code. */
function verified(address: string, { method, url, headers, body }: ReceivedRequest): Map<string, string> | undefined {
  const header = /^OAuth (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const input = new Map(
    header
      .split(/,\s*/)
      .map((field) => (/^(.+?)="(.*)"$/.exec(field)?.slice(1) ?? ['', '']).map((part) => decodeURIComponent(part)) as [string, string]),
  );
  const [path = '', query = ''] = url.split('?');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
  const encode = (text: string): string =>
    [...Buffer.from(text)]
      .map((byte) =>
        /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte))
          ? String.fromCharCode(byte)
          : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      )
      .join('');
  const otherParameters = [query, isForm ? body : ''].flatMap((text) => text.split('&')).filter((text) => text !== '');
  const pairs = [
    ...otherParameters.map((text) => [text.split('=')[0] ?? '', text.split('=').slice(1).join('=')].map(decode) as [string, string]),
    ...[...input].filter(([name]) => name !== 'oauth_signature' && name !== 'realm'),
  ];
  const normal = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const base = [method, encode(`${address}${path}`), encode(normal.join('&'))].join('&');
  const hash = (input.get('oauth_signature_method') ?? '').replace('HMAC-', '').toLowerCase();
  const secret = secrets.get(input.get('oauth_token') ?? '');
  if (secret === undefined || input.get('oauth_consumer_key') !== CONSUMER.key) return undefined;
  const expected = createHmac(hash, `${encode(CONSUMER.secret)}&${encode(secret)}`)
    .update(base)
    .digest('base64');
  return input.get('oauth_signature') === expected ? input : undefined;
}

describe('an account', () => {
  let server: StubServer;
  const http = createHttpClient();
  const call = { http, now: 1_700_000_000_000, name: 'Mine' };
  beforeAll(async () => {
    server = await stubServer((request, response) => {
      const input = verified(server.address, request);
      if (input === undefined) return void response.writeHead(401).end('oauth_problem=signature_invalid');
      if (request.url === '/request') {
        expect(input.get('oauth_callback')).toBe('http://localhost:5678/rest/oauth1-credential/callback?state=the+state');
        return void response.end('oauth_token=request-1&oauth_token_secret=secret%20of%20request&oauth_callback_confirmed=true');
      }
      if (request.url === '/access') {
        if (input.get('oauth_verifier') !== 'verifier-1') return void response.writeHead(401).end();
        return void response.end('oauth_token=access-1&oauth_token_secret=secret+of+access&screen_name=ann');
      }
      response.end('{"ok":true}');
    });
  });
  afterAll(async () => {
    await server.close();
    await http.close();
  });

  it.each(['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512'])('is connected and signs requests by %s', async (signatureMethod) => {
    const data = {
      consumerKey: CONSUMER.key,
      consumerSecret: CONSUMER.secret,
      signatureMethod,
      requestTokenUrl: `${server.address}/request`,
      authUrl: `${server.address}/authorize?lang=en`,
      accessTokenUrl: `${server.address}/access`,
    };
    const redirectUrl = 'http://localhost:5678/rest/oauth1-credential/callback';
    const { url, memory } = await oauth1Connection.begin(data, { ...call, redirectUrl, state: 'the state' });
    expect(url).toBe(`${server.address}/authorize?lang=en&oauth_token=request-1`);
    const finish = (query: Record<string, string>) => oauth1Connection.finish(data, { ...call, redirectUrl, memory, query });
    await expect(finish({ oauth_token: 'another', oauth_verifier: 'verifier-1' })).rejects.toThrow('did not confirm the request');
    await expect(finish({ oauth_token: 'request-1', oauth_verifier: 'wrong' })).rejects.toThrow('gave no access token');
    const { oauthTokenData } = await finish({ oauth_token: 'request-1', oauth_verifier: 'verifier-1', state: 'the state' });
    expect(oauthTokenData).toMatchObject({ oauth_token: 'access-1', screen_name: 'ann' });

    const connected = { ...data, oauthTokenData };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const request of [
      { url: `${server.address}/data?b=2&a=1%20x&a=%C3%A4*!'()` },
      { url: `${server.address}/data`, method: 'POST', headers: form, body: 'text=a+b%26c&empty=' },
      {
        url: `${server.address}/data?x=`,
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: 'own' },
        body: '{"a":1}',
      },
    ]) {
      expect((await http.request(signWithOAuth1(connected, request))).status, request.url).toBe(200);
      expect((await http.request(signWithOAuth1({ ...connected, consumerSecret: 'wrong' }, request))).status).toBe(401);
    }
    expect(() => signWithOAuth1(data, { url: server.address })).toThrow('is not connected');
  });
});
