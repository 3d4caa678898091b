// Starts the application: settings, sign-in by cookie, templates service, and whether set-up comes first.
import type { Settings } from '../../engine/contract/rest/editor.ts';
import { editorApi } from '../api/editor.ts';
import { sessionApi } from '../api/session.ts';
import { securityIssue, versionsApi } from '../api/versions.ts';
import { i18n } from '../i18n/index.ts';
import { startBegan, startEnded, startFailed, templatesChecked } from '../state/session.ts';
import type { AppDispatch } from '../state/store.ts';
import { toastClosed, toastShown } from '../state/toasts.ts';
import type { RequestFailure } from '../transport/transport.ts';

const TOAST = 'start';

export async function startApplication(dispatch: AppDispatch): Promise<void> {
  dispatch(startBegan());
  dispatch(toastClosed(TOAST));
  // Requests run in parallel; their results are applied in order.
  const asksWho = dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const { data: settings, error } = await dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  if (error !== undefined) return fail(dispatch, error as RequestFailure);
  // The response is JSON, but not from the engine.
  if (typeof settings?.userManagement !== 'object')
    return fail(dispatch, { code: 'UNREADABLE', message: i18n.t('start.unreadable'), status: 200 });
  writeHiringBanner(settings);
  const who = await asksWho;
  const failure = who.error as RequestFailure | undefined;
  if (failure !== undefined && !isNobody(failure)) return fail(dispatch, failure);
  const { enabled, showSetupOnFirstLoad } = settings.userManagement;
  dispatch(startEnded({ beginsWithSetUp: enabled && showSetupOnFirstLoad && failure === undefined && who.data?.isDefaultUser === true }));
  await Promise.all([
    hasTemplatesService(settings).then((hasTemplates) => dispatch(templatesChecked(hasTemplates))),
    failure === undefined ? loadVersions(dispatch, settings) : null,
  ]);
}

const nobodyCodes: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'LOCAL_ACCESS_REQUIRED', 'OWNER_NOT_SET_UP']);

/** Whether a failure means that no user is signed in, which is a state of its own. */
const isNobody = ({ code }: RequestFailure): boolean => nobodyCodes.has(code);

/** Loads newer versions; a known security issue is reported immediately. */
async function loadVersions(dispatch: AppDispatch, { versionNotifications, versionCli }: Settings): Promise<void> {
  if (!versionNotifications.enabled) return;
  const { data = [] } = await dispatch(versionsApi.endpoints.versions.initiate(undefined, { forceRefetch: true }));
  const issue = securityIssue(data, versionCli);
  if (issue === undefined) return;
  const message =
    issue.fixedIn === undefined ? i18n.t('updates.criticalText') : i18n.t('updates.criticalFixed', { version: issue.fixedIn });
  dispatch(toastShown({ kind: 'warning', key: 'critical-update', isSticky: true, title: i18n.t('updates.critical'), message }));
}

let hasBanner = false;

/** Writes to the console of the browser what the instance says about open positions, once. */
function writeHiringBanner({ hiringBannerEnabled, hiringBanner }: Settings): void {
  if (!hiringBannerEnabled || hiringBanner === undefined || hasBanner) return;
  hasBanner = true;
  // oxlint-disable-next-line no-console -- this is the purpose of the banner
  console.info([hiringBanner.text, hiringBanner.url].filter((part) => part !== '').join('\n'));
}

function fail(dispatch: AppDispatch, failure: RequestFailure): void {
  dispatch(startFailed(failure));
  dispatch(
    toastShown({
      kind: 'error',
      key: TOAST,
      isSticky: true,
      title: i18n.t('start.failed'),
      message: failure.code === 'UNREACHABLE' ? i18n.t('start.unreachable') : failure.message,
      details: failure.hint,
    }),
  );
}

/** Timeout in milliseconds. */
const PATIENCE = 2000;

/** Whether the templates service responds in time. */
async function hasTemplatesService({ templates, versionCli }: Settings): Promise<boolean> {
  if (!templates.enabled) return false;
  // The library of this instance.
  if (templates.host === '') return true;
  const response = await ask(`${templates.host.replace(/\/$/, '')}/health`, { 'n8n-version': versionCli });
  return response !== undefined;
}

/** Returns the response if it is valid; otherwise undefined. */
async function ask(address: string, headers: Readonly<Record<string, string>>): Promise<Response | undefined> {
  try {
    const response = await fetch(new URL(address), { signal: AbortSignal.timeout(PATIENCE), headers });
    return response.ok ? response : undefined;
  } catch {
    return undefined;
  }
}
