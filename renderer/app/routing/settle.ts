// Resolves all redirects of an address at once, so that a visitor is redirected only once.
import { matchRoutes, parsePath, type RouteObject } from 'react-router-dom';
import { homePath } from '../../lib/safe-redirect.ts';
import { notFoundPath, redirectFor, type RouteHandle, type Visitor } from './access.ts';

/** A visitor without the requested path. */
export interface Session extends Pick<Visitor, 'user' | 'settings'> {
  /** Set-up comes before all other screens until an owner exists. */
  readonly beginsWithSetUp: boolean;
}

/** The set-up page as the first screen; it leads to the requested page afterwards, such as the list of workflows. */
const firstSetUpPath = (requestedPath: string): string => `/setup?${new URLSearchParams({ redirect: requestedPath }).toString()}`;

/** Returns the target of one redirect for a path with its query; undefined if the visitor may see it. */
export function redirectOf(screens: RouteObject[], path: string, session: Session): string | undefined {
  const { pathname = homePath, search = '' } = parsePath(path);
  const { user, settings, beginsWithSetUp } = session;
  if (!isReadable(pathname)) return notFoundPath;
  const matches = matchRoutes(screens, pathname) ?? [];
  const handles = matches.map(({ route }) => route.handle as RouteHandle | undefined);
  const rules = handles.flatMap((handle) => handle?.rule ?? []);
  if (rules.length === 0) return undefined;
  const isFirst = beginsWithSetUp && settings.userManagement.enabled && user?.globalRole.name === 'default';
  if (isFirst && pathname !== '/setup') return firstSetUpPath(path);
  const visitor: Visitor = { user, settings, requestedPath: path, redirect: new URLSearchParams(search).get('redirect') };
  for (const rule of rules) {
    const elsewhere = redirectFor(rule, visitor);
    if (elsewhere !== undefined) return elsewhere;
  }
  return handles.at(-1)?.leadsTo?.(visitor, matches.at(-1)?.params ?? {});
}

/** Whether the percent-encoding of a path is valid. */
function isReadable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

/** Returns the target of the last redirect, or the path itself if there is none. Circular redirects end on the page that reports them. */
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
