// Errors of S3 as what is wrong, where, and how to mend it. They contain no keys.
import { AppError } from '../contract/errors.ts';
import type { S3Location } from './storage.ts';

interface SdkError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

type Reason = readonly [reason: string, hint: string];

const keys: Reason = [
  'it rejects the credentials',
  'Check MILLRACE_S3_ACCESS_KEY and MILLRACE_S3_SECRET_KEY, and that the clock of this computer is right.',
];
const denied: Reason = [
  'it denies access',
  'Let the key list the bucket, and get, put and delete its objects (s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload).',
];
const region: Reason = ['the bucket is in another region', 'Set MILLRACE_S3_REGION to the region of the bucket.'];
const noBucket: Reason = ['it has no such bucket', 'Create the bucket, or correct its name in MILLRACE_FILES.'];

/** By the code that S3 sends. */
const byName: ReadonlyMap<string, Reason> = new Map([
  ['NoSuchBucket', noBucket],
  ['InvalidAccessKeyId', keys],
  ['SignatureDoesNotMatch', keys],
  ['RequestTimeTooSkewed', keys],
  ['AccessDenied', denied],
  ['PermanentRedirect', region],
  ['AuthorizationHeaderMalformed', region],
  [
    'CredentialsProviderError',
    ['there are no credentials for it', 'Set MILLRACE_S3_ACCESS_KEY and MILLRACE_S3_SECRET_KEY, or give this computer a role.'],
  ],
]);
const byStatus: ReadonlyMap<number, Reason> = new Map([
  [301, region],
  [403, denied],
  [404, noBucket],
]);
const unreachable = /^(?:E[A-Z]+|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_(?:TLS|SSL))/;

/** Returns an AppError of the code BINARY_STORE_FAILED; errors of the program itself unchanged. */
export function explained(error: unknown, location: Pick<S3Location, 'bucket' | 'endpoint' | 'region'>): unknown {
  if (error instanceof AppError) return error;
  const [reason, hint] = reasonFor(error as SdkError);
  const place = `the bucket ${location.bucket} at ${location.endpoint === '' ? `AWS in ${location.region}` : location.endpoint}`;
  return new AppError('BINARY_STORE_FAILED', `Files of items cannot be stored in or read from ${place}: ${reason}.`, {
    params: { place },
    hint,
    cause: error,
  });
}

function reasonFor({ name, code = '', message, $metadata }: SdkError): Reason {
  if (name === 'TimeoutError') return ['it does not respond', 'Check MILLRACE_S3_ENDPOINT, and the network of this computer.'];
  if (unreachable.test(code)) {
    return [`it cannot be reached (${code})`, 'Check MILLRACE_S3_ENDPOINT, and whether this computer can reach it.'];
  }
  return (
    byName.get(name) ??
    byStatus.get($metadata?.httpStatusCode ?? 0) ?? [
      `${name}${message === '' || message === name ? '' : `: ${message.replace(/\.$/, '')}`}`,
      'Try again later. If it stays, look for the code in the documentation of the service.',
    ]
  );
}
