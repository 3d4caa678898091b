// Tests a credential with the request that its type declares, or with code of a package.
import type { JsonObject } from '../../contract/json.ts';
import { resolvedData, signedRequest, type Evaluate } from '../../execution/index.ts';
import {
  NodeError,
  withQuery,
  type CredentialCall,
  type CredentialDefinition,
  type HttpRequest,
  type HttpResponse,
  type TestRequest,
  type TestResult,
  type TestRule,
} from '../../sdk/index.ts';
import { isVisible, scopeOf } from '../../workflow/parameters/visibility.ts';
import { getPath } from '../../workflow/values/object-path.ts';

/** Milliseconds that the service has to respond. */
const TIMEOUT = 15_000;

const passed: TestResult = { status: 'OK', message: 'The connection was tested successfully.' };

/** Never rejects: a failure is part of the result. Messages do not contain the credential's data, unless code of a package puts it there. */
export async function testCredential(
  type: CredentialDefinition,
  data: JsonObject,
  call: CredentialCall & { readonly id?: string },
  evaluator: () => Promise<Evaluate>,
): Promise<TestResult> {
  const { test, connection } = type;
  // Renewing the token of a connected account would invalidate the stored one.
  if (test === undefined || connection !== undefined)
    return { status: 'Error', message: `Credentials of the type "${type.displayName}" cannot be tested.` };
  try {
    const evaluate = await evaluator();
    const complete = resolvedData(data, type, evaluate);
    if ('run' in test) {
      const { status, message } = await test.run(complete, { ...call, type: type.name, signal: AbortSignal.timeout(TIMEOUT) });
      return status === 'OK' ? passed : { status, message };
    }
    return await sendTest(test, { type, data: complete, evaluate }, call);
  } catch (error) {
    return { status: 'Error', message: error instanceof Error ? error.message : String(error) };
  }
}

async function sendTest(
  test: TestRequest,
  { type, data, evaluate }: { readonly type: CredentialDefinition; readonly data: JsonObject; readonly evaluate: Evaluate },
  { http, now, name }: CredentialCall,
): Promise<TestResult> {
  // A stored token would hide that the password is wrong.
  const fetched = await type.preAuthentication?.fetch(data, { http, now, name });
  // The rule on domains is for HTTP Request nodes; the test calls the address of the type.
  const resolved: JsonObject = { ...data, ...fetched, allowedHttpRequestDomains: 'all' };
  const filled = (value: unknown): unknown => filledTexts(value, (text) => evaluate(text, { $credentials: resolved }) ?? '');
  const { url, method = 'GET', headers = {}, query = {}, body, allowsUnauthorizedCerts, ignoresStatus = false, rules = [] } = test;
  const content = filled(body);
  const entries = (fields: Readonly<Record<string, unknown>>) =>
    Object.entries(filled(fields) as object).map(([key, value]) => [key, String(value)] as const);
  const request: HttpRequest = {
    url: withQuery(addressOf(type, url, String(filled(url)), resolved), entries(query)),
    method,
    headers: {
      accept: 'application/json',
      ...(typeof content === 'object' ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(entries(headers)),
    },
    ...(content === undefined ? {} : { body: typeof content === 'string' ? content : JSON.stringify(content) }),
    timeout: TIMEOUT,
    maxRedirects: 5,
    allowUnauthorizedCerts:
      resolved['allowUnauthorizedCerts'] === true || resolved['ignoreSSLIssues'] === true || filled(allowsUnauthorizedCerts) === true,
  };
  const response = await http.request(type.sign === undefined ? request : await signedRequest({ type, data: resolved, evaluate }, request));
  const broken = await brokenRule(rules, response);
  if (broken !== undefined) return { status: 'Error', message: broken.message };
  const { status, statusText } = response;
  if (ignoresStatus || (status >= 200 && status < 300)) return passed;
  const reason = status === 401 || status === 403 ? 'The service refused the credential' : 'The service responded with an error';
  return { status: 'Error', message: `${reason}: ${status} ${statusText}`.trim() };
}

/** Returns a copy in which texts that are expressions have their values. */
function filledTexts(value: unknown, evaluate: (text: string) => unknown): unknown {
  if (typeof value === 'string') return value.startsWith('=') ? evaluate(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => filledTexts(entry, evaluate));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filledTexts(entry, evaluate)]));
}

/** Returns the first rule that the response breaks. */
async function brokenRule(rules: readonly TestRule[], response: HttpResponse): Promise<TestRule | undefined> {
  const readsBody = rules.some(({ type }) => type === 'responseSuccessBody');
  const body = readsBody ? parseJson(Buffer.from(await response.bytes()).toString('utf8')) : undefined;
  return rules.find((rule) => {
    if (rule.type === 'responseCode') return response.status === rule.value;
    // Without JSON, the response does not say anything about its fields.
    return typeof body === 'object' && body !== null && getPath(body, rule.key) === rule.value;
  });
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Returns the URL of a test. Throws NodeError PARAMETER_INVALID with the field that makes the URL invalid. */
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
