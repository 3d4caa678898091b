// Requests of other sites: DNS rebinding, foreign origins, and forged proxy headers.
import { Tally, type Attack } from './attack.ts';
import { raw, type Call } from './client.ts';

const hosts = (own: string): readonly string[] => [
  'evil.example',
  `evil.example:${own.split(':')[1]}`,
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  'LOCALHOST.EVIL.EXAMPLE',
  'evil.example#localhost',
  'localhost@evil.example',
  'localhost,evil.example',
  'localhost/evil.example.',
  'localhost evil.example',
  'localhost.',
  '[::1].evil.example',
  'localhost?evil.example',
  '%6cocalhost.evil.example',
  'xn--lcalhost-60a',
];

const origins = (own: string): readonly string[] => [
  'https://evil.example',
  'null',
  'http://localhost.evil.example',
  `http://${own}.evil.example`,
  `http://${own}@evil.example`,
  `http://localhost:1`,
  `http://127.0.0.1:1`,
  'file://',
  'chrome-extension://abc',
  'data:text/html,x',
  '',
  'http://',
  `http://${own}, https://evil.example`,
];

const sites = ['cross-site', 'same-site', 'CROSS-SITE', 'nonsense'];

export const foreignOrigins: Attack = {
  area: 'Foreign hosts and origins',
  async run(target) {
    const tally = new Tally();
    const own = new URL(target.url).host;
    const { cookie } = target.owner;
    const rejected = async (request: Call, what: string): Promise<void> => {
      const { status, json, text } = await target.send(request);
      tally.check(status >= 400 && json?.data === undefined, `${what} got ${status} ${text.slice(0, 100)}`, target.curl(request));
    };
    const read = { path: '/rest/login' };
    const write = { method: 'POST', path: '/rest/workflows', body: { name: 'x', nodes: [], connections: {} } };
    for (const host of hosts(own)) {
      await rejected({ ...read, headers: { cookie, host } }, `The host "${host}"`);
      await rejected({ ...write, headers: { cookie, host } }, `The host "${host}"`);
      await rejected({ ...write, headers: { cookie, host, origin: `http://${host}` } }, `The host and origin "${host}"`);
    }
    for (const forwarded of ['evil.example', 'localhost, evil.example'])
      for (const name of ['x-forwarded-host', 'x-host', 'x-forwarded-server', 'forwarded']) {
        const request: Call = {
          ...write,
          headers: { cookie, origin: `http://${forwarded}`, [name]: name === 'forwarded' ? `host=${forwarded}` : forwarded },
        };
        await rejected(request, `The origin "${forwarded}" that ${name} names as ours`);
      }
    for (const origin of origins(own)) {
      await rejected({ ...read, headers: { cookie, origin } }, `The origin "${origin}"`);
      await rejected({ ...write, headers: { cookie, origin } }, `The origin "${origin}"`);
      await rejected({ path: '/rest/push?sessionId=a', headers: { cookie, origin } }, `An event stream for the origin "${origin}"`);
      const preflight: Call = {
        method: 'OPTIONS',
        path: '/rest/workflows',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      };
      const { headers } = await target.send(preflight);
      tally.check(
        headers['access-control-allow-origin'] === undefined,
        `The origin "${origin}" is allowed by CORS`,
        target.curl(preflight),
      );
    }
    for (const site of sites) {
      await rejected({ ...read, headers: { cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' } }, `The site "${site}"`);
      await rejected({ ...write, headers: { cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' } }, `The site "${site}"`);
      await rejected(
        { ...write, headers: { cookie, 'sec-fetch-site': site, 'content-type': 'text/plain' }, body: '{"nodes":[]}' },
        `A form of the site "${site}"`,
      );
      await rejected(
        { path: '/rest/push?sessionId=a', headers: { cookie, 'sec-fetch-site': site } },
        `An event stream for the site "${site}"`,
      );
    }
    const upgrade: Call = {
      path: '/rest/push?sessionId=a',
      headers: {
        cookie,
        origin: 'https://evil.example',
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    };
    await rejected(upgrade, 'A WebSocket of another origin');
    for (const head of ['HTTP/1.1', 'HTTP/1.1\r\nHost:', 'HTTP/1.0', 'HTTP/1.0\r\nHost: evil.example']) {
      const request = `GET /rest/login ${head}\r\nCookie: ${cookie}\r\n\r\n`;
      const response = await raw(target.url, request, 500);
      tally.check(
        /^HTTP\/1.1 4\d\d /.test(response.text),
        `A request without one host got ${response.text.slice(0, 100)}`,
        JSON.stringify(request),
      );
    }
    for (const path of ['/', '/rest/settings', '/rest/login', '/webhook/none']) {
      const { headers } = await target.send({ path, headers: { cookie } });
      const framing = [headers['x-frame-options'], headers['content-security-policy']].flat().join(' ');
      tally.check(/SAMEORIGIN|frame-ancestors|sandbox/.test(framing), `The answer may be framed: ${framing}`, target.curl({ path }));
    }
    return tally;
  },
};
