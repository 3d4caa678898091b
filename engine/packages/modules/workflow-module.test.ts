// What packages receive as `n8n-workflow`: limits of credentials, patterns, names, times, rules of nodes, and errors.
import { expect, it } from 'vitest';
import { workflowModule } from './workflow-module.ts';

type Use = (...args: readonly unknown[]) => unknown;
const all = workflowModule as Readonly<Record<string, Use & Readonly<Record<string, Use>>>>;
const use = (name: string, ...args: readonly unknown[]): unknown => all[name]?.(...args);
const errorOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as Error).message;
  }
};

const node = { name: 'Node' };
const limited = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com, *.example.org' };

it.each([
  ['https://example.com/x', undefined],
  ['https://a.example.org', undefined],
  ['https://example.com.evil.test', expect.stringContaining('restricted from accessing example.com.evil.test')],
  ['https://example.com@evil.test', expect.stringContaining('evil.test')],
  ['not a URL', expect.stringContaining('not a URL')],
  // The service's own address is used, which the user did not enter.
  [undefined, undefined],
])('a credential that is limited to hosts may be sent to %s or not', (url, expected) => {
  expect(errorOf(() => use('assertCredentialAllowsUrl', { node, credentialData: limited, url }))).toEqual(expected);
  expect(errorOf(() => use('assertUrlAllowed', { node, url, allowedDomains: limited.allowedDomains }))).toEqual(expected);
});

it.each([
  [{}, undefined],
  [limited, 'example.com, *.example.org'],
  [{ allowedHttpRequestDomains: 'all', allowedDomains: 'example.com' }, undefined],
  [{ allowedHttpRequestDomains: 'none' }, 'This credential is configured to prevent use within "GraphQL"'],
  [{ allowedHttpRequestDomains: 'domains', allowedDomains: ' ' }, expect.stringContaining('No allowed domains specified')],
])('the hosts of the credential %o are read', (credentialData, expected) => {
  expect(errorOf(() => use('getCredentialAllowedDomains', { node, credentialData, surface: 'GraphQL' }))).toEqual(expected);
});

it('patterns of users are read, matched, and stopped when they take too long', () => {
  const { safeRegex } = all;
  expect(use('parseRegexLiteral', '/a\\/b/gi')).toEqual({ source: 'a\\/b', flags: 'gi' });
  expect(use('parseRegexLiteral', 'a+')).toEqual({ source: 'a+', flags: '' });
  expect([safeRegex?.['test']?.('a+b', 'xAAB', 'i'), safeRegex?.['test']?.('a+b', 'xAAB', ''), safeRegex?.['test']?.(/^x/, 'xa')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(safeRegex?.['replace']?.('a', 'banana', 'o', 'g')).toBe('bonono');
  expect(safeRegex?.['replace']?.('a', 'banana', 'o')).toBe('bonana');
  expect(errorOf(() => safeRegex?.['test']?.('(', 'a'))).toMatch('Invalid regular expression');
  const harmless = safeRegex?.['test']?.bind(undefined, '^(a|a)*$', `${'a'.repeat(40)}b`);
  expect(harmless?.()).toBe(false);
  expect(errorOf(() => safeRegex?.['other']?.('a'))).toMatch('"n8n-workflow: safeRegex: other" is not supported');
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a:b?.txt', 'a_b_.txt'],
  ['..', 'untitled'],
  ['a\0b\n.pdf', 'a_b_.pdf'],
  ['CON.txt', '_CON.txt'],
  [`${'x'.repeat(300)}.html`, `${'x'.repeat(195)}.html`],
])('%j becomes the file name %s', (name, expected) => {
  expect(use('sanitizeFilename', name)).toBe(expected);
});

it('times of triggers become cron expressions', () => {
  expect(use('toCronExpression', { mode: 'everyWeek', hour: 8, minute: 5, weekday: 1 }, 0, [])).toMatch(/^\d+ 5 8 \* \* 1$/);
  expect(use('toCronExpression', { mode: 'custom', cronExpression: ' 0 9 * * * ' })).toBe('0 9 * * *');
  expect(errorOf(() => use('toCronExpression', { mode: 'often' }))).toMatch('"often" is not a mode');
});

it('fields of forms are read from JSON', () => {
  expect(use('tryToParseJsonToFormFields', '[{"fieldLabel":"Name","fieldType":"text"}]')).toEqual([
    { fieldLabel: 'Name', fieldType: 'text' },
  ]);
  expect(errorOf(() => use('tryToParseJsonToFormFields', '[{"fieldType":"bomb"}]'))).toMatch("'Form Fields' expects a form-fields");
});

it('values are described', () => {
  expect([[1], { a: 1 }, 'x', 4, null].map((value) => use('getValueDescription', value))).toEqual([
    'array',
    'object',
    "'x'",
    "'4'",
    "'null'",
  ]);
});

it('servers of the Model Context Protocol get the headers of each authentication', () => {
  const headers = {
    values: [
      { name: 'X-A', value: '1' },
      { name: '', value: '2' },
    ],
  };
  expect(use('getMcpAuthHeaders', 'bearerAuth', { token: 't' })).toEqual({ Authorization: 'Bearer t' });
  expect(use('getMcpAuthHeaders', 'headerAuth', { name: 'X-Key', value: 'k' })).toEqual({ 'X-Key': 'k' });
  expect(use('getMcpAuthHeaders', 'multipleHeadersAuth', { headers })).toEqual({ 'X-A': '1' });
  expect(use('getMcpAuthHeaders', 'mcpOAuth2Api', { oauthTokenData: { access_token: 'a' } })).toEqual({ Authorization: 'Bearer a' });
  expect([use('getMcpAuthHeaders', 'none', undefined), use('getMcpAuthHeaders', 'bearerAuth', undefined)]).toEqual([{}, {}]);
  expect(use('shouldRefreshMcpOAuth2Token', 'mcpOAuth2Api', { response: { status: 401 } })).toBe(true);
  expect(use('shouldRefreshMcpOAuth2Token', 'bearerAuth', { status: 401 })).toBe(false);
  expect(use('shouldRefreshMcpOAuth2Token', undefined, undefined)).toBe(false);
});

it('types of tools are told by their names', () => {
  const types = ['@n8n/n8n-nodes-langchain.toolCode', 'n8n-nodes-base.gmailTool', 'n8n-nodes-base.gmail', 'x.tooling', undefined];
  expect(types.map((type) => use('isToolType', type))).toEqual([true, true, false, false, false]);
});

it('descriptions of webhooks read parameters by expressions', () => {
  expect(use('fromParameter', 'httpMethod', 'GET')).toBe('={{ $parameter["httpMethod"] ?? "GET" }}');
  expect(use('fromParameter', ['options', 'a"b'])).toBe('={{ $parameter["options"]?.["a\\"b"] }}');
});

it('NodeHelpers completes and hides parameters, and knows addresses and versions', () => {
  const helpers = all['NodeHelpers'] as Readonly<Record<string, Use>>;
  const properties = [
    { displayName: 'Kind', name: 'kind', type: 'string', default: 'a' },
    { displayName: 'Size', name: 'size', type: 'number', default: 1, displayOptions: { show: { kind: ['b'] } } },
  ];
  expect(helpers['getNodeParameters']?.(properties, {}, true, false, null, null)).toEqual({ kind: 'a' });
  expect(helpers['getNodeParameters']?.(properties, { kind: 'b' }, true, false, null, null)).toEqual({ kind: 'b', size: 1 });
  expect(helpers['displayParameter']?.({ kind: 'a' }, properties[1], null, null)).toBe(false);
  expect(helpers['getNodeWebhookUrl']?.('http://localhost/webhook', 'w', { name: 'N', webhookId: 'id' }, '/x')).toBe(
    'http://localhost/webhook/id/x',
  );
  expect(helpers['getNodeWebhookPath']?.('w', { name: 'My Node' }, 'x')).toBe('w/my%20node/x');
  expect(helpers['isTriggerNode']?.({ group: ['trigger'] })).toBe(true);
  expect([{ outputs: ['ai_tool'] }, { outputs: ['main'] }, undefined].map((each) => helpers['isSubNodeType']?.(each))).toEqual([
    true,
    false,
    false,
  ]);
  const plain = { description: {} };
  expect(helpers['getVersionedNodeType']?.(plain, 2)).toBe(plain);
});

it('errors have the parents and details that package code tests for', () => {
  type ErrorClass = new (...args: readonly unknown[]) => Error & Readonly<Record<string, unknown>>;
  const {
    ManualExecutionCancelledError,
    ExecutionCancelledError,
    ExecutionBaseError,
    SubworkflowOperationError,
    NodeSslError,
    NodeApiError,
  } = workflowModule as Readonly<Record<string, ErrorClass>>;
  const cancelled = new (ManualExecutionCancelledError as ErrorClass)('12');
  expect([cancelled instanceof (ExecutionCancelledError as ErrorClass), cancelled instanceof (ExecutionBaseError as ErrorClass)]).toEqual([
    true,
    true,
  ]);
  expect([cancelled.name, cancelled['extra']]).toEqual(['ManualExecutionCancelledError', { executionId: '12' }]);
  expect(new (SubworkflowOperationError as ErrorClass)('It failed', 'Why')).toMatchObject({ message: 'It failed', description: 'Why' });
  expect(new (NodeSslError as ErrorClass)(node, new Error('x'))).toMatchObject({ message: expect.stringContaining('SSL') as string, node });
  expect(new (NodeApiError as ErrorClass)(node, { response: { status: 429, data: { error: 'slow' } } })).toMatchObject({
    httpCode: '429',
    description: 'slow',
  });
});
