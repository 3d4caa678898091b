// Options of the server's parts, derived from the settings.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { StorageChoice } from '../binary/storage.ts';
import { AppError } from '../contract/errors.ts';
import type { ReachSettings } from '../files/reach.ts';
import type { ExecutionSettings } from '../execution/index.ts';
import type { PackagesOptions } from '../packages/index.ts';
import type { NodeChoice } from '../registry/index.ts';
import type { SandboxOptions } from '../sandbox/index.ts';
import type { MailSettings } from '../services/mail/mailer.ts';
import { defaultWebhookSettings, type WebhookSettings } from '../webhooks/index.ts';
import type { InstanceAddresses } from './addresses.ts';
import { settingsTable, type ServerSettings } from './table.ts';

const MiB = 1024 * 1024;

export function webhookSettingsOf(
  settings: ServerSettings,
  addresses: InstanceAddresses,
  secret: string,
  hiddenCookies: readonly string[],
): WebhookSettings {
  return {
    ...defaultWebhookSettings,
    baseUrl: () => addresses.webhooks.url.slice(0, -1),
    basePath: addresses.basePath.slice(0, -1),
    prefixes: {
      webhook: settings.webhookPrefix,
      'webhook-test': settings.webhookTestPrefix,
      'webhook-waiting': settings.webhookWaitingPrefix,
      form: settings.formPrefix,
      'form-test': settings.formTestPrefix,
      'form-waiting': settings.formWaitingPrefix,
      mcp: settings.mcpPrefix,
      'mcp-test': settings.mcpTestPrefix,
    },
    bodyLimit: settings.webhookBodyMiB * MiB,
    fileLimit: settings.webhookFileMiB * MiB,
    uploadLimit: Math.max(defaultWebhookSettings.uploadLimit, settings.webhookFileMiB * MiB * 2),
    proxyHops: settings.proxyHops,
    secret,
    hiddenCookies,
  };
}

export function executionSettingsOf(
  settings: ServerSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Omit<ExecutionSettings, 'resumeUrl'> {
  const { secretsEnvPrefix } = settings;
  const isExternal = (name: string): boolean => secretsEnvPrefix !== '' && name.startsWith(secretsEnvPrefix);
  const seen = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isSecretName(entry[0]) && !isExternal(entry[0]),
  );
  return {
    ...runSettingsOf(settings),
    vars: {},
    archives: { maxBytes: settings.archiveMiB * MiB, maxEntries: settings.archiveEntries },
    env: settings.nodesSeeEnvironment ? Object.fromEntries(seen) : undefined,
  };
}

const AWS = /^https?:\/\/(?:[\w.-]+\.)?amazonaws\.com(?:\.cn)?(?::\d+)?(?:\/|$)/;

/** Returns where files of items are stored. Throws BAD_REQUEST if the settings contradict each other. */
export function fileStorageOf(
  settings: Pick<ServerSettings, 'files' | 'database' | 's3Endpoint' | 's3Region' | 's3AccessKey' | 's3SecretKey' | 's3PathStyle'>,
): StorageChoice {
  const { files, database, s3Endpoint, s3Region: region, s3AccessKey: accessKey, s3SecretKey: secretKey, s3PathStyle } = settings;
  const s3 = /^s3:\/\/([^/]+)\/*(.*?)\/*$/.exec(files);
  if (s3 !== null) {
    const [, bucket = '', prefix = ''] = s3;
    if ((accessKey === '') !== (secretKey === '')) throw wrongS3(settingsTable[accessKey === '' ? 's3AccessKey' : 's3SecretKey'].variable);
    // The variable of n8n has the name of the host.
    const endpoint = s3Endpoint === '' || s3Endpoint.includes('://') ? s3Endpoint : `https://${s3Endpoint}`;
    if (endpoint !== '' && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) throw wrongS3(settingsTable.s3Endpoint.variable);
    const usesPathStyle = s3PathStyle === 'auto' ? endpoint !== '' && !AWS.test(endpoint) : s3PathStyle === 'true';
    return { bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region, accessKey, secretKey, usesPathStyle };
  }
  if (files === 'database' && database === '') {
    const message = `With ${settingsTable.files.variable}=database, ${settingsTable.database.variable} must be the address of a Postgres database.`;
    throw new AppError('BAD_REQUEST', message, { params: { name: settingsTable.files.variable } });
  }
  if (files !== '') return files === 'disk' ? 'disk' : 'database';
  return database === '' ? 'disk' : 'database';
}

const wrongS3 = (name: string): AppError => {
  const reason = name === settingsTable.s3Endpoint.variable ? 'must be an address that begins with http:// or https://' : 'is not set';
  return new AppError('BAD_REQUEST', `Files are stored in S3, and the setting ${name} ${reason}.`, { params: { name } });
};

/** What the settings determine for runs that start from now on. */
export const runSettingsOf = ({ timezone, executionTimeout }: ServerSettings): Pick<ExecutionSettings, 'timezone' | 'timeout'> => ({
  timezone,
  timeout: executionTimeout > 0 ? executionTimeout * 1000 : 0,
});

/** The server's own secrets are never exposed, even if nodes may read the environment. */
const isSecretName = (name: string): boolean => /^(?:MILLRACE|N8N)_.*(?:KEY|PASS|SECRET|TOKEN)/.test(name);

/**
 * What workflows may reach of the computer. `dataDir`: folder of the database and of the key. `environment`: may refer to files that contain the
 * server's secrets.
 */
export const reachSettingsOf = (
  { fileFolders, fileMaxMiB, commands, includedNodes, excludedNodes, tlsKey, secretsPath }: ServerSettings,
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
): ReachSettings => ({
  folders: fileFolders,
  commands,
  hasCommands: !excludedNodes.includes(COMMAND_NODE) && (includedNodes.length === 0 || includedNodes.includes(COMMAND_NODE)),
  dataDir,
  home: homedir(),
  blocked: [...[tlsKey, secretsPath].filter((path) => path !== '').map((path) => resolve(path)), ...secretFilesIn(environment)],
  maxBytes: fileMaxMiB * MiB,
});

const COMMAND_NODE = 'n8n-nodes-base.executeCommand';

/** Returns the files from which settings are read. */
const secretFilesIn = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(environment).flatMap(([name, file]) =>
    /^(?:MILLRACE|N8N)_.*_FILE$/.test(name) && file !== undefined && file !== '' ? [resolve(file)] : [],
  );

export const nodeChoiceOf = ({ includedNodes, excludedNodes }: ServerSettings): NodeChoice => ({
  include: includedNodes,
  exclude: excludedNodes,
});

/** Returns how the code of packages runs: its limits, and which packages run inside the engine. */
export const packageRunsOf = (
  settings: Pick<ServerSettings, 'packageMemoryMiB' | 'packageStuckSeconds' | 'trustedPackages'>,
): Required<Pick<PackagesOptions, 'memory' | 'stuckAfter' | 'trusted'>> => ({
  memory: settings.packageMemoryMiB,
  stuckAfter: settings.packageStuckSeconds * 1000,
  trusted: settings.trustedPackages,
});

/** Returns whether a package's node type is used instead of a built-in one with the same name. */
export const packagePreferenceOf =
  ({ prefersPackageTypes, preferredPackageTypes }: Pick<ServerSettings, 'prefersPackageTypes' | 'preferredPackageTypes'>) =>
  (type: string): boolean =>
    prefersPackageTypes || preferredPackageTypes.includes(type);

/** Returns the key and certificate for HTTPS; undefined for HTTP. Throws BAD_REQUEST if a file is not set or cannot be read. */
export function tlsOf(settings: ServerSettings): { readonly key: Buffer; readonly cert: Buffer } | undefined {
  if (settings.protocol !== 'https') return undefined;
  const read = (name: 'tlsKey' | 'tlsCertificate'): Buffer => {
    const { variable } = settingsTable[name];
    if (settings[name] === '') {
      const message = `The server is to speak https, but ${variable} names no file. Set it, or set ${settingsTable.protocol.variable} to http.`;
      throw new AppError('BAD_REQUEST', message, { params: { name: variable } });
    }
    try {
      return readFileSync(settings[name]);
    } catch (cause) {
      throw new AppError('BAD_REQUEST', `The file that ${variable} names cannot be read: ${(cause as Error).message}.`, {
        params: { name: variable },
        cause,
      });
    }
  };
  return { key: read('tlsKey'), cert: read('tlsCertificate') };
}

/** Limits of connections. Times are in milliseconds; 0 for no limit. */
export interface ConnectionLimits {
  /** Time until the headers of a request must have arrived. */
  readonly headers: number;
  /** Longest pause while the body of a request arrives. */
  readonly pause: number;
  /** Time until a request must have arrived completely. */
  readonly request: number;
  /** Maximum number of open connections. */
  readonly count: number;
}

/** Returns the timeouts of incoming requests and the maximum number of connections. */
export const connectionLimitsOf = ({
  headerSeconds,
  bodyPauseSeconds,
  requestSeconds,
  maxConnections,
}: ServerSettings): ConnectionLimits => ({
  headers: headerSeconds * 1000,
  pause: bodyPauseSeconds * 1000,
  request: requestSeconds * 1000,
  count: maxConnections,
});

/** Limits and modules of user code. */
export function sandboxOptionsOf({ codeTimeout, codeMemoryMiB, codeRuns, codeQueue, codeModules }: ServerSettings): SandboxOptions {
  return {
    timeout: codeTimeout * 1000,
    memory: codeMemoryMiB,
    queue: codeQueue,
    allowedModules: codeModules,
    ...(codeRuns === 0 ? {} : { size: codeRuns }),
  };
}

export function smtpOf(settings: ServerSettings): MailSettings | undefined {
  if (settings.smtpHost === '') return undefined;
  return {
    host: settings.smtpHost,
    port: settings.smtpPort,
    ssl: settings.smtpSsl,
    ...(settings.smtpUser === '' ? {} : { user: settings.smtpUser }),
    ...(settings.smtpPassword === '' ? {} : { pass: settings.smtpPassword }),
    ...(settings.smtpSender === '' ? {} : { sender: settings.smtpSender }),
  };
}

/** Returns the address of the update check; undefined if it is disabled or not configured. */
export const versionsEndpointOf = ({ asksForVersions, versionsEndpoint }: ServerSettings): string | undefined =>
  asksForVersions && versionsEndpoint !== '' ? versionsEndpoint : undefined;
