// Decides which users may see a screen, and where others are redirected.
import type { Settings } from '../../../engine/contract/rest/editor.ts';
import type { User } from '../../../engine/contract/rest/users.ts';
import { isDesktop } from '../../transport/bridge.ts';
import { homePath, safeRedirect } from '../../lib/safe-redirect.ts';

/** Who may see the screen of a route. */
export type AccessRule =
  | 'signed-in'
  | 'signed-out'
  | 'set-up'
  | 'templates'
  | 'settings-environments'
  | 'settings-logging'
  | 'settings-users'
  | 'settings-personal'
  | 'settings-general'
  | 'settings-api'
  | 'settings-community'
  | 'settings-consents'
  | 'settings-assistant'
  | 'settings-models'
  | 'settings-usage'
  | 'settings-members'
  | 'desktop';

export interface Visitor {
  readonly user: Pick<User, 'globalRole'> | null;
  readonly settings: Pick<
    Settings,
    'userManagement' | 'publicApi' | 'communityNodesEnabled' | 'templates' | 'asksForConsent' | 'hasAssistant' | 'hasMembers' | 'fakeDoors'
  >;
  /** Requested path and query, without the base path. */
  readonly requestedPath: string;
  /** The query's `redirect`, on the sign-in and set-up pages. */
  readonly redirect?: string | null;
}

export const notFoundPath = '/404';

export const signInPath = (requestedPath: string): string =>
  requestedPath === homePath ? '/signin' : `/signin?${new URLSearchParams({ redirect: requestedPath }).toString()}`;

/** Returns the set-up page, with the path to return to afterwards. */
const setUpPath = (requestedPath: string): string =>
  `/setup?${new URLSearchParams({ redirect: requestedPath, for: 'account' }).toString()}`;

type Role = User['globalRole']['name'];

/** Whether a signed-in visitor meets the rule. */
const isMet: Readonly<Record<Exclude<AccessRule, 'signed-out'>, (role: Role, settings: Visitor['settings']) => boolean>> = {
  'signed-in': () => true,
  templates: (_role, { templates }) => templates.enabled,
  'set-up': (role, { userManagement }) => userManagement.enabled && role === 'default',
  'settings-users': (role, { userManagement }) => userManagement.enabled && role !== 'member',
  'settings-personal': (role) => role !== 'default',
  'settings-general': (role) => role !== 'member',
  'settings-api': (_role, { publicApi }) => publicApi.enabled,
  'settings-environments': (_role, settings) => hasFakeDoor(settings, 'environments'),
  'settings-logging': (_role, settings) => hasFakeDoor(settings, 'logging'),
  desktop: () => isDesktop,
  'settings-community': (role, { communityNodesEnabled }) => communityNodesEnabled && role !== 'member',
  'settings-assistant': (_role, { hasAssistant }) => hasAssistant === true,
  'settings-models': (role) => role !== 'member',
  'settings-usage': (role) => role !== 'member',
  'settings-members': (role, { hasMembers }) => hasMembers === true && role !== 'member',
  'settings-consents': (role, { asksForConsent }) => asksForConsent === true && role !== 'member',
};

const hasFakeDoor = ({ fakeDoors = [] }: Visitor['settings'], id: string): boolean =>
  fakeDoors.some((door) => door.id === id && door.uiLocations.includes('settings'));

/** Screens that do not exist where their feature is off. */
const notFoundWithout: ReadonlySet<AccessRule> = new Set([
  'templates',
  'settings-environments',
  'settings-logging',
  'settings-members',
  'settings-assistant',
]);

/** Whether the owner may see the screen, but this visitor may not: they stay there and see a notice. */
export const isForOwnerOnly = (rule: AccessRule, { user, settings }: Pick<Visitor, 'user' | 'settings'>): boolean =>
  rule !== 'signed-out' && user?.globalRole.name === 'member' && !isMet[rule]('member', settings) && isMet[rule]('owner', settings);

/** Returns the path to redirect a visitor to; undefined if they stay, because they may see the screen or see why they may not. */
export function redirectFor(rule: AccessRule, { user, settings, requestedPath, redirect }: Visitor): string | undefined {
  if (rule === 'signed-out') return user === null ? undefined : safeRedirect(redirect);
  if (user === null) return signInPath(requestedPath);
  const role = user.globalRole.name;
  const { userManagement } = settings;
  if (isMet[rule](role, settings) || isForOwnerOnly(rule, { user, settings })) return undefined;
  // This also applies to a user who has just become the owner: returns to the page that opened set-up, otherwise to the users.
  if (rule === 'set-up' && role === 'owner') return safeRedirect(redirect, '/settings/users');
  if (rule === 'settings-personal' && userManagement.enabled) return setUpPath(requestedPath);
  return notFoundWithout.has(rule) ? notFoundPath : homePath;
}

/** Settings screens in menu order. */
export const settingsScreens = [
  { path: '/settings/personal', rule: 'settings-personal', label: 'settings.personal' },
  { path: '/settings/this-computer', rule: 'desktop', label: 'settings.thisComputer' },
  { path: '/settings/users', rule: 'settings-users', label: 'settings.users' },
  { path: '/settings/general', rule: 'settings-general', label: 'settings.general' },
  { path: '/settings/models', rule: 'settings-models', label: 'settings.models' },
  { path: '/settings/api', rule: 'settings-api', label: 'settings.api' },
  { path: '/settings/assistant', rule: 'settings-assistant', label: 'settings.assistant' },
  { path: '/settings/consents', rule: 'settings-consents', label: 'settings.consents' },
  { path: '/settings/members', rule: 'settings-members', label: 'settings.members' },
  { path: '/settings/usage', rule: 'settings-usage', label: 'settings.usage' },
  { path: '/settings/coming-soon/environments', rule: 'settings-environments', label: 'settings.environments' },
  { path: '/settings/coming-soon/logging', rule: 'settings-logging', label: 'settings.logging' },
  { path: '/settings/community-nodes', rule: 'settings-community', label: 'settings.communityNodes' },
] as const satisfies readonly { path: string; rule: AccessRule; label: string }[];

export type SettingsScreen = (typeof settingsScreens)[number];

/** Returns the settings screens that a visitor may open. */
export const settingsScreensOf = (visitor: Omit<Visitor, 'requestedPath'>): readonly SettingsScreen[] =>
  settingsScreens.filter(
    ({ rule }) => redirectFor(rule, { ...visitor, requestedPath: homePath }) === undefined && !isForOwnerOnly(rule, visitor),
  );

/** Metadata that a route declares about its screen. */
export interface RouteHandle {
  /** Key of the window title, which may depend on the path. Screens without a key set the title themselves. */
  readonly title?: string | ((params: Readonly<Record<string, string | undefined>>) => string);
  /** Whether the canvas needs the space, so that the sidebar does not expand by itself. */
  readonly isNodeView?: boolean;
  /** Access rule of the screens below this route. */
  readonly rule?: AccessRule;
  /** Returns the path for which this one is an alias. */
  readonly leadsTo?: (visitor: Visitor, params: Readonly<Record<string, string | undefined>>) => string;
}
