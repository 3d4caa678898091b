// Runs the declarative nodes of a package, and compares their requests with what their routing says.
import { mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { readNode, type Catalog } from '../../engine/packages/catalog.ts';
import type { Packages } from '../../engine/packages/index.ts';
import { CredentialTypes, createNodeRegistry } from '../../engine/registry/index.ts';
import { usePackage } from '../../engine/registry/n8n/index.ts';
import type { CredentialDefinition, HttpRequest } from '../../engine/sdk/index.ts';
import { expectedRequest, type ExpectedRequest } from './expected-request.ts';
import { operationsOf, versionOf } from './operations.ts';
import { nameOf, runOperation, type Operation } from './run-operation.ts';

export interface RequestOutcome {
  /** Number of declarative nodes. */
  readonly nodes: number;
  /** Number of operations whose request is as the routing says. */
  readonly right: number;
  /** Number of operations in whose request code of the package, or paging, takes part: they made one. */
  readonly coded: number;
  /** Operations whose code refuses the sample values. */
  readonly rejected: readonly string[];
  /** Operations with another request, or none. */
  readonly faults: readonly string[];
}

/** Credential types whose signature leaves the request as it is, since only the routing is compared. */
class UnsignedTypes extends CredentialTypes {
  override async type(name: string): Promise<CredentialDefinition | undefined> {
    const type = await super.type(name);
    return type === undefined ? undefined : { ...type, sign: (_data, request) => request, preAuthentication: undefined };
  }
}

/** Runs each operation of each version of the declarative nodes with sample values. */
export async function checkRequests(packages: Packages, catalog: Catalog): Promise<RequestOutcome> {
  const root = packages.folderOf(catalog.name);
  const stored = await Promise.all(
    catalog.nodes.map(async (node) => ({ type: node.type, versions: (await readNode(root, node)).versions })),
  );
  const declarative = new Map(
    stored
      .map(
        ({ type, versions }) =>
          [type, versions.filter(isDeclarative).map(({ description }) => String(description['version'] ?? 1))] as const,
      )
      .filter(([, versions]) => versions.length > 0),
  );
  const registry = createNodeRegistry();
  const credentialTypes = new UnsignedTypes([]);
  const tables = { registry, credentialTypes, instanceId: 'test', instanceUrl: () => 'http://localhost' };
  usePackage({ ...tables, prefers: (type) => declarative.has(type) }, packages, catalog);
  await registry.load(declarative.keys());
  const match = { nodes: declarative.size, right: 0, coded: 0, rejected: [] as string[], faults: [] as string[] };
  for (const [type, versions] of declarative) {
    const byVersion = new Map(registry.descriptions(type).map((description) => [String(description.version), description]));
    for (const version of new Set(versions)) {
      const description = byVersion.get(version);
      if (description === undefined) continue;
      for (const operation of operationsOf(description)) {
        const name = nameOf({ description, operation });
        const { kind, reason } = await checkOperation({ registry, credentialTypes, description, operation, response: {} });
        if (kind === 'right' || kind === 'coded') match[kind]++;
        else match[kind].push(`${name}: ${reason ?? ''}`);
      }
    }
  }
  return match;
}

interface Verdict {
  readonly kind: 'right' | 'coded' | 'rejected' | 'faults';
  readonly reason?: string;
}

async function checkOperation(operation: Operation): Promise<Verdict> {
  const { description } = operation;
  const version = versionOf(description);
  const { parameters, credential, now, requests, error } = await runOperation(operation);
  const [request] = requests;
  let expected: ExpectedRequest | undefined;
  // Expressions may contain the time.
  mock.timers.enable({ apis: ['Date'], now });
  try {
    expected = expectedRequest({ description, parameters, typeVersion: version, credential });
  } catch (failure) {
    return { kind: 'faults', reason: `no expectation: ${(failure as Error).message}` };
  } finally {
    mock.timers.reset();
  }
  if (request === undefined) {
    const reason = `no request: ${[error?.message, error?.description].filter(Boolean).join(' ')}`;
    return { kind: expected === undefined ? 'rejected' : 'faults', reason };
  }
  if (expected === undefined) return { kind: 'coded' };
  const reason = differenceOf(expected, request);
  return reason === undefined ? { kind: 'right' } : { kind: 'faults', reason };
}

const isDeclarative = ({ functions, description }: { functions: readonly string[]; description: object }): boolean =>
  functions.length === 0 && ('requestDefaults' in description || JSON.stringify(description).includes('"routing":'));

/** Headers that requests have whether the description names them or not. */
const common: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent']);

/** Returns the first part of the request that is not as expected; undefined if all are. */
function differenceOf(expected: ExpectedRequest, { method = 'GET', url, headers = {}, body }: HttpRequest): string | undefined {
  const address = new URL(url);
  const query = [...address.searchParams].map(([name, value]) => `${name}=${value}`).toSorted();
  address.search = '';
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const parts: readonly (readonly [string, unknown, unknown])[] = [
    ['method', expected.method, method],
    ['URL', expected.url, address.href],
    ['query', expected.query.filter((pair) => !query.includes(pair)), query.filter((pair) => !expected.query.includes(pair))],
    ...Object.entries({ 'user-agent': 'n8n', ...expected.headers }).map(([name, value]) => {
      const actual = sent.get(name);
      return [`header ${name}`, value, name === 'accept' && actual?.startsWith(value) === true ? value : actual] as const;
    }),
    ['other headers', [], [...sent.keys()].filter((name) => expected.headers[name] === undefined && !common.has(name))],
    ['body', plain(expected.body), bodyOf(body, sent.get('content-type') ?? '')],
  ];
  const [name, expectedPart, actual] = parts.find(([, one, other]) => !isDeepStrictEqual(one, other)) ?? [];
  return name === undefined ? undefined : `${name}: expected ${excerptOf(expectedPart)}, sent ${excerptOf(actual)}`;
}

const excerptOf = (value: unknown): string => (JSON.stringify(value) ?? 'none').slice(0, 300);

/** Returns the value as JSON transports it. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown));

function bodyOf(body: HttpRequest['body'], contentType: string): unknown {
  if (body === undefined) return undefined;
  const text = typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : 'a stream';
  if (contentType.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value = JSON.parse(text) as unknown;
    return isDeepStrictEqual(value, {}) ? undefined : value;
  } catch {
    return text;
  }
}

export const countOfRequests = ({ nodes, right, faults }: RequestOutcome): string =>
  nodes === 0 ? '' : `${right} of ${right + faults.length}`;

/** Returns the section of the page. */
export function requestsSection(outcomes: readonly RequestOutcome[]): readonly string[] {
  const sum = (count: (outcome: RequestOutcome) => number): number => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const right = sum((outcome) => outcome.right);
  const faults = outcomes.flatMap((outcome) => outcome.faults);
  const rejected = outcomes.flatMap((outcome) => outcome.rejected);
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', title, '', ...lines.map((line) => `- ${line}`)];
  return [
    '',
    '## Requests of declarative nodes',
    '',
    `${sum(({ nodes }) => nodes)} nodes have no code to run: their requests are declared in their descriptions. Every operation is run with sample values, and its request is compared with a second reading of the declaration (\`build/test-packages/expected-request.ts\`): method, URL, query, headers and body, before the credential signs.`,
    '',
    `- ${right} of ${right + faults.length} requests are as declared.`,
    `- ${sum(({ coded }) => coded)} more operations have code of their own that changes the request (\`preSend\`), or request pages: they make a request.`,
    `- ${rejected.length} operations make none, since their code refuses the sample values.`,
    ...list('Requests that differ:', faults),
    ...list('Operations whose code refuses the sample values:', rejected),
  ];
}
