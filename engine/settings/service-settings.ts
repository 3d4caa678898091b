// Settings of services and pages outside of this computer: without an address, nothing of them shows.
import { integer, onOff, text, url } from './setting-kinds.ts';

export const serviceSettings = {
  templatesHost: url(
    'MILLRACE_TEMPLATES_HOST',
    '',
    'Address of a templates service, instead of the library that is part of the product',
    'N8N_TEMPLATES_HOST',
  ),
  usesAssistant: onOff(
    'MILLRACE_ASSISTANT',
    true,
    'Let each user choose a model to ask about errors and expressions; none is chosen at first',
  ),
  asksForVersions: onOff(
    'MILLRACE_VERSION_NOTIFICATIONS_ENABLED',
    true,
    'Notify of newer versions, if a version service is set',
    'N8N_VERSION_NOTIFICATIONS_ENABLED',
  ),
  versionsEndpoint: url(
    'MILLRACE_VERSION_NOTIFICATIONS_ENDPOINT',
    '',
    'Address of the version service; it receives this version and the id of the instance',
  ),
  versionsInfoUrl: url('MILLRACE_VERSION_NOTIFICATIONS_INFO_URL', '', 'Page about how to update'),
  environmentsUrl: url('MILLRACE_ENVIRONMENTS_URL', '', 'Page of the waiting list for environments; with it, Settings announces them'),
  logStreamingUrl: url('MILLRACE_LOG_STREAMING_URL', '', 'Page of the waiting list for log streaming; with it, Settings announces it'),
  sharingUrl: url(
    'MILLRACE_SHARING_URL',
    '',
    'Page of the waiting list for sharing; with it, the dialog of a credential announces it where sharing is switched off',
  ),
  promptsHost: url(
    'MILLRACE_PROMPTS_HOST',
    '',
    'Address of a prompts service, which decides whether users are asked to rate the product or for their e-mail address',
  ),
  onboardingHost: url('MILLRACE_ONBOARDING_HOST', '', 'Address of an onboarding service, which offers new users a call'),
  onboardingDays: integer(
    'MILLRACE_ONBOARDING_DAYS',
    14,
    'Days after its creation during which an account is offered a call, if an onboarding service is set',
    undefined,
    { least: 1, most: 3650 },
  ),
  contactHost: url(
    'MILLRACE_CONTACT_HOST',
    '',
    'Address of a contact service; with it, set-up and sign-up ask whether it may receive the e-mail address',
  ),
  hiringText: text('MILLRACE_HIRING_TEXT', '', 'Text that the editor writes to the console of the browser, such as about open positions'),
  hiringUrl: url('MILLRACE_HIRING_URL', '', 'Page that the editor names in the console of the browser after this text'),
  telemetryEndpoint: url(
    'MILLRACE_TELEMETRY_ENDPOINT',
    '',
    'Address that receives usage events, without names and content; if it is not set, nothing is recorded or sent',
  ),
  helpQuickstartUrl: url('MILLRACE_HELP_QUICKSTART_URL', '', 'Quickstart page in the help menu; hidden if not set'),
  helpDocumentationUrl: url('MILLRACE_HELP_DOCUMENTATION_URL', '', 'Documentation page in the help menu'),
  helpForumUrl: url('MILLRACE_HELP_FORUM_URL', '', 'Forum page in the help menu'),
  helpCoursesUrl: url('MILLRACE_HELP_COURSES_URL', '', 'Courses page in the help menu'),
  helpRequestNodeUrl: url(
    'MILLRACE_HELP_REQUEST_NODE_URL',
    '',
    'Page for requesting a missing node or feature; {node} is replaced by the search text or the name of the node type',
  ),
};
