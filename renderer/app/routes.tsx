// The table of screens: path, access rule, title and file.
import type { ComponentType } from 'react';
import type { Params, RouteObject } from 'react-router-dom';
import { i18n } from '../i18n/index.ts';
import { homePath } from '../lib/safe-redirect.ts';
import { settingsScreensOf, type AccessRule, type RouteHandle } from './routing/access.ts';
import { AuthFrame } from './frames/auth-frame.tsx';
import { ComingPage } from './missing-pages.tsx';
import { Guard } from './routing/guard.tsx';
import { Root } from './root.tsx';
import { RouteFailure } from './crash.tsx';
import { SettingsFrame } from './frames/settings-frame.tsx';
import { Shell } from './frames/shell.tsx';
import { NotFoundPage } from '../ui/not-found.tsx';
import { Waiting } from '../ui/page.tsx';

type Load = () => Promise<{ readonly Component: ComponentType }>;

const account = (name: 'SignInPage' | 'SignUpPage' | 'SetUpPage' | 'ForgotPasswordPage' | 'ChangePasswordPage'): Load => {
  return async () => ({ Component: (await import('../features/account/index.ts'))[name] });
};
const settings = (
  name: 'PersonalPage' | 'GeneralPage' | 'UsersPage' | 'ApiPage' | 'ThisComputerPage' | 'UsagePage' | 'MembersPage' | 'ModelsPage',
): Load => {
  return async () => ({ Component: (await import('../features/settings/index.ts'))[name] });
};
const templates = (name: 'TemplatesPage' | 'TemplatePage' | 'CollectionPage'): Load => {
  return async () => ({ Component: (await import('../features/templates/index.ts'))[name] });
};
/** The pages of the help list the editor's own shortcuts. */
const shortcuts = async () => (await import('../features/editor/index.ts')).shortcutGroups((key) => i18n.t(key, { ns: 'editor' }));
const help = (name: 'HelpPage' | 'NodeHelpPage'): Load => {
  return async () => {
    const Screen = (await import('../features/help/index.ts'))[name];
    return { Component: () => <Screen shortcuts={shortcuts} /> };
  };
};
const editor: Load = async () => ({ Component: (await import('../features/editor/index.ts')).EditorScreen });

/** Returns routes with the same access rule. */
const guarded = (rule: AccessRule, children: RouteObject[]): RouteObject => ({
  element: <Guard rule={rule} />,
  handle: { rule } satisfies RouteHandle,
  children,
});

/** An alias of another path: the guard above redirects, and the sidebar stays unchanged. */
const alias = (path: string, leadsTo: NonNullable<RouteHandle['leadsTo']>): RouteObject => ({
  path,
  element: null,
  handle: { leadsTo, isNodeView: true } satisfies RouteHandle,
});

/** Addresses that people type by habit, and that error workflows receive, with those of the same screens. */
const addressesOfN8n: readonly (readonly [path: string, leadsTo: (params: Readonly<Params>) => string])[] = [
  ['/workflow/new', () => '/workflow'],
  ['/workflow/:name/executions', ({ name = '' }) => `/executions?${new URLSearchParams({ workflow: name }).toString()}`],
  ['/workflow/:name/executions/:id', ({ id = '' }) => `/execution/${encodeURIComponent(id)}`],
  ['/workflow/:name/:node', ({ name = '' }) => `/workflow/${encodeURIComponent(name)}`],
  ['/home/workflows', () => '/workflows'],
  ['/home/credentials', () => '/credentials'],
  ['/home/variables', () => '/variables'],
  ['/home/executions', () => '/executions'],
];

const screen = (path: string, title: string, lazy: Load): RouteObject => ({ path, lazy, handle: { title } satisfies RouteHandle });

const coming = (what: 'environments' | 'logging'): RouteObject => ({
  path: `/settings/coming-soon/${what}`,
  element: <ComingPage what={what} />,
  handle: { title: `coming.${what}.title` } satisfies RouteHandle,
});

/** One element for all these paths, so that its state survives when a new workflow gets its own path. */
const editorRoutes = (paths: readonly string[]): RouteObject => ({
  lazy: editor,
  handle: { isNodeView: true } satisfies RouteHandle,
  children: paths.map((path) => ({ path, element: null })),
});

const shellRoutes: RouteObject = {
  element: <Shell />,
  HydrateFallback: Waiting,
  children: [
    guarded('signed-in', [
      alias('/', () => '/workflow'),
      ...addressesOfN8n.map(([path, leadsTo]) => alias(path, (_, params) => leadsTo(params))),
      editorRoutes(['/workflow', '/workflow/:name', '/workflow/:name/workflowSave', '/execution/:id']),
      ...['/workflow/:name/history', '/workflow/:name/history/:version'].map((path): RouteObject => ({
        path,
        lazy: async () => ({ Component: (await import('../features/editor/versions/history-page.tsx')).HistoryPage }),
        handle: { isNodeView: true } satisfies RouteHandle,
      })),
      screen('/workflows', 'titles.workflows', async () => ({
        Component: (await import('../features/workflows/workflow-list.tsx')).WorkflowsPage,
      })),
      screen('/executions', 'titles.executions', async () => ({
        Component: (await import('../features/executions/execution-list.tsx')).ExecutionsPage,
      })),
      screen('/credentials', 'titles.credentials', async () => ({
        Component: (await import('../features/credentials/index.ts')).CredentialsPage,
      })),
      screen('/variables', 'titles.variables', async () => ({
        Component: (await import('../features/variables/index.ts')).VariablesPage,
      })),
    ]),
    guarded('signed-in', [
      screen('/help', 'titles.help', help('HelpPage')),
      screen('/help/:page', 'titles.help', help('HelpPage')),
      screen('/help/nodes/:type', 'titles.help', help('NodeHelpPage')),
    ]),
    guarded('templates', [
      screen('/templates', 'titles.templates', templates('TemplatesPage')),
      screen('/templates/:id', 'titles.template', templates('TemplatePage')),
      screen('/collections/:id', 'titles.collection', templates('CollectionPage')),
      // A new workflow from the template in the path.
      alias('/workflows/templates/:id', (_, { id = '' }) => `/workflow?${new URLSearchParams({ templateId: id }).toString()}`),
    ]),
    { path: '*', element: <NotFoundPage />, handle: { title: 'notFound.title' } satisfies RouteHandle },
  ],
};

const settingsRoutes: RouteObject = {
  element: <SettingsFrame />,
  HydrateFallback: Waiting,
  children: [
    guarded('signed-in', [alias('/settings', (visitor) => settingsScreensOf(visitor)[0]?.path ?? homePath)]),
    guarded('settings-environments', [coming('environments')]),
    guarded('settings-logging', [coming('logging')]),
    guarded('settings-personal', [screen('/settings/personal', 'settings.personal', settings('PersonalPage'))]),
    guarded('settings-assistant', [
      screen('/settings/assistant', 'settings.assistant', async () => ({
        Component: (await import('../features/assistant/index.ts')).AssistantPage,
      })),
    ]),
    guarded('settings-general', [screen('/settings/general', 'settings.general', settings('GeneralPage'))]),
    guarded('settings-models', [screen('/settings/models', 'settings.models', settings('ModelsPage'))]),
    guarded('desktop', [screen('/settings/this-computer', 'settings.thisComputer', settings('ThisComputerPage'))]),
    guarded('settings-users', [screen('/settings/users', 'settings.users', settings('UsersPage'))]),
    guarded('settings-api', [screen('/settings/api', 'settings.api', settings('ApiPage'))]),
    guarded('settings-members', [screen('/settings/members', 'settings.members', settings('MembersPage'))]),
    guarded('settings-usage', [screen('/settings/usage', 'settings.usage', settings('UsagePage'))]),
    guarded('settings-consents', [
      screen('/settings/consents', 'settings.consents', async () => ({
        Component: (await import('../features/consents/index.ts')).ConsentsPage,
      })),
    ]),
    guarded('settings-community', [
      screen('/settings/community-nodes', 'settings.communityNodes', async () => ({
        Component: (await import('../features/packages/index.ts')).PackagesPage,
      })),
    ]),
  ],
};

const accountRoutes: RouteObject = {
  element: <AuthFrame />,
  HydrateFallback: Waiting,
  children: [
    guarded('signed-out', [
      screen('/signin', 'titles.signIn', account('SignInPage')),
      screen('/signup', 'titles.signUp', account('SignUpPage')),
      screen('/forgot-password', 'titles.forgotPassword', account('ForgotPasswordPage')),
      screen('/change-password', 'titles.changePassword', account('ChangePasswordPage')),
    ]),
    guarded('set-up', [screen('/setup', 'titles.setUp', account('SetUpPage'))]),
  ],
};

const screens: RouteObject[] = [
  shellRoutes,
  settingsRoutes,
  accountRoutes,
  // Embedded in another page: only the canvas.
  guarded('signed-in', [editorRoutes(['/workflows/demo'])]),
];

export const routes: RouteObject[] = [
  { element: <Root screens={screens} />, errorElement: <RouteFailure />, HydrateFallback: Waiting, children: screens },
];
