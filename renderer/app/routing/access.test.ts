// Access to screens, for every rule and role.
import { describe, expect, it } from 'vitest';
import { isForOwnerOnly, redirectFor, settingsScreensOf, signInPath, type AccessRule, type Visitor } from './access.ts';

type Role = 'owner' | 'member' | 'default';

const settings: Visitor['settings'] = {
  userManagement: { enabled: true, showSetupOnFirstLoad: false, smtpSetup: false },
  publicApi: { enabled: true, latestVersion: 1, path: 'api' },
  communityNodesEnabled: true,
  templates: { enabled: true, host: '' },
  hasAssistant: true,
  hasMembers: true,
};

const visitor = (role: Role | null, changes: Partial<Visitor['settings']> = {}): Visitor => ({
  user: role === null ? null : { globalRole: { name: role } },
  settings: { ...settings, ...changes },
  requestedPath: '/wanted?a=1',
});

/** Rule → where each role is redirected; '' for access. */
const table: readonly (readonly [AccessRule, Record<Role, string>])[] = [
  ['signed-in', { owner: '', member: '', default: '' }],
  ['signed-out', { owner: '/', member: '/', default: '/' }],
  ['set-up', { owner: '/settings/users', member: '/', default: '' }],
  ['templates', { owner: '', member: '', default: '' }],
  ['settings-users', { owner: '', member: '', default: '' }],
  ['settings-personal', { owner: '', member: '', default: '/setup?redirect=%2Fwanted%3Fa%3D1&for=account' }],
  ['settings-api', { owner: '', member: '', default: '' }],
  ['settings-community', { owner: '', member: '', default: '' }],
  ['settings-members', { owner: '', member: '', default: '' }],
  ['settings-general', { owner: '', member: '', default: '' }],
  ['settings-assistant', { owner: '', member: '', default: '' }],
  ['settings-models', { owner: '', member: '', default: '' }],
];

describe('redirectFor', () => {
  it.each(table)('%s', (rule, expected) => {
    for (const role of ['owner', 'member', 'default'] as const) {
      expect([role, redirectFor(rule, visitor(role)) ?? '']).toEqual([role, expected[role]]);
    }
  });

  it.each(table.filter(([rule]) => rule !== 'signed-out'))('%s sends nobody to sign-in, with the way back', (rule) => {
    expect(redirectFor(rule, visitor(null))).toBe('/signin?redirect=%2Fwanted%3Fa%3D1');
  });

  const ownersRules = ['settings-users', 'settings-community', 'settings-general', 'settings-models', 'settings-members'];
  it.each(table.map(([rule]) => rule))('%s is for the owner only, or not', (rule) => {
    expect(isForOwnerOnly(rule, visitor('member'))).toBe(ownersRules.includes(rule));
    for (const role of ['owner', 'default', null] as const) expect(isForOwnerOnly(rule, visitor(role))).toBe(false);
  });

  it('tells nobody about the owner where a feature is off', () => {
    const off = visitor('member', { communityNodesEnabled: false });
    expect([isForOwnerOnly('settings-community', off), redirectFor('settings-community', off)]).toEqual([false, '/']);
  });

  it('shows sign-in to visitors who are signed out', () => expect(redirectFor('signed-out', visitor(null))).toBeUndefined());

  it('redirects from sign-in and set-up to the requested address', () => {
    expect(redirectFor('signed-out', { ...visitor('member'), redirect: '/executions?x=1' })).toBe('/executions?x=1');
    expect(redirectFor('set-up', { ...visitor('owner'), redirect: '/' })).toBe('/');
  });

  const features: readonly (readonly [AccessRule, Partial<Visitor['settings']>, string])[] = [
    ['templates', { templates: { enabled: false, host: '' } }, '/404'],
    ['settings-api', { publicApi: { ...settings.publicApi, enabled: false } }, '/'],
    ['settings-community', { communityNodesEnabled: false }, '/'],
    ['settings-members', { hasMembers: false }, '/404'],
    ['settings-assistant', { hasAssistant: false }, '/404'],
    ['settings-users', { userManagement: { ...settings.userManagement, enabled: false } }, '/'],
    ['settings-personal', { userManagement: { ...settings.userManagement, enabled: false } }, '/'],
    ['set-up', { userManagement: { ...settings.userManagement, enabled: false } }, '/'],
  ];
  it.each(features)('%s is denied where its feature is off', (rule, changes, elsewhere) => {
    expect(redirectFor(rule, visitor('default', changes))).toBe(elsewhere);
  });
});

describe('settings', () => {
  const pathsOf = (role: Role | null, changes = {}) => settingsScreensOf(visitor(role, changes)).map(({ path }) => path);
  it('shows members their own screens', () => {
    expect(pathsOf('member')).toEqual(['/settings/personal', '/settings/api', '/settings/assistant']);
    const fakeDoors = [{ id: 'logging', linkURL: 'https://example.com/', uiLocations: ['settings'] }];
    expect(pathsOf('member', { fakeDoors })).toEqual([
      '/settings/personal',
      '/settings/api',
      '/settings/assistant',
      '/settings/coming-soon/logging',
    ]);
  });
  it('starts with the users before set-up', () => expect(pathsOf('default')[0]).toBe('/settings/users'));
  it('shows nothing without a visitor', () => expect(pathsOf(null)).toEqual([]));
});

it('adds no redirect for the home page', () => expect(signInPath('/')).toBe('/signin'));
