// Every setting of the server: variable, name in n8n, type and default. Used for parsing and for the help.

import type { CallerPolicy } from '../contract/workflow.ts';

type Kind =
  | 'text'
  | 'segment'
  | 'url'
  | 'timezone'
  | 'integer'
  | 'boolean'
  | 'list'
  | 'saving'
  | 'missedRuns'
  | 'durability'
  | 'callerPolicy'
  | 'folders'
  | 'choice'
  | 'logLevel';

export interface SettingSpec<K extends Kind = Kind, D = unknown> {
  readonly kind: K;
  /** Environment variable; with the suffix `_FILE` it contains the path of a file with the value. */
  readonly variable: string;
  /** Equivalent variable of n8n, used if the other one is not set. */
  readonly fallback?: string;
  /** Whether the fallback has the opposite meaning (`…_DISABLED`). */
  readonly isInverted?: boolean;
  readonly default: D;
  readonly least?: number;
  readonly most?: number;
  /** Allowed values of a choice. */
  readonly values?: readonly string[];
  readonly about: string;
}

const textOf =
  <K extends 'text' | 'segment' | 'url' | 'timezone'>(kind: K) =>
  (variable: string, byDefault: string, about: string, fallback?: string): SettingSpec<K, string> => ({
    kind,
    variable,
    default: byDefault,
    about,
    fallback,
  });
const text = textOf('text');
/** One path segment without slashes. */
const segment = textOf('segment');
/** An HTTP or HTTPS URL. */
const url = textOf('url');
const integer = (
  variable: string,
  byDefault: number,
  about: string,
  fallback?: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
): SettingSpec<'integer', number> => ({ kind: 'integer', variable, default: byDefault, about, fallback, least, most });
const onOff = (
  variable: string,
  byDefault: boolean,
  about: string,
  fallback?: string,
  isInverted = false,
): SettingSpec<'boolean', boolean> => ({
  kind: 'boolean',
  variable,
  default: byDefault,
  about,
  fallback,
  isInverted,
});
const list = (variable: string, about: string, fallback?: string): SettingSpec<'list', readonly string[]> => ({
  kind: 'list',
  variable,
  default: [],
  about,
  fallback,
});
/** One of several values; the first is the default. */
const choice = <const V extends readonly [string, ...string[]]>(
  variable: string,
  values: V,
  about: string,
  fallback?: string,
): SettingSpec<'choice', V[number]> => ({ kind: 'choice', variable, values, default: values[0], about, fallback });
const saving = (variable: string, about: string, fallback: string): SettingSpec<'saving', 'all' | 'none'> => ({
  kind: 'saving',
  variable,
  default: 'all',
  about,
  fallback,
});

/** A size in MiB. */
const anySize = { least: 1, most: 1_048_576 };

export const settingsTable = {
  host: text('MILLRACE_HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all network interfaces', 'N8N_LISTEN_ADDRESS'),
  port: integer('MILLRACE_PORT', 5678, 'Port to listen on; 0 for any free one', 'N8N_PORT', { most: 65_535 }),
  protocol: choice(
    'MILLRACE_PROTOCOL',
    ['http', 'https'],
    'Protocol of the server: http, or https, which needs a key and a certificate',
    'N8N_PROTOCOL',
  ),
  tlsKey: text('MILLRACE_TLS_KEY', '', 'File with the private key for https, as PEM', 'N8N_SSL_KEY'),
  tlsCertificate: text('MILLRACE_TLS_CERT', '', 'File with the certificate chain for https, as PEM', 'N8N_SSL_CERT'),
  secureCookie: choice(
    'MILLRACE_SECURE_COOKIE',
    ['auto', 'true', 'false'],
    'Send the session cookie over https only: auto does so for requests over https. With true, sign-in over http does not work',
    'N8N_SECURE_COOKIE',
  ),
  sameSiteCookie: choice(
    'MILLRACE_SAMESITE_COOKIE',
    ['lax', 'strict', 'none'],
    'Which requests from other sites carry the session cookie: lax, strict or none; none needs https',
    'N8N_SAMESITE_COOKIE',
  ),
  localAccess: choice(
    'MILLRACE_LOCAL_ACCESS',
    ['secret', 'open'],
    'Access on this computer until an owner is set up: secret needs the link of millrace start or the token of millrace token; open allows every program on the computer',
  ),
  opensBrowser: onOff('MILLRACE_OPEN_BROWSER', true, 'Open the editor in the browser when millrace start runs in a terminal on a desktop'),
  path: text('MILLRACE_PATH', '/', 'Base path of the server', 'N8N_PATH'),
  hosts: list('MILLRACE_HOSTS', 'Accepted host names besides localhost and IP addresses, separated by commas; * for any', 'N8N_HOST'),
  showsEditor: onOff('MILLRACE_UI', true, 'Serve the editor; webhooks and REST calls work without it', 'N8N_DISABLE_UI', true),
  proxyHops: integer('MILLRACE_PROXY_HOPS', 0, 'Number of trusted proxies in front of the server', 'N8N_PROXY_HOPS', { most: 10 }),
  editorUrl: url('MILLRACE_EDITOR_URL', '', 'Public address of the editor', 'N8N_EDITOR_BASE_URL'),
  webhookUrl: url('MILLRACE_WEBHOOK_URL', '', 'Public address of webhooks', 'WEBHOOK_URL'),
  webhookHost: text(
    'MILLRACE_WEBHOOK_HOST',
    '',
    'Host name that serves only webhooks and forms, such as hooks.example.com; their pages may run scripts there',
  ),
  webhookPort: integer(
    'MILLRACE_WEBHOOK_PORT',
    0,
    'Second port, which serves only webhooks and forms; their pages may run scripts there. 0 for none',
    undefined,
    { most: 65_535 },
  ),
  restPrefix: segment('MILLRACE_ENDPOINT_REST', 'rest', 'First path segment of REST calls', 'N8N_ENDPOINT_REST'),
  webhookPrefix: segment('MILLRACE_ENDPOINT_WEBHOOK', 'webhook', 'First path segment of webhooks', 'N8N_ENDPOINT_WEBHOOK'),
  webhookTestPrefix: segment('MILLRACE_ENDPOINT_WEBHOOK_TEST', 'webhook-test', 'The same for test webhooks', 'N8N_ENDPOINT_WEBHOOK_TEST'),
  webhookWaitingPrefix: segment(
    'MILLRACE_ENDPOINT_WEBHOOK_WAIT',
    'webhook-waiting',
    'The same for waiting executions',
    'N8N_ENDPOINT_WEBHOOK_WAIT',
  ),
  formPrefix: segment('MILLRACE_ENDPOINT_FORM', 'form', 'First path segment of forms', 'N8N_ENDPOINT_FORM'),
  formTestPrefix: segment('MILLRACE_ENDPOINT_FORM_TEST', 'form-test', 'The same for test forms', 'N8N_ENDPOINT_FORM_TEST'),
  formWaitingPrefix: segment('MILLRACE_ENDPOINT_FORM_WAIT', 'form-waiting', 'The same for further form pages', 'N8N_ENDPOINT_FORM_WAIT'),
  webhookBodyMiB: integer(
    'MILLRACE_WEBHOOK_BODY_MAX',
    16,
    'Maximum size of a webhook request without files, in MiB',
    'N8N_PAYLOAD_SIZE_MAX',
    { least: 1, most: 2048 },
  ),
  webhookFileMiB: integer(
    'MILLRACE_WEBHOOK_FILE_MAX',
    200,
    'Maximum size of a file sent to a webhook, in MiB',
    'N8N_FORMDATA_FILE_SIZE_MAX',
    anySize,
  ),
  maxConnections: integer(
    'MILLRACE_MAX_CONNECTIONS',
    4000,
    'Maximum number of open connections; beyond it, idle connections are closed first, then new ones. 0 for no limit',
  ),
  headerSeconds: integer(
    'MILLRACE_HEADER_TIMEOUT',
    20,
    'Seconds within which the headers of a request must arrive; 0 for no limit',
    undefined,
    { most: 3600 },
  ),
  bodyPauseSeconds: integer(
    'MILLRACE_BODY_TIMEOUT',
    60,
    'Seconds that a client may pause while it sends a request body; 0 for no limit',
    undefined,
    { most: 3600 },
  ),
  requestSeconds: integer(
    'MILLRACE_REQUEST_TIMEOUT',
    1800,
    'Seconds within which a request and its body must arrive; increase it for large files over slow connections. 0 for no limit',
    undefined,
    { most: 86_400 },
  ),
  timezone: textOf('timezone')('MILLRACE_TIMEZONE', 'America/New_York', 'Time zone of workflows without their own', 'GENERIC_TIMEZONE'),
  locale: text('MILLRACE_LOCALE', 'en', 'Language of the editor', 'N8N_DEFAULT_LOCALE'),
  executionTimeout: integer(
    'MILLRACE_EXECUTION_TIMEOUT',
    -1,
    'Default time limit of an execution, in seconds; -1 for no limit',
    'EXECUTIONS_TIMEOUT',
    { least: -1 },
  ),
  executionTimeoutMax: integer(
    'MILLRACE_EXECUTION_TIMEOUT_MAX',
    Number.MAX_SAFE_INTEGER,
    'Maximum time limit that a workflow may set, in seconds',
    'EXECUTIONS_TIMEOUT_MAX',
    { least: 1 },
  ),
  productionLimit: integer(
    'MILLRACE_CONCURRENCY_PRODUCTION_LIMIT',
    -1,
    'Maximum number of concurrent executions started by triggers and webhooks; further ones are queued. -1 or 0 for no limit',
    'N8N_CONCURRENCY_PRODUCTION_LIMIT',
    { least: -1 },
  ),
  saveOnError: saving('MILLRACE_SAVE_ON_ERROR', 'Save failed executions: all or none', 'EXECUTIONS_DATA_SAVE_ON_ERROR'),
  saveOnSuccess: saving('MILLRACE_SAVE_ON_SUCCESS', 'Save successful executions: all or none', 'EXECUTIONS_DATA_SAVE_ON_SUCCESS'),
  saveManual: onOff('MILLRACE_SAVE_MANUAL', false, 'Save manual executions', 'EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS'),
  saveProgress: onOff(
    'MILLRACE_SAVE_PROGRESS',
    false,
    'Save the progress of an execution after each node',
    'EXECUTIONS_DATA_SAVE_ON_PROGRESS',
  ),
  prune: onOff('MILLRACE_PRUNE', true, 'Remove old executions', 'EXECUTIONS_DATA_PRUNE'),
  pruneAgeHours: integer('MILLRACE_PRUNE_MAX_AGE', 336, 'Hours after which executions are removed', 'EXECUTIONS_DATA_MAX_AGE', {
    least: 1,
  }),
  pruneCount: integer(
    'MILLRACE_PRUNE_MAX_COUNT',
    10_000,
    'Number of latest executions that are kept; 0 for no limit',
    'EXECUTIONS_DATA_PRUNE_MAX_COUNT',
  ),
  pruneSizeMiB: integer(
    'MILLRACE_PRUNE_MAX_SIZE',
    0,
    'Size of the database, in MiB, beyond which the oldest executions are removed; 0 for no limit',
  ),
  durability: {
    kind: 'durability',
    variable: 'MILLRACE_DURABILITY',
    default: 'full',
    about:
      'When a response is sent: with full, once its data survives a power failure; with normal, once it survives a crash of the process',
  } as SettingSpec<'durability', 'full' | 'normal'>,
  missedRuns: {
    kind: 'missedRuns',
    variable: 'MILLRACE_MISSED_RUNS',
    default: 'skip',
    about: 'Scheduled runs missed while the computer slept: skip, or once to run the workflow one time for all of them',
  } as SettingSpec<'missedRuns', 'skip' | 'once'>,
  callerPolicy: {
    kind: 'callerPolicy',
    variable: 'MILLRACE_CALLER_POLICY',
    fallback: 'N8N_WORKFLOW_CALLER_POLICY_DEFAULT_OPTION',
    default: 'workflowsFromSameOwner',
    about: 'Which workflows may call workflows without a policy: any, none, workflowsFromSameOwner or workflowsFromAList',
  } as SettingSpec<'callerPolicy', CallerPolicy>,
  codeTimeout: integer('MILLRACE_CODE_TIMEOUT', 60, 'Time limit for the code of a node, in seconds', 'N8N_RUNNERS_TASK_TIMEOUT', {
    least: 1,
    most: 86_400,
  }),
  codeMemoryMiB: integer('MILLRACE_CODE_MEMORY', 512, 'Memory limit for the code of a node, in MiB', undefined, {
    least: 32,
    most: 65_536,
  }),
  codeRuns: integer(
    'MILLRACE_CODE_CONCURRENCY',
    0,
    'Maximum number of nodes whose code runs concurrently, not counting code that awaits something; 0 for the number of cores, at least 2',
    'N8N_RUNNERS_MAX_CONCURRENCY',
    { most: 64 },
  ),
  codeQueue: integer(
    'MILLRACE_CODE_QUEUE',
    10_000,
    'Maximum number of nodes whose code is queued; the code of further nodes fails',
    undefined,
    { least: 1 },
  ),
  codeModules: list(
    'MILLRACE_CODE_MODULES',
    'Built-in modules that the code of nodes may require, separated by commas; * for all. With modules beyond crypto, path, url, util, zlib and the like, the code has the same permissions as the server',
    'NODE_FUNCTION_ALLOW_BUILTIN',
  ),
  heldSeconds: integer(
    'MILLRACE_HELD_LIMIT',
    10,
    'Seconds that a node may block the engine before it is stopped; nothing else runs meanwhile. 0 for no limit',
    undefined,
    { most: 3600 },
  ),
  engineMemoryMiB: integer(
    'MILLRACE_ENGINE_MEMORY',
    0,
    'Memory limit for the data of executions in the engine, in MiB; a node that needs more is stopped. 0 for half of the computer’s memory, at most 4096',
    undefined,
    { most: 1_048_576 },
  ),
  includedNodes: list(
    'MILLRACE_NODES_INCLUDE',
    'Node types that are available, all others excluded, as a JSON list or separated by commas',
    'NODES_INCLUDE',
  ),
  excludedNodes: {
    ...list(
      'MILLRACE_NODES_EXCLUDE',
      'Node types that are not available, as a JSON list or separated by commas; [] for none. By default, shell commands are not available',
      'NODES_EXCLUDE',
    ),
    default: ['n8n-nodes-base.executeCommand'],
  } as SettingSpec<'list', readonly string[]>,
  fileFolders: {
    kind: 'folders',
    variable: 'MILLRACE_FILE_FOLDERS',
    fallback: 'N8N_RESTRICT_FILE_ACCESS_TO',
    default: [],
    about: 'Folders in which nodes may read, write and watch files, separated by semicolons; all folders if empty',
  } as SettingSpec<'folders', readonly string[]>,
  fileMaxMiB: integer('MILLRACE_FILE_MAX', 2048, 'Maximum size of a local file that nodes read, in MiB', undefined, anySize),
  blocksOwnFiles: onOff(
    'MILLRACE_BLOCK_OWN_FILES',
    true,
    'Block access of nodes to the data folder, which contains the database and the key',
    'N8N_BLOCK_FILE_ACCESS_TO_N8N_FILES',
  ),
  metrics: onOff('MILLRACE_METRICS', false, 'Serve GET /metrics for Prometheus', 'N8N_METRICS'),
  allowsPrivateUrls: onOff('MILLRACE_ALLOW_PRIVATE_URLS', false, 'Also open workflow files from private network addresses'),
  workflowName: text('MILLRACE_WORKFLOW_NAME', 'My workflow', 'Default name of new workflows', 'WORKFLOWS_DEFAULT_NAME'),
  usesTags: onOff('MILLRACE_TAGS', true, 'Enable tags on workflows', 'N8N_WORKFLOW_TAGS_DISABLED', true),
  usesTemplates: onOff('MILLRACE_TEMPLATES', false, 'Enable templates', 'N8N_TEMPLATES_ENABLED'),
  templatesHost: url('MILLRACE_TEMPLATES_HOST', '', 'Address of the templates service', 'N8N_TEMPLATES_HOST'),
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
  helpQuickstartUrl: url('MILLRACE_HELP_QUICKSTART_URL', '', 'Quickstart page in the help menu; hidden if not set'),
  helpDocumentationUrl: url('MILLRACE_HELP_DOCUMENTATION_URL', '', 'Documentation page in the help menu'),
  helpForumUrl: url('MILLRACE_HELP_FORUM_URL', '', 'Forum page in the help menu'),
  helpCoursesUrl: url('MILLRACE_HELP_COURSES_URL', '', 'Courses page in the help menu'),
  helpRequestNodeUrl: url(
    'MILLRACE_HELP_REQUEST_NODE_URL',
    '',
    'Page for requesting a missing node or feature; {node} is replaced by the search text or the name of the node type',
  ),
  usesCommunityPackages: onOff('MILLRACE_COMMUNITY_PACKAGES', true, 'Enable community packages', 'N8N_COMMUNITY_PACKAGES_ENABLED'),
  usesPublicApi: onOff('MILLRACE_PUBLIC_API', true, 'Enable the public API', 'N8N_PUBLIC_API_DISABLED', true),
  publicApiPath: segment('MILLRACE_PUBLIC_API_PATH', 'api', 'First path segment of the public API', 'N8N_PUBLIC_API_ENDPOINT'),
  asksSurvey: onOff('MILLRACE_SURVEY', false, 'Ask new users how they use Millrace', 'N8N_PERSONALIZATION_ENABLED'),
  nodesSeeEnvironment: onOff(
    'MILLRACE_ENV_IN_NODES',
    false,
    'Let expressions read environment variables as $env',
    'N8N_BLOCK_ENV_ACCESS_IN_NODE',
    true,
  ),
  sessionHours: integer(
    'MILLRACE_SESSION_HOURS',
    168,
    'Hours of inactivity after which users must sign in again',
    'N8N_USER_MANAGEMENT_JWT_DURATION_HOURS',
    { least: 1, most: 87_600 },
  ),
  encryptionKey: text('MILLRACE_ENCRYPTION_KEY', '', 'Master key of the credentials; if not set, one is created', 'N8N_ENCRYPTION_KEY'),
  keyStore: choice('MILLRACE_KEY_STORE', ['file', 'keychain'], 'Where a created master key is kept: file in the data folder, or keychain'),
  secretsPath: text(
    'MILLRACE_SECRETS_PATH',
    '',
    'Folder with one file per secret, or a JSON file, from which credentials of the instance owner read $secrets.file',
  ),
  secretsEnvPrefix: text(
    'MILLRACE_SECRETS_ENV_PREFIX',
    '',
    'Prefix of the environment variables that credentials of the instance owner read as $secrets.env; nothing else in workflows can read them',
  ),
  smtpHost: text('MILLRACE_SMTP_HOST', '', 'Mail server', 'N8N_SMTP_HOST'),
  smtpPort: integer('MILLRACE_SMTP_PORT', 465, 'Port of the mail server', 'N8N_SMTP_PORT', { least: 1, most: 65_535 }),
  smtpUser: text('MILLRACE_SMTP_USER', '', 'User of the mail server', 'N8N_SMTP_USER'),
  smtpPassword: text('MILLRACE_SMTP_PASSWORD', '', 'Password of the mail server', 'N8N_SMTP_PASS'),
  smtpSender: text('MILLRACE_SMTP_SENDER', '', 'Sender address of e-mails', 'N8N_SMTP_SENDER'),
  smtpSsl: onOff('MILLRACE_SMTP_SSL', true, 'Use TLS from the start of the connection to the mail server', 'N8N_SMTP_SSL'),
  logLevel: {
    kind: 'logLevel',
    variable: 'MILLRACE_LOG_LEVEL',
    fallback: 'N8N_LOG_LEVEL',
    default: 'info',
    about: 'Log level: silent, error, warn, info or debug',
  } as SettingSpec<'logLevel', 'silent' | 'error' | 'warn' | 'info' | 'debug'>,
  stopSeconds: integer(
    'MILLRACE_STOP_TIMEOUT',
    8,
    'Seconds that running executions have to finish when the server stops',
    'N8N_GRACEFUL_SHUTDOWN_TIMEOUT',
    { most: 3600 },
  ),
} as const satisfies Record<string, SettingSpec>;

export type ServerSettings = {
  readonly [K in keyof typeof settingsTable]: (typeof settingsTable)[K] extends SettingSpec<Kind, infer D> ? D : never;
};
