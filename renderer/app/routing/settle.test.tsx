// Every screen for every session: at most one redirect, to a screen that does not redirect.
import type { RouteObject } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { redirectOf, settledPath, type Session } from './settle.ts';

const paths: string[] = [];
let screens: RouteObject[];

const pathsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [path ?? [], pathsOf(children)].flat());

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  ({ routes: screens } = await import('../routes.tsx'));
  const own = pathsOf(screens).map((path) => path.replaceAll(/:\w+/g, '__proto__').replace('*', '/nothing/here'));
  const encoded = (path: string): string => new URLSearchParams({ redirect: path }).toString();
  paths.push(...own, '/workflow/%E0%A4%A', '/workflow/%');
  for (const page of ['/signin', '/signup', '/setup', '/forgot-password']) {
    paths.push(...own.map((path) => `${page}?${encoded(path)}`), `${page}?${encoded(`${page}?${encoded(page)}`)}`);
  }
});

const flags = [true, false];
const sessions = [null, 'default', 'member', 'owner'].flatMap((role) =>
  flags.flatMap((beginsWithSetUp) =>
    flags.flatMap((enabled) =>
      flags.map((isOn): Session => ({
        user: role === null ? null : { globalRole: { name: role as 'default' | 'member' | 'owner' } },
        beginsWithSetUp,
        settings: {
          userManagement: { enabled, showSetupOnFirstLoad: beginsWithSetUp, smtpSetup: isOn },
          publicApi: { enabled: isOn, latestVersion: 1, path: 'api' },
          communityNodesEnabled: isOn,
          templates: { enabled: isOn, host: '' },
        },
      })),
    ),
  ),
);
const nameOf = ({ user, beginsWithSetUp, settings }: Session): string =>
  `${user?.globalRole.name ?? 'nobody'}${beginsWithSetUp ? ', before set-up' : ''}, accounts ${settings.userManagement.enabled ? 'on' : 'off'}, features ${settings.publicApi.enabled ? 'on' : 'off'}`;

describe('redirects', () => {
  it.each(sessions.map((session) => [nameOf(session), session] as const))('settle for %s', (_, session) => {
    expect(paths.length).toBeGreaterThan(100);
    const restless = paths.filter((path) => redirectOf(screens, settledPath(screens, path, session), session) !== undefined);
    expect(restless).toEqual([]);
  });

  it('move no member away from a screen that the owner may see', () => {
    const of = (role: 'owner' | 'member'): Session =>
      ({ ...sessions.find((each) => nameOf(each) === `${role}, accounts on, features on`), beginsWithSetUp: false }) as Session;
    const ofOwner = paths.filter((path) => settledPath(screens, path, of('owner')) === path);
    expect(ofOwner).toEqual(expect.arrayContaining(['/settings/users', '/settings/general', '/settings/community-nodes']));
    expect(ofOwner.filter((path) => settledPath(screens, path, of('member')) !== path)).toEqual([]);
  });

  it('return to the first requested address, through all screens between', () => {
    const session = sessions.find((each) => nameOf(each) === 'default, accounts on, features on') as Session;
    expect(settledPath(screens, '/signin?redirect=%2Fsettings%2Fpersonal', session)).toBe(
      '/setup?redirect=%2Fsettings%2Fpersonal&for=account',
    );
    const owner: Session = { ...session, user: { globalRole: { name: 'owner' } } };
    expect(settledPath(screens, '/setup?redirect=%2Fsettings%2Fpersonal&for=account', owner)).toBe('/settings/personal');
  });

  it('lead from the first set-up to the page that was requested', () => {
    const session = sessions.find((each) => nameOf(each) === 'default, before set-up, accounts on, features on') as Session;
    expect(settledPath(screens, '/workflows', session)).toBe('/setup?redirect=%2Fworkflows');
    const owner: Session = { ...session, beginsWithSetUp: false, user: { globalRole: { name: 'owner' } } };
    expect(settledPath(screens, '/setup?redirect=%2Fworkflows', owner)).toBe('/workflows');
  });

  it('end if they are circular', () => {
    const circle: RouteObject[] = [
      {
        handle: { rule: 'signed-in' },
        children: [
          { path: '/a', handle: { leadsTo: () => '/b' } },
          { path: '/b', handle: { leadsTo: () => '/a' } },
        ],
      },
    ];
    const session = sessions.find(({ user }) => user?.globalRole.name === 'owner') as Session;
    expect(settledPath(circle, '/a', session)).toBe('/404');
  });
});
