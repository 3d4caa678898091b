// Settings of services and pages outside of this computer: without an address, nothing of them shows.
import { onOff, url } from './setting-kinds.ts';

export const serviceSettings = {
  templatesHost: url(
    'MILLRACE_TEMPLATES_HOST',
    '',
    'Address of a templates service, instead of the library that is part of the product',
    'N8N_TEMPLATES_HOST',
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
