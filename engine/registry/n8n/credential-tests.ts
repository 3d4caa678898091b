// Tests of credentials in packages: requests that a type or a node declares, and functions of nodes, which run in the package's process.
import type { JsonObject } from '../../contract/json.ts';
import { evaluateAlone, signedWithData, type SigningInput } from '../../execution/http/credential-signing.ts';
import type { CatalogTest } from '../../packages/catalog.ts';
import { NodeError, type CredentialTest, type DetachedContext, type TestCode, type TestRequest, type TestRule } from '../../sdk/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { PackageOfNode } from './call-context.ts';

type Owner = Pick<PackageOfNode, 'packages' | 'name' | 'credentialType'>;
type Fields = Readonly<Record<string, unknown>>;

/** Returns the tests of a package's nodes by credential type; the first of a type counts. */
export function testsByNodes(owner: Owner, tests: readonly CatalogTest[]): ReadonlyMap<string, CredentialTest> {
  const match = new Map<string, CredentialTest>();
  for (const test of tests) {
    const usable = 'test' in test ? declaredTest(test.test) : testByCode(owner, test);
    if (usable !== undefined && !match.has(test.credential)) match.set(test.credential, usable);
  }
  return match;
}

/** Maximum length of a message of package code. */
const LONGEST = 1000;

function testByCode(
  { packages, name, credentialType }: Owner,
  { place, version, method }: Extract<CatalogTest, { method: string }>,
): TestCode {
  return {
    run: async (data, { http, now, id, name: label, type, signal }) => {
      const sender = { http, signRequest: signer(credentialType, { http, now, evaluate: evaluateAlone }) };
      const credential: JsonObject = { name: label, type, data, ...(id === undefined ? {} : { id }) };
      const called = await packages.call(name, { kind: 'credentialTest', place, version, method, credential }, { signal, sender });
      const { status, message } = isRecord(called) && isRecord(called['result']) ? called['result'] : {};
      if ((status !== 'OK' && status !== 'Error') || (message !== undefined && typeof message !== 'string')) {
        throw new NodeError(`The test of the package ${name} returned no result. Ask the package's authors to mend it.`, {
          code: 'PACKAGE_FAILED',
        });
      }
      return { status, message: message === undefined || message === '' ? 'The package gives no reason.' : message.slice(0, LONGEST) };
    },
  };
}

/** Returns a function that signs requests of a test with data that it passes: a test has no other credentials. */
const signer =
  (credentialType: Owner['credentialType'], signing: SigningInput): DetachedContext['signRequest'] =>
  async (type, request, _itemIndex, { credentialData, ...options } = {}) => {
    const definition = await credentialType(type);
    if (definition === undefined) throw new NodeError(`There is no credential type "${type}".`, { code: 'CREDENTIAL_NOT_FOUND' });
    if (credentialData !== undefined) return signedWithData(definition, credentialData, { ...options, ...signing }, request);
    throw new NodeError('The test of a credential can sign requests only with data that it passes as "credentialsDecrypted".', {
      code: 'CREDENTIAL_NOT_FOUND',
      hint: "Ask the package's authors to mend it.",
    });
  };

/** Returns a test that a description declares: a request, and rules on its response. Undefined if its address is not complete. */
export function declaredTest({ request, rules }: Fields): TestRequest | undefined {
  if (!isRecord(request)) return undefined;
  const { baseURL = '', url = '', method, headers, qs, body, skipSslCertificateValidation: skips, ignoreHttpStatusErrors } = request;
  const address = addressOf(String(baseURL as string), String(url as string));
  if (!/^(?:=|https?:)/i.test(address)) return undefined;
  return {
    url: address,
    ...(typeof method === 'string' ? { method } : {}),
    ...(isRecord(headers) ? { headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)])) } : {}),
    ...(isRecord(qs) ? { query: qs } : {}),
    ...(typeof body === 'string' || isRecord(body) ? { body: body as string | JsonObject } : {}),
    ...(typeof skips === 'boolean' || typeof skips === 'string' ? { allowsUnauthorizedCerts: skips } : {}),
    ...(ignoreHttpStatusErrors === true ? { ignoresStatus: true } : {}),
    ...(Array.isArray(rules) ? { rules: rules.filter(isRecord).flatMap(ruleOf) } : {}),
  };
}

/** Returns the URL of both parts. If either is an expression, the whole is one. */
function addressOf(base: string, path: string): string {
  const parts = [base, path].filter((part) => part !== '');
  if (parts.some((part) => part.startsWith('='))) return `=${parts.map((part) => part.replace(/^=/, '')).join('')}`;
  if (base === '' || /^https?:/.test(path)) return path;
  return `${base.replace(/\/+$/, '')}${path === '' || path.startsWith('/') ? path : `/${path}`}`;
}

function ruleOf({ type, properties }: Fields): readonly TestRule[] {
  const { value, key, message } = isRecord(properties) ? properties : {};
  const visible = typeof message === 'string' && message !== '' ? message : 'The service refused the credential.';
  if (type === 'responseCode' && typeof value === 'number') return [{ type, value, message: visible }];
  if (type !== 'responseSuccessBody' || typeof key !== 'string') return [];
  return [{ type, key, message: visible, ...(value === undefined ? {} : { value }) }];
}
