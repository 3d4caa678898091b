// Password reset links, over a real mail server: forged hosts, guessed, foreign, old and used links, and floods of e-mails.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Tally, type Attack } from './attack.ts';
import type { Call } from './client.ts';
import type { Target } from './target.ts';

interface Link {
  readonly url: URL;
  readonly token: string;
  readonly userId: string;
}

async function mailCount(server: Target, count: number): Promise<number> {
  for (const end = Date.now() + 3000; server.mails.received.length < count && Date.now() < end;) await setTimeout(20);
  return server.mails.received.length;
}

async function linkFor(server: Target, email: string, headers: Call['headers'] = {}): Promise<Link | undefined> {
  const before = server.mails.received.length;
  const { status } = await server.send({ method: 'POST', path: '/rest/forgot-password', headers, body: { email } });
  if (status !== 200 || (await mailCount(server, before + 1)) === before) return undefined;
  const link = server.mails.received.at(-1)?.text.match(/^https?:\S+/m)?.[0] ?? '';
  const url = new URL(link);
  return { url, token: url.searchParams.get('token') ?? '', userId: url.searchParams.get('userId') ?? '' };
}

const change = (token: unknown, userId: unknown, password = 'Stolen-Secret-1'): Call => ({
  method: 'POST',
  path: '/rest/change-password',
  body: { token, userId, password },
});

interface Trial {
  readonly server: Target;
  readonly tally: Tally;
  /** Sends a request that the server must reject. */
  readonly rejected: (request: Call, what: string) => Promise<void>;
}

/** Requests with forged hosts: links must lead to the server. Returns the link that was sent. */
async function forgeHosts({ server, tally, rejected }: Trial): Promise<Link | undefined> {
  const { owner } = server;
  const poisoned = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
    'x-host': 'evil.example',
    referer: 'https://evil.example/',
  };
  const first = await linkFor(server, owner.email, poisoned);
  tally.check(
    first?.url.origin === new URL(server.url).origin,
    `A link leads to ${String(first?.url.origin)}`,
    `forgot-password with ${JSON.stringify(poisoned)}`,
  );
  for (const host of ['evil.example', 'localhost.evil.example', 'localhost:80@evil.example'])
    await rejected({ method: 'POST', path: '/rest/forgot-password', headers: { host }, body: { email: owner.email } }, `The host ${host}`);
  return first;
}

/** Requests with several addresses, and for unknown users: no e-mail goes elsewhere, and the response does not tell whether a user exists. */
async function mixAddresses({ server, tally, rejected }: Trial): Promise<void> {
  const { owner, member } = server;
  const before = server.mails.received.length;
  for (const email of [
    `${owner.email},evil@example.org`,
    `${owner.email}\r\nBcc: evil@example.org`,
    `"${owner.email}" <evil@example.org>`,
    `${owner.email}\0@evil.example`,
    '@',
    '',
    'x'.repeat(900),
  ])
    await server.send({ method: 'POST', path: '/rest/forgot-password', body: { email } });
  for (const body of [{ email: [owner.email, 'evil@example.org'] }, { email: { $ne: '' } }, {}, [], null])
    await rejected({ method: 'POST', path: '/rest/forgot-password', body }, 'A body that is not an address');
  await setTimeout(300);
  const evil = server.mails.received.slice(before).filter(({ to, headers }) => `${to.join()} ${headers.join()}`.includes('evil'));
  tally.check(evil.length === 0, 'A link was sent to another address', 'forgot-password with two addresses');
  const responses = await Promise.all(
    ['nobody@example.com', member.email].map((email) => server.send({ method: 'POST', path: '/rest/forgot-password', body: { email } })),
  );
  tally.check(
    responses[0]?.text === responses[1]?.text && responses[0]?.status === responses[1]?.status,
    'The answer tells whether there is such a user',
    'forgot-password',
  );
}

/** Guessed, foreign, used and older links. `first` was sent before `second`; `foreign` belongs to another user. */
async function misuseLinks({ server, tally, rejected }: Trial, first: Link, second: Link, foreign: Link): Promise<void> {
  const { owner } = server;
  const { token, userId } = second;
  const guesses: readonly (readonly [unknown, unknown])[] = [
    ...Array.from({ length: 100 }, () => [randomBytes(32).toString('base64url'), userId] as const),
    ['', userId], ['%', userId], ['_'.repeat(token.length), userId], [token.slice(0, -1), userId], [`${token}a`, userId], [token.toUpperCase(), userId], [`${token} `, userId], [`${token}\0`, userId],
    [token, foreign.userId], [foreign.token, userId], [token, ''], [token, '%'], [token, `${userId} `], [[token], userId], [{ $ne: '' }, userId], [null, userId], [true, userId], [token, [userId]],
  ]; // oxfmt-ignore
  for (const [guess, user] of guesses) await rejected(change(guess, user), 'A guessed or foreign link');
  await rejected(change(token, userId, 'weak'), 'A weak password');
  await rejected({ ...change(token, userId), headers: { origin: 'https://evil.example' } }, 'A page of another origin with a good link');
  const changeResponse = await server.send(change(token, userId, 'Fresh-Secret-1'));
  tally.check(changeResponse.status === 200, `A good link did not work: ${changeResponse.text}`, 'change-password');
  await rejected(change(token, userId), 'A used link');
  await rejected(change(first.token, first.userId), 'An older link after another was used');
  await rejected({ path: `/rest/resolve-password-token?token=${token}&userId=${userId}` }, 'Asking about a used link');
  tally.check(
    (await owner.send({ path: '/rest/me' })).status === 401,
    'A session outlived a new password',
    'GET /rest/me with the former cookie',
  );
  await rejected({ method: 'POST', path: '/rest/login', body: { email: owner.email, password: owner.password } }, 'The former password');
}

/** Many calls at once: a link works once, and a user receives few e-mails. */
async function flood({ server, tally }: Trial, foreign: Link): Promise<void> {
  const { member } = server;
  const race = await Promise.all(
    Array.from({ length: 20 }, (_, n) => server.send(change(foreign.token, foreign.userId, `Race-Secret-${n}`))),
  );
  tally.check(
    race.filter(({ status }) => status === 200).length === 1,
    'A link was good for several calls at once',
    'change-password, 20 at a time',
  );
  const mailCount = server.mails.received.length;
  const calls = await Promise.all(
    Array.from({ length: 60 }, () => server.send({ method: 'POST', path: '/rest/forgot-password', body: { email: member.email } })),
  );
  await setTimeout(500);
  tally.check(
    server.mails.received.length - mailCount <= 3 && calls.some(({ status }) => status === 429),
    `${server.mails.received.length - mailCount} e-mails were sent to one address`,
    '60 calls of forgot-password',
  );
}

export const passwordReset: Attack = {
  area: 'Links for a new password',
  async run(target) {
    const tally = new Tally();
    const server = await target.another();
    const rejected = async (request: Call, what: string): Promise<void> => {
      const { status, text } = await server.send(request);
      tally.check(status >= 400 && status < 500, `${what} got ${status} ${text.slice(0, 100)}`, server.curl(request));
    };
    const trial: Trial = { server, tally, rejected };
    try {
      const first = await forgeHosts(trial);
      const second = await linkFor(server, server.owner.email);
      const foreign = await linkFor(server, server.other.email);
      if (first === undefined || second === undefined || foreign === undefined) throw new Error('The links were not sent');
      await mixAddresses(trial);
      await misuseLinks(trial, first, second, foreign);
      await flood(trial, foreign);
    } finally {
      await server.close();
    }
    return tally;
  },
};
