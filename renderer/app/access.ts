// Who may see which screen, and where others are led.
import type { Settings } from '../../engine/contract/rest/editor.ts';
import type { User } from '../../engine/contract/rest/users.ts';
import { homePath, safeRedirect } from '../lib/safe-redirect.ts';

/** What a route asks of whoever comes. */
export type AccessRule =
  | 'signed-in'
  | 'signed-out'
  | 'set-up'
  | 'templates'
  | 'settings-users'
  | 'settings-personal'
  | 'settings-api'
  | 'settings-community';

export interface Visitor {
  readonly user: Pick<User, 'globalRole'> | null;
  readonly settings: Pick<Settings, 'userManagement' | 'publicApi' | 'communityNodesEnabled' | 'templates'>;
  /** Path and query that were asked for, behind the base path. */
  readonly wanted: string;
  /** The query's `redirect`, on the pages for signing in and setting up. */
  readonly redirect?: string | null;
}

export const notFoundPath = '/404';

export const signInPath = (wanted: string): string =>
  wanted === homePath ? '/signin' : `/signin?${new URLSearchParams({ redirect: wanted }).toString()}`;

/** The set-up page, which says what asked for it and leads there afterwards. */
const setUpPath = (wanted: string): string => `/setup?${new URLSearchParams({ redirect: wanted, for: 'account' }).toString()}`;

type Role = User['globalRole']['name'];

/** Whether a visitor who is there meets the rule. */
const isMet: Readonly<Record<Exclude<AccessRule, 'signed-out'>, (role: Role, settings: Visitor['settings']) => boolean>> = {
  'signed-in': () => true,
  templates: (_role, { templates }) => templates.enabled,
  'set-up': (role, { userManagement }) => userManagement.enabled && role === 'default',
  'settings-users': (role, { userManagement }) => userManagement.enabled && role !== 'member',
  'settings-personal': (role) => role !== 'default',
  'settings-api': (_role, { publicApi }) => publicApi.enabled,
  'settings-community': (role, { communityNodesEnabled }) => communityNodesEnabled && role !== 'member',
};

/** The path a visitor is led to instead; undefined when the screen is theirs to see. */
export function redirectFor(rule: AccessRule, { user, settings, wanted, redirect }: Visitor): string | undefined {
  if (rule === 'signed-out') return user === null ? undefined : safeRedirect(redirect);
  if (user === null) return signInPath(wanted);
  const role = user.globalRole.name;
  const { userManagement } = settings;
  if (isMet[rule](role, settings)) return undefined;
  // Also the way on for whoever has just become the owner: where set-up was called from, else to the users.
  if (rule === 'set-up' && role === 'owner') return safeRedirect(redirect, '/settings/users');
  if (rule === 'settings-personal' && userManagement.enabled) return setUpPath(wanted);
  return rule === 'templates' ? notFoundPath : homePath;
}

/** The settings screens in the order of their menu. */
export const settingsScreens = [
  { path: '/settings/personal', rule: 'settings-personal', label: 'settings.personal' },
  { path: '/settings/users', rule: 'settings-users', label: 'settings.users' },
  { path: '/settings/api', rule: 'settings-api', label: 'settings.api' },
  { path: '/settings/coming-soon/environments', rule: 'signed-in', label: 'settings.environments' },
  { path: '/settings/coming-soon/logging', rule: 'signed-in', label: 'settings.logging' },
  { path: '/settings/community-nodes', rule: 'settings-community', label: 'settings.communityNodes' },
] as const satisfies readonly { path: string; rule: AccessRule; label: string }[];

export type SettingsScreen = (typeof settingsScreens)[number];

/** Those a visitor may open. */
export const settingsScreensOf = (visitor: Omit<Visitor, 'wanted'>): readonly SettingsScreen[] =>
  settingsScreens.filter(({ rule }) => redirectFor(rule, { ...visitor, wanted: homePath }) === undefined);
