// Shows a screen to visitors who may see it, and redirects others.
import { createContext, useContext, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation, type RouteObject } from 'react-router-dom';
import { selectSession } from '../../state/session.ts';
import { useAppSelector } from '../../state/store.ts';
import { useSettings } from '../../state/settings.ts';
import { settledPath } from './settle.ts';

/** All routes, provided by the root route. */
export const ScreensContext = createContext<RouteObject[]>([]);

/** Returns where this visitor is redirected; undefined if they may see the screen. */
function useElsewhere(): string | undefined {
  const screens = useContext(ScreensContext);
  const { user, beginsWithSetUp } = useAppSelector(selectSession);
  const settings = useSettings();
  const { pathname, search } = useLocation();
  const wanted = `${pathname}${search}`;
  const settled = settledPath(screens, wanted, { user, settings, beginsWithSetUp });
  return settled === wanted ? undefined : settled;
}

export function Guard(): ReactNode {
  const elsewhere = useElsewhere();
  return elsewhere === undefined ? <Outlet /> : <Navigate to={elsewhere} replace />;
}

/** Wraps all frames: while set-up must come first, nothing else is shown. */
export function SetUpGuard(): ReactNode {
  const { beginsWithSetUp } = useAppSelector(selectSession);
  return beginsWithSetUp ? <Guard /> : <Outlet />;
}
