// Tests a credential with the request that its type declares.
import type { JsonObject } from '../../contract/json.ts';
import { resolvedData, signedRequest, type Evaluate } from '../../execution/index.ts';
import { NodeError, type CredentialCall, type CredentialDefinition, type HttpRequest } from '../../sdk/index.ts';
import { isVisible, scopeOf } from '../../workflow/parameters/visibility.ts';

/** Milliseconds that the service has to respond. */
const TIMEOUT = 15_000;

export interface CredentialTestResult {
  readonly status: 'OK' | 'Error';
  readonly message: string;
}

/** Never rejects: a failure is part of the result. Messages do not contain the credential's data. */
export async function testCredential(
  type: CredentialDefinition,
  data: JsonObject,
  { http, now, name }: CredentialCall,
  evaluator: () => Promise<Evaluate>,
): Promise<CredentialTestResult> {
  const { test, preAuthentication } = type;
  // Renewing the token of a connected account would invalidate the stored one.
  if (test === undefined || type.connection !== undefined)
    return { status: 'Error', message: `Credentials of the type "${type.displayName}" cannot be tested.` };
  try {
    const evaluate = await evaluator();
    const complete = resolvedData(data, type, evaluate);
    // A stored token would hide that the password is wrong.
    const fetched = await preAuthentication?.fetch(complete, { http, now, name });
    // The rule on domains is for HTTP Request nodes; the test calls the address of the type.
    const resolved: JsonObject = { ...complete, ...fetched, allowedHttpRequestDomains: 'all' };
    const filled = (value: string): string => (value.startsWith('=') ? String(evaluate(value, { $credentials: resolved }) ?? '') : value);
    const request: HttpRequest = {
      url: addressOf(type, test.url, filled(test.url), resolved),
      method: test.method ?? 'GET',
      headers: { accept: 'application/json', ...test.headers },
      ...(test.body === undefined ? {} : { body: filled(test.body) }),
      timeout: TIMEOUT,
      maxRedirects: 5,
      allowUnauthorizedCerts: resolved['allowUnauthorizedCerts'] === true || resolved['ignoreSSLIssues'] === true,
    };
    const { status, statusText } = await http.request(
      type.sign === undefined ? request : await signedRequest({ type, data: resolved, evaluate }, request),
    );
    if (status >= 200 && status < 300) return { status: 'OK', message: 'The connection was tested successfully.' };
    const reason = status === 401 || status === 403 ? 'The service refused the credential' : 'The service responded with an error';
    return { status: 'Error', message: `${reason}: ${status} ${statusText}`.trim() };
  } catch (error) {
    return { status: 'Error', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the URL of a test. Throws NodeError PARAMETER_INVALID with the field that keeps it from being one. */
function addressOf(type: CredentialDefinition, rule: string, url: string, data: JsonObject): string {
  const scope = scopeOf(data, data, 1, { name: type.name });
  const used = new Set([...rule.matchAll(/\$credentials\??\.(\w+)/g)].map(([, name]) => name));
  const fields = type.fields.filter(({ name, displayOptions }) => used.has(name) && isVisible(displayOptions, scope));
  const missing = fields.find(({ name }) => String(data[name] ?? '').trim() === '');
  if (missing !== undefined) {
    throw new NodeError(`Enter a value for "${missing.displayName}": the address of the test contains it.`, { code: 'PARAMETER_INVALID' });
  }
  if (/^https?:/i.test(url) && URL.canParse(url)) return url;
  const names = fields.map(({ displayName }) => `"${displayName}"`).join(', ');
  throw new NodeError(`The address of the service is not a URL. Check ${names}: it must start with http:// or https://.`, {
    code: 'PARAMETER_INVALID',
  });
}
