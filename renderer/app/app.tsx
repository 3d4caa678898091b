// The application: providers around the router.
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { createBrowserRouter } from 'react-router-dom';
import { RouterProvider } from 'react-router-dom';
import { followPrompts } from '../features/surveys/index.ts';
import { i18n } from '../i18n/index.ts';
import { followDesktop } from '../state/desktop.ts';
import { store } from '../state/store.ts';
import { followUsage } from '../state/usage-events.ts';
import { basePath } from '../transport/index.ts';
import { ConfirmProvider } from '../ui/floating/confirm.tsx';
import { TooltipProvider } from '../ui/floating/tooltip.tsx';
import { CrashBoundary } from './crash.tsx';
import { followSession } from './follow-session.ts';
import { routes } from './routes.tsx';
import { startApplication } from './start.ts';
import { startTheme } from './theme.ts';

startTheme(store.dispatch);
followSession(store.dispatch);
followDesktop(store.dispatch);
followPrompts();
followUsage();
void startApplication(store.dispatch);

const router = createBrowserRouter(routes, { basename: basePath.replace(/(?<=.)\/$/, '') });

export function App(): ReactNode {
  return (
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <CrashBoundary>
          <TooltipProvider>
            <ConfirmProvider>
              <RouterProvider router={router} />
            </ConfirmProvider>
          </TooltipProvider>
        </CrashBoundary>
      </Provider>
    </I18nextProvider>
  );
}
