// Root of all screens: start, window title, banners, dialogs and toasts.
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches, type RouteObject } from 'react-router-dom';
import { selectSession } from '../state/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { Waiting } from '../ui/page.tsx';
import { LockedPage } from './locked-page.tsx';
import { AuthFrame } from './frames/auth-frame.tsx';
import { ScreensContext, SetUpGuard } from './routing/guard.tsx';
import { ModalHost } from './modal-host.tsx';
import type { RouteHandle } from './routing/access.ts';
import { startApplication } from './start.ts';
import { useDesktopCommands } from './use-desktop-commands.ts';
import { Toasts } from './toasts.tsx';
import { ConnectionBanner, VaultBanner } from './banners.tsx';
import { Button } from '../ui/button.tsx';
import './root.css';
import './plain-page.css';

const ConsentDialog = lazy(async () => ({ default: (await import('../features/consents/index.ts')).ConsentDialog }));

export function Root({ screens }: { readonly screens: RouteObject[] }): ReactNode {
  const { phase, isLocked } = useAppSelector(selectSession);
  const isReady = phase === 'ready';
  const title = useTitle();
  useDesktopCommands();
  return (
    <div className="root">
      <ConnectionBanner />
      <VaultBanner />
      <div className="root-screen">
        {phase === 'starting' ? <Waiting /> : null}
        {phase === 'failed' ? <StartFailure /> : null}
        {isReady && isLocked ? <Locked /> : null}
        {isReady && !isLocked ? (
          <ScreensContext value={screens}>
            <SetUpGuard />
          </ScreensContext>
        ) : null}
      </div>
      {isReady && !isLocked ? <ModalHost /> : null}
      {isReady && !isLocked ? (
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

function Locked(): ReactNode {
  const dispatch = useAppDispatch();
  const { search } = useLocation();
  return (
    <AuthFrame>
      <LockedPage hasExpired={new URLSearchParams(search).get('link') === 'expired'} onRetry={() => void startApplication(dispatch)} />
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
