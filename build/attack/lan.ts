// A server that the local network can reach (`--lan`): before set-up only the computer itself has access, and other sites never have.
import { networkInterfaces } from 'node:os';
import { Program } from '../faults/program.ts';
import { Tally, type Attack } from './attack.ts';
import { asCurl, call, type ReceivedResponse, type Call } from './client.ts';

const pretended: readonly Readonly<Record<string, string>>[] = [
  {},
  { host: 'localhost' },
  { host: '127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  { host: 'localhost', origin: 'http://localhost' },
];

/** Headers of requests from another site. */
const foreign: readonly Readonly<Record<string, string>>[] = [
  { host: 'evil.example' },
  { host: 'rebind.evil.example', origin: 'http://rebind.evil.example' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
];

/** Returns an address of this computer that is not a loopback address. */
const outer = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((candidate) => candidate !== undefined && !candidate.internal && candidate.family === 'IPv4')?.address;

export const lan: Attack = {
  area: 'A server in the network',
  async run(target) {
    const { routes } = target;
    const tally = new Tally();
    const dataDir = target.newFolder('lan');
    const program = await Program.start(dataDir, { args: ['--lan'], environment: { MILLRACE_LOCAL_ACCESS: 'open' } });
    try {
      const { port } = new URL(program.url);
      const address = outer();
      const base = `http://${address ?? '127.0.0.1'}:${port}/`;
      const attack = async (
        request: Call,
        isPrevented: (receivedResponse: ReceivedResponse) => boolean,
        url = base,
      ): Promise<ReceivedResponse> => {
        const receivedResponse = await call(url, request);
        tally.check(
          isPrevented(receivedResponse),
          `A caller from the network got ${receivedResponse.status} ${receivedResponse.text.slice(0, 100)}`,
          asCurl(url, request),
        );
        return receivedResponse;
      };
      const account = { email: 'eve@example.com', firstName: 'Eve', lastName: 'Evil', password: 'Stolen-Secret-1' };
      const setUp: Call = { method: 'POST', path: '/rest/owner', body: account };
      if (address !== undefined) {
        for (const headers of pretended) {
          await attack({ ...setUp, headers }, ({ status }) => status === 401 || status === 403);
          for (const { method, path, access } of routes) {
            if (access === 'public') continue;
            const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
            await attack(
              { method, path: `/rest${path.replaceAll(/\{[^}]*\}|\*/g, 'x')}`, headers, ...body },
              ({ status }) => status === 401 || status === 403,
            );
          }
        }
      }
      const local = `http://127.0.0.1:${port}/`;
      for (const headers of foreign) await attack({ ...setUp, headers }, ({ status }) => status === 401 || status === 403, local);
      // A program on this computer cannot skip the set-up either.
      await attack({ method: 'POST', path: '/rest/owner/skip-setup' }, ({ status }) => status === 409, local);
      const open = await call(local, { path: '/rest/settings' });
      tally.check(
        open.text.includes('"showSetupOnFirstLoad":true'),
        'The set-up could be skipped',
        asCurl(local, { path: '/rest/settings' }),
      );
      const setUpResponse = await call(local, setUp);
      const [cookie = ''] = setUpResponse.headers['set-cookie'] ?? [];
      tally.check(
        setUpResponse.status === 200 && /;\s*HttpOnly/i.test(cookie) && /;\s*SameSite=(?:Lax|Strict)/i.test(cookie),
        `The session cookie is "${cookie.replace(/=[^;]*/, '=…')}"`,
        asCurl(local, setUp),
      );
      await attack(setUp, ({ status }) => status >= 400);
      await attack(
        { method: 'POST', path: '/rest/login', headers: { origin: 'https://evil.example' }, body: account },
        ({ status }) => status === 403,
      );
      await attack(
        { path: '/rest/me', headers: { host: 'evil.example', cookie: cookie.split(';')[0] ?? '' } },
        ({ status }) => status === 403,
      );
      for (const { method, path, access } of routes) {
        if (access === 'public') continue;
        await attack(
          {
            method,
            path: `/rest${path.replaceAll(/\{[^}]*\}|\*/g, 'x')}`,
            ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
          },
          ({ status }) => status === 401,
        );
      }
    } finally {
      await program.kill();
    }
    return tally;
  },
};
