// Options of the webhooks: addresses, limits and timeouts.

/** The doors a call can come in by; each has a prefix of its own. */
export const webhookKinds = ['webhook', 'webhook-test', 'webhook-waiting', 'form', 'form-test', 'form-waiting'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

export interface WebhookSettings {
  /** Public URL of this instance including the base path, without a trailing slash: `https://example.com/flows`. Known once it listens. */
  readonly baseUrl: () => string;
  /** Base path: empty, or with a leading slash and no trailing one. */
  readonly basePath: string;
  /** First part of the path, by kind. */
  readonly prefixes: Readonly<Record<WebhookKind, string>>;
  /** Bytes of a body that is not a file, content-encoding undone. */
  readonly bodyLimit: number;
  /** Bytes of one file. */
  readonly fileLimit: number;
  /** Bytes of all files and fields of one call. */
  readonly uploadLimit: number;
  /** Number of proxies in front of this server whose forwarded addresses are trusted. */
  readonly proxyHops: number;
  /** Signs the addresses of waiting executions. */
  readonly secret: string;
  /** Cookies of the product itself, which no workflow may see. */
  readonly hiddenCookies: readonly string[];
  /** Milliseconds a test webhook waits for its call. */
  readonly testLifetime: number;
  /** Milliseconds a person who filled in a form waits for the next page before being shown that the work goes on. */
  readonly patience: number;
}

const MiB = 1024 * 1024;

/** All settings but the address and the secret, which have no sensible default. */
export const defaultWebhookSettings: Omit<WebhookSettings, 'baseUrl' | 'secret'> = {
  basePath: '',
  prefixes: {
    webhook: 'webhook',
    'webhook-test': 'webhook-test',
    'webhook-waiting': 'webhook-waiting',
    form: 'form',
    'form-test': 'form-test',
    'form-waiting': 'form-waiting',
  },
  bodyLimit: 16 * MiB,
  fileLimit: 200 * MiB,
  uploadLimit: 1024 * MiB,
  proxyHops: 0,
  hiddenCookies: [],
  testLifetime: 120_000,
  patience: 20_000,
};
