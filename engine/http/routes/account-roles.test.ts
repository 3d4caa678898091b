// Access to the account routes: every role and anonymous callers on every route.
import { afterEach, describe, expect, it } from 'vitest';
import { mayDo, type Role } from '../../contract/permissions.ts';
import { accountRoutes } from '../../contract/rest/accounts.ts';
import { meRoutes } from '../../contract/rest/me.ts';
import type { RouteSpec } from '../../contract/rest/route.ts';
import { userRoutes } from '../../contract/rest/users.ts';
import { withPeople } from '../../testing/account-people.ts';
import { accountServer, type AccountServer, type Send, type TestRequest } from '../../testing/account-server.ts';

const routes: readonly RouteSpec[] = [accountRoutes, meRoutes, userRoutes].flatMap((group) => Object.values<RouteSpec>(group));
const closed = routes.flatMap((route) =>
  route.access === 'public' ? [] : [{ route, access: route.access, name: `${route.method} ${route.path}` }],
);
const open: AccountServer[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** Returns a function per role, and one for anonymous callers, that sends requests. */
async function everybody(): Promise<ReadonlyMap<Role | 'nobody', Send>> {
  const people = await withPeople();
  const fresh = await accountServer();
  open.push(people.server, fresh);
  return new Map([
    ['default', fresh.send],
    ['owner', people.as('owner')],
    ['member', people.as('member')],
    ['nobody', people.as('nobody')],
  ]);
}

describe('access', () => {
  it.each(closed)('$name', async ({ route: { method, path }, access }) => {
    for (const [role, send] of await everybody()) {
      // An invalid body, since access is checked before validation.
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: 1 };
      const { status } = await send({ method: method as TestRequest['method'], url: `/rest${path.replaceAll(/:\w+/g, 'x')}`, ...body });
      const wall = status === 401 ? 'signed out' : status === 403 ? 'not allowed' : 'none';
      expect({ role, wall }).toEqual({ role, wall: role === 'nobody' ? 'signed out' : mayDo(role, access) ? 'none' : 'not allowed' });
    }
  });
});

it('public routes do not require a sign-in', () => {
  expect(routes.filter(({ access }) => access === 'public').map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /local-access',
    'POST /login',
    'POST /logout',
    'POST /forgot-password',
    'GET /resolve-password-token',
    'POST /change-password',
    'GET /resolve-signup-token',
    'POST /users/:inviteeId',
  ]);
});

it('every declared route is mounted', async () => {
  const server = await accountServer();
  open.push(server);
  expect(new Set(server.mounted)).toEqual(new Set(routes));
});
