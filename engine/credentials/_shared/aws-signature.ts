// Signs requests with AWS Signature Version 4, in their Authorization header.
import { createHash, createHmac } from 'node:crypto';
import { comparePairs, compareTexts, percentEncoded } from './percent-encoding.ts';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface AwsScope {
  /** Name of the service in signatures, such as `s3`. */
  readonly service: string;
  readonly region: string;
}

export interface AwsRequest {
  readonly method: string;
  /** Path, encoded as in the request. */
  readonly path: string;
  /** Decoded names and values. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** All headers to sign, including `host` and `x-amz-date`. */
  readonly headers: readonly (readonly [name: string, value: string | readonly string[]])[];
  /** SHA-256 hash of the body in hexadecimal. */
  readonly payloadHash: string;
}

/** Returns the value of the Authorization header. `time`: value of the header `x-amz-date`. */
export function awsAuthorization(request: AwsRequest, { service, region }: AwsScope, keys: AwsKeys, time: string): string {
  const { method, path, query, headers, payloadHash } = request;
  const { lines, names } = canonicalHeaders(headers);
  const canonical = [method.toUpperCase(), canonicalPath(path, service), canonicalQuery(query), ...lines, '', names, payloadHash].join(
    '\n',
  );
  const date = time.slice(0, 8);
  const scope = `${date}/${region}/${service}/aws4_request`;
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key)
    .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${hashOf(canonical)}`)
    .digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the path for the canonical request: percent-encoded again and without repeated slashes. For S3 the path is used unchanged, since
 * slashes and percent signs belong to object names.
 */
export function canonicalPath(path: string, service: string): string {
  const segments = path.split('/');
  if (service === 's3') return segments.map((segment) => percentEncoded(decoded(segment))).join('/') || '/';
  const isOpen = /\/\.{0,2}$/.test(path);
  const saved: string[] = [];
  for (const segment of segments) {
    if (segment === '..') saved.pop();
    else if (segment !== '' && segment !== '.') saved.push(percentEncoded(segment));
  }
  return saved.length === 0 ? '/' : `/${saved.join('/')}${isOpen ? '/' : ''}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the query for the canonical request; the request can be sent with it. */
export function canonicalQuery(query: AwsRequest['query']): string {
  return query
    .map(([name, value]) => [percentEncoded(name), percentEncoded(value)] as const)
    .toSorted(comparePairs)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function canonicalHeaders(headers: AwsRequest['headers']): { readonly lines: readonly string[]; readonly names: string } {
  const byName = new Map<string, readonly string[]>();
  for (const [name, value] of headers) {
    const values = [value].flat().map((each) => each.trim().replaceAll(/ +/g, ' '));
    byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), ...values]);
  }
  const sorted = [...byName].toSorted(([name], [other]) => compareTexts(name, other));
  return {
    lines: sorted.map(([name, values]) => `${name}:${values.join(',')}`),
    names: sorted.map(([name]) => name).join(';'),
  };
}
