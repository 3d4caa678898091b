// Signs requests for AWS and for S3-compatible services.
import { NodeError, type CredentialData, type HttpRequest } from '../../sdk/index.ts';
import { awsAuthorization, canonicalQuery, type AwsScope } from './aws-signature.ts';
import { bodyHash } from './body-hash.ts';
import { trimmedText } from './pasted-text.ts';

/** Headers that connections or proxies change, so that they are not signed. */
const unsigned: ReadonlySet<string> = new Set(
  'accept accept-encoding authorization connection content-length expect proxy-authorization transfer-encoding user-agent x-amzn-trace-id'.split(
    ' ',
  ),
);
/** Headers that the signature sets. Those set by the node, and its Authorization header, are replaced. */
const own: ReadonlySet<string> = new Set(['authorization', 'x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token']);

/** `session`: token of temporary keys; empty for permanent keys. Throws NodeError if the keys are missing, or if the body can be read only once. */
export async function signForAws(
  request: HttpRequest,
  scope: AwsScope,
  data: CredentialData,
  session: string,
  now = new Date(),
): Promise<HttpRequest> {
  const keys = { accessKeyId: trimmedText(data['accessKeyId']), secretAccessKey: trimmedText(data['secretAccessKey']) };
  if (keys.accessKeyId === '' || keys.secretAccessKey === '') {
    throw new NodeError('The credential has no access key.', {
      code: 'PARAMETER_INVALID',
      hint: 'Enter the access key ID and the secret access key in the credential.',
    });
  }
  const url = new URL(request.url);
  const query = [...url.searchParams];
  // Services decode queries in different ways, but all of them agree on this form.
  url.search = canonicalQuery(query);
  const payloadHash = await bodyHash(request.body, 'sha256');
  const time = now.toISOString().replaceAll(/[:-]|\.\d+/g, '');
  const signedHeaders: Record<string, string | readonly string[]> = {
    ...Object.fromEntries(Object.entries(request.headers ?? {}).filter(([name]) => !own.has(name.toLowerCase()))),
    'x-amz-date': time,
    ...(scope.service === 's3' ? { 'x-amz-content-sha256': payloadHash } : {}),
    ...(session === '' ? {} : { 'x-amz-security-token': session }),
  };
  const signed = Object.entries(signedHeaders).filter(([name]) => !unsigned.has(name.toLowerCase()));
  const headers = signed.some(([name]) => name.toLowerCase() === 'host') ? signed : [...signed, ['host', url.host] as const];
  const { method = 'GET' } = request;
  const authorization = awsAuthorization({ method, path: url.pathname, query, headers, payloadHash }, scope, keys, time);
  return { ...request, url: url.href, headers: { ...signedHeaders, authorization } };
}
