// Frame of the main screens: the sidebar and the screen beside it.
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches } from 'react-router-dom';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { selectIsSidebarCollapsed, sidebarCollapsed } from '../../state/ui-slice.ts';
import { useOnboardingOffer, useSurvey } from '../../features/surveys/index.ts';
import type { RouteHandle } from '../routing/access.ts';
import { Sidebar } from './sidebar.tsx';
import { SkipLink, useIsNarrow } from './frame-parts.tsx';
import './shell.css';

export function Shell(): ReactNode {
  const { t } = useTranslation();
  const user = useAppSelector(selectUser);
  const isCollapsed = useAppSelector(selectIsSidebarCollapsed);
  const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined);
  const isNodeView = handles.some((handle) => handle?.isNodeView === true);
  useSidebarRules(isNodeView);
  // While an address is being redirected, the canvas is not shown yet.
  const isAtCanvas = isNodeView && handles.every((handle) => handle?.leadsTo === undefined);
  useSurvey(isAtCanvas);
  useOnboardingOffer(isAtCanvas);
  // Without a signed-in user, the screen redirects to sign-in or is not found.
  if (user === null) return <Outlet />;
  return (
    <div className="shell" data-collapsed={isCollapsed}>
      <SkipLink />
      <nav className="sidebar" aria-label={t('sidebar.label')}>
        <Sidebar isCollapsed={isCollapsed} />
      </nav>
      <div className="shell-screen">
        <Outlet />
      </div>
    </div>
  );
}

/** Collapses the sidebar below 900 px, and expands it above unless a canvas needs the space. */
function useSidebarRules(isNodeView: boolean): void {
  const dispatch = useAppDispatch();
  const isNarrow = useIsNarrow();
  useEffect(() => {
    if (isNarrow) dispatch(sidebarCollapsed(true));
    else if (!isNodeView) dispatch(sidebarCollapsed(false));
  }, [dispatch, isNarrow, isNodeView]);
}
