// Resolves all redirects of an address at once, so that a visitor is sent to a screen that sends nobody on.
import { matchRoutes, parsePath, type RouteObject } from 'react-router-dom';
import { homePath } from '../lib/safe-redirect.ts';
import { notFoundPath, redirectFor, type Visitor } from './access.ts';
import type { RouteHandle } from './route-handle.ts';

/** A visitor without an address. */
export interface Session extends Pick<Visitor, 'user' | 'settings'> {
  /** The set-up page comes before all others as long as there is no owner. */
  readonly beginsWithSetUp: boolean;
}

/** The set-up page as the first screen: it leads home afterwards. */
const firstSetUpPath = `/setup?${new URLSearchParams({ redirect: homePath }).toString()}`;

/** One redirect: where a path with its query leads; undefined if it is the visitor's to see. */
export function redirectOf(screens: RouteObject[], path: string, session: Session): string | undefined {
  const { pathname = homePath, search = '' } = parsePath(path);
  const { user, settings, beginsWithSetUp } = session;
  if (!isReadable(pathname)) return notFoundPath;
  const matches = matchRoutes(screens, pathname) ?? [];
  const handles = matches.map(({ route }) => route.handle as RouteHandle | undefined);
  const rules = handles.flatMap((handle) => handle?.rule ?? []);
  if (rules.length === 0) return undefined;
  const isFirst = beginsWithSetUp && settings.userManagement.enabled && user?.globalRole.name === 'default';
  if (isFirst && pathname !== '/setup') return firstSetUpPath;
  const visitor: Visitor = { user, settings, wanted: path, redirect: new URLSearchParams(search).get('redirect') };
  for (const rule of rules) {
    const elsewhere = redirectFor(rule, visitor);
    if (elsewhere !== undefined) return elsewhere;
  }
  return handles.at(-1)?.leadsTo?.(visitor, matches.at(-1)?.params ?? {});
}

/** Whether its escapes can be decoded. */
function isReadable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

/** The last of all redirects; the path itself where there are none. Redirects that lead in a circle end on the page that says so. */
export function settledPath(screens: RouteObject[], path: string, session: Session): string {
  const seen = new Set<string>();
  let at = path;
  while (!seen.has(at)) {
    seen.add(at);
    const next = redirectOf(screens, at, session);
    if (next === undefined) return at;
    at = next;
  }
  return notFoundPath;
}
