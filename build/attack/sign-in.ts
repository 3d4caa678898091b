// Guessed passwords: many for one account, one for many accounts, from many addresses of this computer and with forged ones.
import { request } from 'node:http';
import { Tally, type Attack } from './attack.ts';
import type { Target } from './target.ts';

/** Returns the status of one sign-in from an address of this computer. */
function signIn(
  server: Target,
  from: string,
  email: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: from,
        method: 'POST',
        path: '/rest/login',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(JSON.stringify({ email, password }));
  });
}

const ATTEMPTS = 100;

export const signInAttempts: Attack = {
  area: 'Guessed passwords',
  async run(target) {
    const tally = new Tally();
    const server = await target.another();
    try {
      const { email, password } = server.member;
      const attempts = await Promise.all(
        Array.from({ length: ATTEMPTS }, (_, n) =>
          signIn(server, `127.0.0.${(n % 200) + 2}`, email, `Guess-${n}`, {
            'x-forwarded-for': `203.0.113.${n}`,
            forwarded: `for=203.0.113.${n}`,
          }),
        ),
      );
      const judged = attempts.filter((status) => status !== 429).length;
      tally.check(
        judged <= 10 && !attempts.includes(200),
        `${judged} of ${ATTEMPTS} guesses at once were judged`,
        'POST /rest/login from 127.0.0.2 and following',
      );
      for (const spelled of [email.toUpperCase(), ` ${email}`, `${email} `, `${email}\t`]) {
        const status = await signIn(server, '127.0.0.9', spelled, 'Guess-x');
        tally.check(
          status === 429,
          `Another spelling of the address was judged (${status})`,
          `POST /rest/login ${JSON.stringify(spelled)}`,
        );
      }
      tally.check(
        (await signIn(server, '127.0.0.9', email, password)) === 429,
        'The right password passes during the pause',
        'POST /rest/login',
      );
      const sprayed = await Promise.all(
        Array.from({ length: ATTEMPTS }, (_, n) => signIn(server, '127.0.0.8', `somebody-${n}@example.com`, 'Guess-1')),
      );
      const passed = sprayed.filter((status) => status !== 429).length;
      tally.check(passed <= 60, `${passed} of ${ATTEMPTS} accounts were tried at once`, 'POST /rest/login with many addresses');
      for (const body of [
        '{"email":{"$ne":""},"password":{"$ne":""}}',
        '[]',
        '{"email":"a","password":null}',
        '{"email":["anna@example.com"],"password":"x"}',
      ]) {
        const response = await server.send({
          method: 'POST',
          path: '/rest/login',
          headers: { 'content-length': String(body.length) },
          body,
        });
        tally.check(
          response.status >= 400 && response.status < 500,
          `${body} got ${response.status}`,
          server.curl({ method: 'POST', path: '/rest/login', body }),
        );
      }
    } finally {
      await server.close();
    }
    return tally;
  },
};
