// Root of all screens: start, window title, banners, dialogs and toasts.
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { matchRoutes, useLocation, useMatches, useNavigate, type RouteObject } from 'react-router-dom';
import { storeHandedOver } from '../state/handed-over.ts';
import { selectSession } from '../state/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { modalOpened } from '../state/ui-slice.ts';
import { usageTracked } from '../state/usage-events.ts';
import { bridge } from '../transport/bridge.ts';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/page.tsx';
import { AuthFrame } from './frames/auth-frame.tsx';
import { ScreensContext, SetUpGuard } from './routing/guard.tsx';
import { ModalHost } from './modal-host.tsx';
import type { RouteHandle } from './routing/access.ts';
import { startApplication } from './start.ts';
import { Toasts } from './toasts.tsx';
import { ConnectionBanner, DesktopBanners, VaultBanner } from './banners.tsx';
import { Button } from '../ui/button.tsx';
import './root.css';
import './locked-page.css';
import '../ui/plain-page.css';

const ConsentDialog = lazy(async () => ({ default: (await import('../features/consents/index.ts')).ConsentDialog }));

export function Root({ screens }: { readonly screens: RouteObject[] }): ReactNode {
  const { phase, isLocked, hasNoOwner } = useAppSelector(selectSession);
  const isReady = phase === 'ready';
  const hasScreens = isReady && !isLocked && !hasNoOwner;
  const title = useTitle();
  usePageViews(screens);
  useDesktopCommands();
  useDroppedFiles();
  return (
    <div className="root">
      <ConnectionBanner />
      <VaultBanner />
      <DesktopBanners />
      <div className="root-screen">
        {phase === 'starting' ? <Waiting /> : null}
        {phase === 'failed' ? <StartFailure /> : null}
        {isReady && isLocked ? <Locked /> : null}
        {isReady && hasNoOwner ? <NoOwner /> : null}
        {hasScreens ? (
          <ScreensContext value={screens}>
            <SetUpGuard />
          </ScreensContext>
        ) : null}
      </div>
      {hasScreens ? <ModalHost /> : null}
      {hasScreens ? (
        <Suspense fallback={null}>
          <ConsentDialog />
        </Suspense>
      ) : null}
      <Toasts />
      <div className="visually-hidden" aria-live="polite">
        {title}
      </div>
    </div>
  );
}

/** Tracks each change of the page, by the pattern of its path, which contains no ids. */
function usePageViews(screens: RouteObject[]): void {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const path = matchRoutes(screens, pathname)?.at(-1)?.route.path;
  const page = path === undefined || path === '*' ? '/not-found' : path;
  useEffect(() => void dispatch(usageTracked({ name: 'page viewed', page })), [dispatch, page, pathname]);
}

/** Follows the desktop application: shows screens, and opens what it hands over in a new workflow. */
function useDesktopCommands(): void {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  useEffect(
    () =>
      bridge?.onCommand((command) => {
        if (command.type === 'show') void navigate(command.path);
        else if (command.type === 'showUpdates') dispatch(modalOpened({ name: 'updates' }));
        else if (command.type === 'backUp') dispatch(modalOpened({ name: 'back-up' }));
        else if (command.type === 'restore') dispatch(modalOpened({ name: 'restore-backup' }));
        else if (command.type !== 'run') void navigate('/workflow', { state: storeHandedOver(command) });
      }),
    [dispatch, navigate],
  );
}

/** Files that are dropped anywhere on the window are opened by the application. */
function useDroppedFiles(): void {
  useEffect(() => {
    if (bridge === undefined) return undefined;
    const shell = bridge;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const take = (event: DragEvent): boolean => {
      if (event.dataTransfer?.types.includes('Files') !== true) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    addEventListener('dragover', take, options);
    addEventListener('drop', (event) => take(event) && shell.openDropped([...(event.dataTransfer?.files ?? [])]), options);
    return () => listening.abort();
  }, []);
}

/** Shown to a browser without access: explains how to get access from the terminal. */
function Locked(): ReactNode {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const { search } = useLocation();
  const hasExpired = new URLSearchParams(search).get('link') === 'expired';
  return (
    <AuthFrame>
      <div className="locked-page">
        <h1 className="locked-title">{t('locked.title')}</h1>
        {hasExpired ? <Notice kind="warning">{t('locked.expired')}</Notice> : null}
        <p className="locked-text">
          <Trans t={t} i18nKey="locked.text" components={{ code: <code className="locked-command" /> }} />
        </p>
        <Button kind="primary" onClick={() => void startApplication(dispatch)}>
          {t('locked.retry')}
        </Button>
      </div>
    </AuthFrame>
  );
}

/** Shown on other computers until the owner has been set up on the computer that runs Millrace. */
function NoOwner(): ReactNode {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  return (
    <AuthFrame>
      <div className="locked-page">
        <h1 className="locked-title">{t('noOwner.title')}</h1>
        <p className="locked-text">{t('noOwner.text')}</p>
        <p className="locked-text">
          <Trans t={t} i18nKey="noOwner.what" components={{ code: <code className="locked-command" /> }} />
        </p>
        <Button kind="primary" onClick={() => void startApplication(dispatch)}>
          {t('noOwner.retry')}
        </Button>
      </div>
    </AuthFrame>
  );
}

/** Sets the window title from the route's handle and announces it. A screen whose route has no title sets its own. */
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

function StartFailure(): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { failure } = useAppSelector(selectSession);
  return (
    <main className="plain-page">
      <h1 className="plain-title">{t('start.failed')}</h1>
      <p className="plain-text">{failure?.code === 'UNREACHABLE' ? t('start.unreachable') : failure?.message}</p>
      <Button kind="primary" onClick={() => void startApplication(dispatch)}>
        {t('start.retry')}
      </Button>
    </main>
  );
}
