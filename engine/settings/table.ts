// Every setting of the server: variable, name in n8n, type and default. The table serves both parsing and help.

import type { CallerPolicy } from '../services/workflows/caller-policy.ts';

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
  /** Environment variable; with the suffix `_FILE` it names a file with the value. */
  readonly variable: string;
  /** Equivalent variable of n8n, used if ours is not set. */
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
/** A path segment without leading and trailing slashes. */
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

export const settingsTable = {
  host: text('MILLRACE_HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all of the network', 'N8N_LISTEN_ADDRESS'),
  port: integer('MILLRACE_PORT', 5678, 'Port to listen on; 0 for any free one', 'N8N_PORT', { most: 65_535 }),
  protocol: choice(
    'MILLRACE_PROTOCOL',
    ['http', 'https'],
    'Protocol that the server speaks: http, or https, which needs a key and a certificate',
    'N8N_PROTOCOL',
  ),
  tlsKey: text('MILLRACE_TLS_KEY', '', 'File that holds the private key for https, as PEM', 'N8N_SSL_KEY'),
  tlsCertificate: text('MILLRACE_TLS_CERT', '', 'File that holds the certificate for https and its chain, as PEM', 'N8N_SSL_CERT'),
  secureCookie: choice(
    'MILLRACE_SECURE_COOKIE',
    ['auto', 'true', 'false'],
    'Send the session cookie over https only: auto does where the request came by https. With true, nobody stays signed in over http',
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
    'Access on this computer until an owner is set up: secret needs the link of millrace start or the token of millrace token; open gives it to every program on the computer',
  ),
  opensBrowser: onOff(
    'MILLRACE_OPEN_BROWSER',
    true,
    'Open the editor in the browser when millrace start runs in a terminal with a desktop',
  ),
  path: text('MILLRACE_PATH', '/', 'Path under which everything stands', 'N8N_PATH'),
  hosts: list(
    'MILLRACE_HOSTS',
    'Host names the editor answers to besides localhost and addresses, separated by commas; * for any',
    'N8N_HOST',
  ),
  showsEditor: onOff('MILLRACE_UI', true, 'Serve the editor; webhooks and calls are answered without it too', 'N8N_DISABLE_UI', true),
  proxyHops: integer('MILLRACE_PROXY_HOPS', 0, 'Proxies before this server that may be believed', 'N8N_PROXY_HOPS', { most: 10 }),
  editorUrl: url('MILLRACE_EDITOR_URL', '', 'Address people open the editor at', 'N8N_EDITOR_BASE_URL'),
  webhookUrl: url('MILLRACE_WEBHOOK_URL', '', 'Address under which webhooks are reached from outside', 'WEBHOOK_URL'),
  webhookHost: text(
    'MILLRACE_WEBHOOK_HOST',
    '',
    'Host name at which webhooks and forms alone are served, such as hooks.example.com; their pages may run script there',
  ),
  webhookPort: integer(
    'MILLRACE_WEBHOOK_PORT',
    0,
    'Second port, at which webhooks and forms alone are served; their pages may run script there. 0 for none',
    undefined,
    { most: 65_535 },
  ),
  restPrefix: segment('MILLRACE_ENDPOINT_REST', 'rest', 'First part of the paths of REST calls', 'N8N_ENDPOINT_REST'),
  webhookPrefix: segment('MILLRACE_ENDPOINT_WEBHOOK', 'webhook', 'First part of the paths of webhooks', 'N8N_ENDPOINT_WEBHOOK'),
  webhookTestPrefix: segment('MILLRACE_ENDPOINT_WEBHOOK_TEST', 'webhook-test', 'The same for test webhooks', 'N8N_ENDPOINT_WEBHOOK_TEST'),
  webhookWaitingPrefix: segment(
    'MILLRACE_ENDPOINT_WEBHOOK_WAIT',
    'webhook-waiting',
    'The same for waiting executions',
    'N8N_ENDPOINT_WEBHOOK_WAIT',
  ),
  formPrefix: segment('MILLRACE_ENDPOINT_FORM', 'form', 'First part of the paths of forms', 'N8N_ENDPOINT_FORM'),
  formTestPrefix: segment('MILLRACE_ENDPOINT_FORM_TEST', 'form-test', 'The same for forms that are tried out', 'N8N_ENDPOINT_FORM_TEST'),
  formWaitingPrefix: segment(
    'MILLRACE_ENDPOINT_FORM_WAIT',
    'form-waiting',
    'The same for the next pages of forms',
    'N8N_ENDPOINT_FORM_WAIT',
  ),
  webhookBodyMiB: integer('MILLRACE_WEBHOOK_BODY_MAX', 16, 'MiB of a webhook call that is no file', 'N8N_PAYLOAD_SIZE_MAX', {
    least: 1,
    most: 2048,
  }),
  webhookFileMiB: integer('MILLRACE_WEBHOOK_FILE_MAX', 200, 'MiB of one file sent to a webhook', 'N8N_FORMDATA_FILE_SIZE_MAX', {
    least: 1,
    most: 1_048_576,
  }),
  maxConnections: integer(
    'MILLRACE_MAX_CONNECTIONS',
    4000,
    'Connections that are open at the same time; beyond that, those without a request are closed first, then new ones. 0 for no limit',
  ),
  headerSeconds: integer(
    'MILLRACE_HEADER_TIMEOUT',
    20,
    'Seconds in which the headers of a request must arrive; 0 for no limit',
    undefined,
    { most: 3600 },
  ),
  bodyPauseSeconds: integer(
    'MILLRACE_BODY_TIMEOUT',
    60,
    'Seconds for which a client may pause while it sends the body of a request; 0 for no limit',
    undefined,
    { most: 3600 },
  ),
  requestSeconds: integer(
    'MILLRACE_REQUEST_TIMEOUT',
    1800,
    'Seconds in which a request with its body must arrive; raise it for large files over slow lines. 0 for no limit',
    undefined,
    { most: 86_400 },
  ),
  timezone: textOf('timezone')('MILLRACE_TIMEZONE', 'America/New_York', 'Time zone of workflows that name none', 'GENERIC_TIMEZONE'),
  locale: text('MILLRACE_LOCALE', 'en', 'Language of the editor', 'N8N_DEFAULT_LOCALE'),
  executionTimeout: integer('MILLRACE_EXECUTION_TIMEOUT', -1, 'Seconds an execution may take; -1 for no limit', 'EXECUTIONS_TIMEOUT', {
    least: -1,
  }),
  executionTimeoutMax: integer(
    'MILLRACE_EXECUTION_TIMEOUT_MAX',
    Number.MAX_SAFE_INTEGER,
    'Seconds a workflow may set as its own limit',
    'EXECUTIONS_TIMEOUT_MAX',
    { least: 1 },
  ),
  productionLimit: integer(
    'MILLRACE_CONCURRENCY_PRODUCTION_LIMIT',
    -1,
    'Executions started by triggers and webhooks that run at the same time; further ones are queued. -1 or 0 for no limit',
    'N8N_CONCURRENCY_PRODUCTION_LIMIT',
    { least: -1 },
  ),
  saveOnError: saving('MILLRACE_SAVE_ON_ERROR', 'Keep executions that fail: all or none', 'EXECUTIONS_DATA_SAVE_ON_ERROR'),
  saveOnSuccess: saving('MILLRACE_SAVE_ON_SUCCESS', 'Keep executions that go well: all or none', 'EXECUTIONS_DATA_SAVE_ON_SUCCESS'),
  saveManual: onOff('MILLRACE_SAVE_MANUAL', false, 'Keep executions that are started by hand', 'EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS'),
  saveProgress: onOff(
    'MILLRACE_SAVE_PROGRESS',
    false,
    'Keep after each node what an execution has so far',
    'EXECUTIONS_DATA_SAVE_ON_PROGRESS',
  ),
  prune: onOff('MILLRACE_PRUNE', true, 'Remove old executions', 'EXECUTIONS_DATA_PRUNE'),
  pruneAgeHours: integer('MILLRACE_PRUNE_MAX_AGE', 336, 'Hours after which executions are removed', 'EXECUTIONS_DATA_MAX_AGE', {
    least: 1,
  }),
  pruneCount: integer(
    'MILLRACE_PRUNE_MAX_COUNT',
    10_000,
    'Executions beyond the latest so many are removed; 0 for no limit',
    'EXECUTIONS_DATA_PRUNE_MAX_COUNT',
  ),
  pruneSizeMiB: integer('MILLRACE_PRUNE_MAX_SIZE', 0, 'MiB of the database beyond which the oldest executions are removed; 0 for no limit'),
  durability: {
    kind: 'durability',
    variable: 'MILLRACE_DURABILITY',
    default: 'full',
    about:
      'What an answer waits for: full, so that what was answered survives a power cut, or normal, so that it survives the end of the process',
  } as SettingSpec<'durability', 'full' | 'normal'>,
  missedRuns: {
    kind: 'missedRuns',
    variable: 'MILLRACE_MISSED_RUNS',
    default: 'skip',
    about: 'Scheduled runs missed while the computer slept: skip, or once to make up for them with one run',
  } as SettingSpec<'missedRuns', 'skip' | 'once'>,
  callerPolicy: {
    kind: 'callerPolicy',
    variable: 'MILLRACE_CALLER_POLICY',
    fallback: 'N8N_WORKFLOW_CALLER_POLICY_DEFAULT_OPTION',
    default: 'workflowsFromSameOwner',
    about: 'Which workflows may call one that does not say: any, none, workflowsFromSameOwner or workflowsFromAList',
  } as SettingSpec<'callerPolicy', CallerPolicy>,
  codeTimeout: integer('MILLRACE_CODE_TIMEOUT', 60, 'Seconds that the code of a node may take', 'N8N_RUNNERS_TASK_TIMEOUT', {
    least: 1,
    most: 86_400,
  }),
  codeMemoryMiB: integer('MILLRACE_CODE_MEMORY', 512, 'MiB of memory that the code of a node may use', undefined, {
    least: 32,
    most: 65_536,
  }),
  codeRuns: integer(
    'MILLRACE_CODE_CONCURRENCY',
    0,
    'Nodes whose code runs at the same time, those whose code awaits something not counted; 0 for as many as there are cores, at least 2',
    'N8N_RUNNERS_MAX_CONCURRENCY',
    { most: 64 },
  ),
  codeQueue: integer(
    'MILLRACE_CODE_QUEUE',
    10_000,
    'Nodes that may wait for their code to run; the code of further ones fails',
    undefined,
    { least: 1 },
  ),
  codeModules: list(
    'MILLRACE_CODE_MODULES',
    'Built-in modules that the code of nodes may require, separated by commas; * for all. With others than crypto, path, url, util, zlib and the like, its process may do what this one may',
    'NODE_FUNCTION_ALLOW_BUILTIN',
  ),
  heldSeconds: integer(
    'MILLRACE_HELD_LIMIT',
    10,
    'Seconds that a node may hold the engine, in which nothing else goes on; then it is stopped. 0 for no limit',
    undefined,
    { most: 3600 },
  ),
  engineMemoryMiB: integer(
    'MILLRACE_ENGINE_MEMORY',
    0,
    'MiB of memory that the data of executions may take in the engine; a node that needs more is stopped. 0 for half of what the computer has, at most 4096',
    undefined,
    { most: 1_048_576 },
  ),
  includedNodes: list(
    'MILLRACE_NODES_INCLUDE',
    'Types of the only nodes there are, as a JSON list or separated by commas',
    'NODES_INCLUDE',
  ),
  excludedNodes: {
    ...list(
      'MILLRACE_NODES_EXCLUDE',
      'Types of nodes that are neither offered nor run, as a JSON list or separated by commas; [] for none. Without it, commands of the shell are not run',
      'NODES_EXCLUDE',
    ),
    default: ['n8n-nodes-base.executeCommand'],
  } as SettingSpec<'list', readonly string[]>,
  fileFolders: {
    kind: 'folders',
    variable: 'MILLRACE_FILE_FOLDERS',
    fallback: 'N8N_RESTRICT_FILE_ACCESS_TO',
    default: [],
    about: 'Folders whose files nodes may read, write and watch, separated by semicolons; all if empty',
  } as SettingSpec<'folders', readonly string[]>,
  fileMaxMiB: integer('MILLRACE_FILE_MAX', 2048, 'MiB of the largest file of the computer that nodes read', undefined, {
    least: 1,
    most: 1_048_576,
  }),
  blocksOwnFiles: onOff(
    'MILLRACE_BLOCK_OWN_FILES',
    true,
    'Keep nodes from the files of the data folder, where the database and the key are',
    'N8N_BLOCK_FILE_ACCESS_TO_N8N_FILES',
  ),
  metrics: onOff('MILLRACE_METRICS', false, 'Answer GET /metrics for Prometheus', 'N8N_METRICS'),
  allowsPrivateUrls: onOff('MILLRACE_ALLOW_PRIVATE_URLS', false, 'Open workflow files from addresses of the own network too'),
  workflowName: text('MILLRACE_WORKFLOW_NAME', 'My workflow', 'Name of a new workflow', 'WORKFLOWS_DEFAULT_NAME'),
  usesTags: onOff('MILLRACE_TAGS', true, 'Tags on workflows', 'N8N_WORKFLOW_TAGS_DISABLED', true),
  usesTemplates: onOff('MILLRACE_TEMPLATES', false, 'Browse templates', 'N8N_TEMPLATES_ENABLED'),
  templatesHost: url('MILLRACE_TEMPLATES_HOST', '', 'Address of the templates service', 'N8N_TEMPLATES_HOST'),
  asksForVersions: onOff(
    'MILLRACE_VERSION_NOTIFICATIONS_ENABLED',
    true,
    'Tell of newer versions, where a service that knows them is named',
    'N8N_VERSION_NOTIFICATIONS_ENABLED',
  ),
  versionsEndpoint: url(
    'MILLRACE_VERSION_NOTIFICATIONS_ENDPOINT',
    '',
    'Address that answers which versions there are; it is told this version and the id of the instance',
  ),
  versionsInfoUrl: url('MILLRACE_VERSION_NOTIFICATIONS_INFO_URL', '', 'Page about how to update'),
  helpQuickstartUrl: url(
    'MILLRACE_HELP_QUICKSTART_URL',
    '',
    'Page with a first look, in the help menu; without an address it is not offered',
  ),
  helpDocumentationUrl: url('MILLRACE_HELP_DOCUMENTATION_URL', '', 'Page of the documentation, in the help menu'),
  helpForumUrl: url('MILLRACE_HELP_FORUM_URL', '', 'Page where people ask each other, in the help menu'),
  helpCoursesUrl: url('MILLRACE_HELP_COURSES_URL', '', 'Page of courses, in the help menu'),
  helpRequestNodeUrl: url(
    'MILLRACE_HELP_REQUEST_NODE_URL',
    '',
    'Page where a missing node or feature is asked for; {node} in it becomes what was searched for, or the name of the node type',
  ),
  usesCommunityPackages: onOff('MILLRACE_COMMUNITY_PACKAGES', true, 'Community packages', 'N8N_COMMUNITY_PACKAGES_ENABLED'),
  usesPublicApi: onOff('MILLRACE_PUBLIC_API', true, 'The public API', 'N8N_PUBLIC_API_DISABLED', true),
  publicApiPath: segment('MILLRACE_PUBLIC_API_PATH', 'api', 'First part of the paths of the public API', 'N8N_PUBLIC_API_ENDPOINT'),
  asksSurvey: onOff('MILLRACE_SURVEY', false, 'Ask new users what they use this for', 'N8N_PERSONALIZATION_ENABLED'),
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
    'Hours after which somebody who did nothing has to sign in again',
    'N8N_USER_MANAGEMENT_JWT_DURATION_HOURS',
    { least: 1, most: 87_600 },
  ),
  encryptionKey: text(
    'MILLRACE_ENCRYPTION_KEY',
    '',
    'Key of the stored credentials; one is made in the data folder when absent',
    'N8N_ENCRYPTION_KEY',
  ),
  smtpHost: text('MILLRACE_SMTP_HOST', '', 'Mail server', 'N8N_SMTP_HOST'),
  smtpPort: integer('MILLRACE_SMTP_PORT', 465, 'Its port', 'N8N_SMTP_PORT', { least: 1, most: 65_535 }),
  smtpUser: text('MILLRACE_SMTP_USER', '', 'Its user', 'N8N_SMTP_USER'),
  smtpPassword: text('MILLRACE_SMTP_PASSWORD', '', 'Its password', 'N8N_SMTP_PASS'),
  smtpSender: text('MILLRACE_SMTP_SENDER', '', 'Sender of e-mails', 'N8N_SMTP_SENDER'),
  smtpSsl: onOff('MILLRACE_SMTP_SSL', true, 'Speak TLS from the start', 'N8N_SMTP_SSL'),
  logLevel: {
    kind: 'logLevel',
    variable: 'MILLRACE_LOG_LEVEL',
    fallback: 'N8N_LOG_LEVEL',
    default: 'info',
    about: 'How much is logged: silent, error, warn, info or debug',
  } as SettingSpec<'logLevel', 'silent' | 'error' | 'warn' | 'info' | 'debug'>,
  stopSeconds: integer(
    'MILLRACE_STOP_TIMEOUT',
    8,
    'Seconds that running executions are given when the server stops',
    'N8N_GRACEFUL_SHUTDOWN_TIMEOUT',
    { most: 3600 },
  ),
} as const satisfies Record<string, SettingSpec>;

export type ServerSettings = {
  readonly [K in keyof typeof settingsTable]: (typeof settingsTable)[K] extends SettingSpec<Kind, infer D> ? D : never;
};
