// Shows a screen to visitors who may see it, and redirects others.
import { createContext, useContext, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, type RouteObject } from 'react-router-dom';
import { selectSession } from '../../state/session.ts';
import { useAppSelector } from '../../state/store.ts';
import { useSettings } from '../../state/settings.ts';
import { OwnersPage } from '../missing-pages.tsx';
import { isForOwnerOnly, type AccessRule } from './access.ts';
import { settledPath } from './settle.ts';

/** All routes, provided by the root route. */
export const ScreensContext = createContext<RouteObject[]>([]);

/** Returns where this visitor is redirected; undefined if they may see the screen. */
function useElsewhere(): string | undefined {
  const screens = useContext(ScreensContext);
  const { user, beginsWithSetUp } = useAppSelector(selectSession);
  const settings = useSettings();
  const { pathname, search } = useLocation();
  const requestedPath = `${pathname}${search}`;
  const settled = settledPath(screens, requestedPath, { user, settings, beginsWithSetUp });
  return settled === requestedPath ? undefined : settled;
}

/** `rule`: of the screens below. */
export function Guard({ rule }: { readonly rule?: AccessRule }): ReactNode {
  const elsewhere = useElsewhere();
  const { user } = useAppSelector(selectSession);
  const settings = useSettings();
  if (elsewhere !== undefined) return <Navigate to={elsewhere} replace />;
  return rule !== undefined && isForOwnerOnly(rule, { user, settings }) ? <OwnersPage /> : <Outlet />;
}

/** Wraps all frames: while set-up must come first, nothing else is shown. */
export function SetUpGuard(): ReactNode {
  const { beginsWithSetUp } = useAppSelector(selectSession);
  return beginsWithSetUp ? <Guard /> : <Outlet />;
}
