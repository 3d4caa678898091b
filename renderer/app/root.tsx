// Around every screen: the start, the window's title, dialogs, toasts and the state of the connection.
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import { selectSession } from '../state/session.ts';
import { useAppSelector } from '../state/store.ts';
import { Waiting } from '../ui/waiting.tsx';
import { homePath } from './access.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ModalHost } from './modal-host.tsx';
import type { RouteHandle } from './route-handle.ts';
import { StartFailure } from './start-failure.tsx';
import { Toasts } from './toasts.tsx';
import './root.css';

/** At the first start it leads home afterwards. */
const firstSetUpPath = `/setup?${new URLSearchParams({ redirect: homePath }).toString()}`;

export function Root(): ReactNode {
  const { phase } = useAppSelector(selectSession);
  const title = useTitle();
  return (
    <div className="root">
      <ConnectionBanner />
      <div className="root-screen">
        {phase === 'starting' ? <Waiting /> : null}
        {phase === 'failed' ? <StartFailure /> : null}
        {phase === 'ready' ? <Screen /> : null}
      </div>
      {phase === 'ready' ? <ModalHost /> : null}
      <Toasts />
      <div className="visually-hidden" aria-live="polite">
        {title}
      </div>
    </div>
  );
}

/** The screen of the address; the first one of an instance that is not set up is the set-up page (spec 1 §2). */
function Screen(): ReactNode {
  const { beginsWithSetUp } = useAppSelector(selectSession);
  const { pathname } = useLocation();
  return beginsWithSetUp && pathname !== '/setup' ? <Navigate to={firstSetUpPath} replace /> : <Outlet />;
}

/** Sets the window's title by the route's handle, and answers it for those who listen. A screen without one sets its own. */
function useTitle(): string {
  const { t } = useTranslation();
  const match = useMatches().at(-1);
  const own = (match?.handle as RouteHandle | undefined)?.title;
  const key = typeof own === 'function' ? own(match?.params ?? {}) : own;
  const title = key === undefined ? '' : t(key);
  useEffect(() => {
    document.title = title === '' ? t('product') : `${title} – ${t('product')}`;
  }, [title, t]);
  return title;
}
