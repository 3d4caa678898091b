// Settings of the webhooks: addresses, limits and timeouts.

/** The kinds of webhook URLs; each has its own prefix. */
export const webhookKinds = ['webhook', 'webhook-test', 'webhook-waiting', 'form', 'form-test', 'form-waiting', 'mcp', 'mcp-test'] as const;
export type WebhookKind = (typeof webhookKinds)[number];
/** The kinds of URLs that resume a waiting execution. */
export type WaitingKind = Extract<WebhookKind, `${string}-waiting`>;

/** Returns the kind without its ending: webhooks and forms have paths of their own. */
export const webhookSpaceOf = (kind: WebhookKind): string => kind.split('-')[0] ?? kind;

export interface WebhookSettings {
  /**
   * Public URL of this instance including the base path, without a trailing slash: `https://example.com/flows`. Known once the server is
   * listening.
   */
  readonly baseUrl: () => string;
  /** Base path: empty, or with a leading slash and without a trailing one. */
  readonly basePath: string;
  /** First segment of the path, by kind. */
  readonly prefixes: Readonly<Record<WebhookKind, string>>;
  /** Maximum bytes of a decoded body that is not a file. */
  readonly bodyLimit: number;
  /** Maximum bytes of one file. */
  readonly fileLimit: number;
  /** Maximum bytes of all files and fields of one request. */
  readonly uploadLimit: number;
  /** Number of proxies in front of this server whose forwarded addresses are trusted. */
  readonly proxyHops: number;
  /** Secret that signs the URLs of waiting executions. */
  readonly secret: string;
  /** Names of the product's own cookies, which workflows may not read. Names that extend one of them with a hyphen count as well. */
  readonly hiddenCookies: readonly string[];
  /** Milliseconds that a test webhook waits for a request. */
  readonly testLifetime: number;
  /** Milliseconds that the submitter of a form waits for the next page before a waiting page is shown. */
  readonly patience: number;
}

const MiB = 1024 * 1024;

/** Defaults of all settings except the address and the secret, which have none. */
export const defaultWebhookSettings: Omit<WebhookSettings, 'baseUrl' | 'secret'> = {
  basePath: '',
  prefixes: {
    webhook: 'webhook',
    'webhook-test': 'webhook-test',
    'webhook-waiting': 'webhook-waiting',
    form: 'form',
    'form-test': 'form-test',
    'form-waiting': 'form-waiting',
    mcp: 'mcp',
    'mcp-test': 'mcp-test',
  },
  bodyLimit: 16 * MiB,
  fileLimit: 200 * MiB,
  uploadLimit: 1024 * MiB,
  proxyHops: 0,
  hiddenCookies: [],
  testLifetime: 120_000,
  patience: 20_000,
};
