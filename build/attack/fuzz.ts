// Fuzzed requests: random changes of known paths, methods, headers, queries and bodies. The seed makes a run repeatable.
import { randomOf, type Random } from '../../engine/testing/malformed.ts';
import { Tally, type Attack } from './attack.ts';
import type { Call } from './client.ts';
import type { Target } from './target.ts';

const REQUESTS = 5000;
const AT_ONCE = 25;
const SEED = 20_260_101;

class Chance {
  readonly below: Random;

  constructor(seed: number) {
    this.below = randomOf(seed);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'LINK'];
const odd = ['__proto__', 'constructor', 'toString', '../..', '..%2f..', '%00', '%', '%zz', '%c0%ae', "' or 1=1--", '{{1+1}}', '${1}', '\u{1F4A5}', 'ﬀ', '-1', '0', '1e309', 'NaN', 'null', 'undefined', '[]', '{}', '"', '\\', 'x'.repeat(3000), '9'.repeat(400), '::1', '2026-13-45', '*', '.']; // oxfmt-ignore
const types = ['application/json', 'text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=b', 'application/xml', 'application/octet-stream', 'x', '', 'application/json; charset=utf-7', 'application/json;;']; // oxfmt-ignore
const headerNames = ['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'if-modified-since', 'range', 'session-id', 'last-event-id', 'x-forwarded-for', 'x-n8n-api-key', 'authorization', 'content-encoding', 'expect', 'te', 'origin', 'referer', 'user-agent', 'cookie', 'x-http-method-override']; // oxfmt-ignore

function value(chance: Chance, depth = 0): unknown {
  const kind = chance.below(depth > 4 ? 5 : 8);
  if (kind === 0) return chance.of(odd);
  if (kind === 1) return chance.of([0, -1, 1e308, 2 ** 53, 0.1, Number.MAX_SAFE_INTEGER, 2 ** 31]);
  if (kind === 2) return chance.of([true, false, null]);
  if (kind < 5) return chance.of(['', 'a', 'id', 'name', 'n8n-nodes-base.set', 'true', '2026-01-01']);
  const length = chance.below(5);
  if (kind === 5) return Array.from({ length }, () => value(chance, depth + 1));
  const fields = ['name', 'nodes', 'connections', 'settings', 'id', 'ids', 'email', 'password', 'active', 'tags', 'workflowData', 'nodeTypeAndVersion', 'path', 'filter', 'pinData', 'runData', 'type', 'parameters', ...odd]; // oxfmt-ignore
  return Object.fromEntries(Array.from({ length }, () => [chance.of(fields), value(chance, depth + 1)]));
}

/** Removes characters that a request line cannot contain. */
const inAddress = (text: string): string => text.replaceAll(/[^\u0021-\u007e]/gu, (letter) => encodeURIComponent(letter));
const inHeader = (text: string): string => text.replaceAll(/[^\u0020-\u007e]/gu, '?');

function bodyOf(chance: Chance): string {
  const jsonText = JSON.stringify(value(chance)) ?? '';
  const kind = chance.below(6);
  if (kind === 0) return jsonText.slice(0, chance.below(jsonText.length + 1));
  if (kind === 1)
    return chance.of([
      '--b\r\ncontent-disposition: form-data; name="a"; filename="../x"\r\n\r\n1\r\n--b--',
      '--b\r\n\r\n',
      'a=1&a[b]=2&__proto__[x]=1',
      '<a>&b;</a>',
      '\0\u0001\u00ff',
    ]);
  return jsonText;
}

function request(chance: Chance, paths: readonly string[], cookie: string): Call {
  const filled = chance.of(paths).replaceAll(/\{[^}]*\}|\*/g, () => (chance.below(3) === 0 ? '1' : chance.of(odd)));
  const cut = chance.below(12) === 0 ? filled.slice(0, chance.below(filled.length)) : filled;
  const query =
    chance.below(3) === 0
      ? `?${chance.of(['filter', 'limit', 'lastId', 'sessionId', 'token', 'userId', 'url', ...odd])}=${encodeURIComponent(JSON.stringify(value(chance)) ?? '')}`
      : '';
  const headers = Object.fromEntries(Array.from({ length: chance.below(3) }, () => [chance.of(headerNames), inHeader(chance.of(odd))]));
  const isSignedIn = chance.below(3) > 0;
  const method = chance.of(methods);
  const hasBody = method !== 'GET' && method !== 'HEAD' && chance.below(5) > 0;
  const body = hasBody ? bodyOf(chance) : undefined;
  const type = chance.below(3) === 0 ? chance.of(types) : 'application/json';
  return {
    method,
    path: inAddress(`/${cut.replace(/^\//, '')}${query}`),
    headers: {
      ...headers,
      ...(isSignedIn ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    },
    ...(body === undefined ? {} : { body }),
  };
}

async function attack(target: Target, tally: Tally, call: Call): Promise<void> {
  try {
    const { status, text } = await target.send(call);
    // 501 and 503 are expected; any other server error is a failure.
    const isFine = (status < 500 || status === 501 || status === 503) && !/\n\s+at .+:\d+:\d+/.test(text);
    tally.check(isFine && target.leak(text) === undefined, `A request got ${status} ${text.slice(0, 150)}`, target.curl(call));
  } catch (error) {
    tally.check(false, `A request got no answer: ${String(error)}`, target.curl(call));
  }
}

export const fuzz: Attack = {
  area: 'Fuzzed requests',
  async run(target) {
    const tally = new Tally();
    const chance = new Chance(SEED);
    const { cookie } = await target.signIn(target.member);
    // Event streams never end, and signing out would end this session.
    const rest = target.routes.filter(({ path }) => path !== '/push' && path !== '/logout').map(({ path }) => `/rest${path}`);
    const paths = [
      ...rest,
      ...['webhook', 'webhook-test', 'webhook-waiting', 'form', 'form-test', 'form-waiting'].map((kind) => `/${kind}/{path}`),
      '/',
      '/assets/{path}',
      '/healthz',
      '/{path}',
    ];
    const requests = Array.from({ length: REQUESTS }, () => request(chance, paths, cookie));
    const next = requests.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const call of next) await attack(target, tally, call);
      }),
    );
    return tally;
  },
};
