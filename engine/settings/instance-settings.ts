// The instance settings of the editor.
import type { FakeDoor, Settings } from '../contract/rest/editor.ts';
import { versionsEndpointOf } from './derived.ts';
import type { ServerSettings } from './table.ts';

export interface InstanceFacts {
  readonly version: string;
  readonly instanceId: string;
  /** URL with a trailing slash. */
  readonly editorUrl: string;
  readonly webhookUrl: string;
  readonly oauthCallbackUrls: Settings['oauthCallbackUrls'];
  readonly asksForConsent: boolean;
  /** Whether several servers can share the database. */
  readonly hasMembers: boolean;
  readonly userManagement: Settings['userManagement'];
  readonly excludedNodes: readonly string[];
  /** Kind of installation: `default` for a server, or `desktop_` with the operating system. */
  readonly deployment: string;
}

/** Response of GET /settings. */
export function instanceSettings(settings: ServerSettings, facts: InstanceFacts): Settings {
  return {
    versionCli: facts.version,
    instanceId: facts.instanceId,
    enterprise: { sharing: settings.usesSharing },
    userManagement: facts.userManagement,
    publicApi: { enabled: settings.usesPublicApi, latestVersion: 1, path: settings.publicApiPath },
    telemetry: { enabled: settings.telemetryEndpoint !== '' },
    personalizationSurveyEnabled: settings.asksSurvey,
    workflowTagsDisabled: !settings.usesTags,
    hiringBannerEnabled: settings.hiringText !== '' || settings.hiringUrl !== '',
    templates: { enabled: settings.usesTemplates, host: settings.templatesHost },
    communityNodesEnabled: settings.usesCommunityPackages,
    // The installer is part of the product.
    isNpmAvailable: true,
    executionMode: 'regular',
    deployment: { type: facts.deployment },
    urlBaseWebhook: facts.webhookUrl,
    urlBaseEditor: facts.editorUrl,
    endpointWebhook: settings.webhookPrefix,
    endpointWebhookTest: settings.webhookTestPrefix,
    endpointForm: settings.formPrefix,
    endpointFormTest: settings.formTestPrefix,
    endpointMcp: settings.mcpPrefix,
    endpointMcpTest: settings.mcpTestPrefix,
    saveDataErrorExecution: settings.saveOnError,
    saveDataSuccessExecution: settings.saveOnSuccess,
    saveManualExecutions: settings.saveManual,
    saveExecutionProgress: settings.saveProgress,
    canSearchExecutions: settings.executionSearch,
    workflowCallerPolicyDefaultOption: settings.callerPolicy,
    timezone: settings.timezone,
    executionTimeout: settings.executionTimeout,
    maxExecutionTimeout: settings.executionTimeoutMax,
    oauthCallbackUrls: facts.oauthCallbackUrls,
    ...(settings.usesAssistant ? { hasAssistant: true } : {}),
    ...(facts.asksForConsent ? { asksForConsent: true } : {}),
    ...(facts.hasMembers ? { hasMembers: true } : {}),
    n8nMetadata: {},
    defaultLocale: settings.locale,
    // The editor requests versions from this instance, since its pages may connect to no other host.
    versionNotifications: {
      enabled: versionsEndpointOf(settings) !== undefined,
      endpoint: `${facts.editorUrl}${settings.restPrefix}/versions`,
      infoUrl: settings.versionsInfoUrl,
    },
    onboardingCallPromptEnabled: settings.onboardingHost !== '',
    promptsEnabled: settings.promptsHost !== '',
    contactEnabled: settings.contactHost !== '',
    ...hiringBannerOf(settings),
    ...fakeDoorsOf(settings),
    ...(facts.excludedNodes.length === 0 ? {} : { excludedNodes: [...facts.excludedNodes] }),
    help: {
      quickstart: settings.helpQuickstartUrl,
      documentation: settings.helpDocumentationUrl,
      forum: settings.helpForumUrl,
      courses: settings.helpCoursesUrl,
      requestNode: settings.helpRequestNodeUrl,
    },
  };
}

function hiringBannerOf({ hiringText, hiringUrl }: ServerSettings): Pick<Settings, 'hiringBanner'> {
  return hiringText === '' && hiringUrl === '' ? {} : { hiringBanner: { text: hiringText, url: hiringUrl } };
}

function fakeDoorsOf({ environmentsUrl, logStreamingUrl, sharingUrl }: ServerSettings): Pick<Settings, 'fakeDoors'> {
  const doors: readonly FakeDoor[] = [
    { id: 'environments', linkURL: environmentsUrl, uiLocations: ['settings'] },
    { id: 'logging', linkURL: logStreamingUrl, uiLocations: ['settings'] },
    { id: 'sharing', linkURL: sharingUrl, uiLocations: ['credentialsModal'] },
  ];
  const announcedDoors = doors.filter(({ linkURL }) => linkURL !== '');
  return announcedDoors.length === 0 ? {} : { fakeDoors: announcedDoors };
}
