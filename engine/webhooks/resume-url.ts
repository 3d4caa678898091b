// URLs that resume waiting executions. They are signed, so that knowing an execution's id is not enough.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WaitingKind, WebhookSettings } from './settings.ts';

/** Returns the signature of an execution's URL. */
export function signResume(secret: string, executionId: string): string {
  return createHmac('sha256', secret).update(`resume:${executionId}`).digest('base64url');
}

/** Whether the signature is valid; compared in constant time. */
export function isResumeSigned(secret: string, executionId: string, signature: string | undefined): boolean {
  const expected = Buffer.from(signResume(secret, executionId));
  const actual = Buffer.from(signature ?? '');
  return actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected);
}

/** `{base}/{prefix}/{executionId}[/{suffix}]?signature=…` */
export function resumeUrl(base: string, prefix: string, secret: string, executionId: string, suffix = ''): string {
  const path = [prefix, encodeURIComponent(executionId), ...(suffix === '' ? [] : [suffix])].join('/');
  return `${base}/${path}?signature=${signResume(secret, executionId)}`;
}

/** Returns a function that creates the resume URLs of waiting executions. */
export const resumeUrls =
  ({ baseUrl, prefixes, secret }: Pick<WebhookSettings, 'baseUrl' | 'prefixes' | 'secret'>) =>
  (endpoint: WaitingKind, executionId: string, suffix = ''): string =>
    resumeUrl(baseUrl(), prefixes[endpoint], secret, executionId, suffix);

export interface ResumeAddress {
  readonly executionId: string;
  readonly suffix: string;
  readonly signature: string | undefined;
  /** The remaining query. */
  readonly query: string;
}

const signed = /(^|&)signature=([\w-]*)([^&]*)(?:&|$)/;

/** Parses a URL. Users append a suffix or a query to the given URL (`…?signature=x/suffix`, `…?signature=x?approved=true`); both are accepted. */
export function splitResume(path: string, query: string): ResumeAddress {
  const slash = path.indexOf('/');
  const executionId = slash < 0 ? path : path.slice(0, slash);
  const suffix = slash < 0 ? '' : path.slice(slash + 1);
  const match = signed.exec(query);
  if (match === null) return { executionId, suffix, signature: undefined, query };
  const [whole, , signature, behind = ''] = match;
  const more = behind.indexOf('?');
  const behindPath = more < 0 ? behind : behind.slice(0, more);
  const behindQuery = more < 0 ? '' : behind.slice(more + 1);
  const rest = [query.slice(0, match.index), behindQuery, query.slice(match.index + whole.length)].filter((part) => part !== '');
  return {
    executionId,
    suffix: behindPath.startsWith('/') ? [suffix, behindPath.slice(1)].filter((part) => part !== '').join('/') : suffix,
    signature,
    query: rest.join('&'),
  };
}
