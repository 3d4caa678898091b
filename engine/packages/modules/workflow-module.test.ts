// What packages receive as `n8n-workflow`: names, times, rules of nodes, and errors.
import { expect, it } from 'vitest';
import { workflowModule } from './workflow-module.ts';

type Use = (...args: readonly unknown[]) => unknown;
const all = workflowModule as Readonly<Record<string, Use & Readonly<Record<string, Use>>>>;
const use = (name: string, ...args: readonly unknown[]): unknown => all[name]?.(...args);
const node = { name: 'Node' };
const errorOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as Error).message;
  }
};

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

it.each([
  ['<Error><Code>NoSuchKey</Code><Message>The key &amp; its value</Message></Error>', 'The key & its value'],
  ['<html><body>Bad</body></html>', '<html><body>Bad</body></html>'],
  ['not XML', 'not XML'],
])('the message of an XML response is found: %s', (data, description) => {
  type ApiError = new (...args: readonly unknown[]) => Error & { readonly description: unknown };
  const { NodeApiError } = workflowModule as Readonly<Record<string, ApiError>>;
  const error = new (NodeApiError as ApiError)(node, { response: { status: 404, data } }, { parseXml: true });
  expect(error.description).toBe(description);
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

it('counted imports of published packages are there, or refuse by name', () => {
  const rejected = ['buildCredentialConnectionsRequiredResponse', 'getConfiguredEndpointUrl', 'n8nOAuth2Auth'];
  const counted =
    `ADD_FORM_NOTICE AI_TRANSFORM_CODE_GENERATED_FOR_PROMPT AI_TRANSFORM_JS_CODE ApplicationError BINARY_ENCODING BINARY_MODE_COMBINED
    BaseError CHAT_TRIGGER_NODE_TYPE CHAT_TRIGGER_PATH_SUFFIX CHAT_WAIT_USER_REPLY CONSOLE_OUTPUT_REDACTED_MESSAGE ChatNodeMessageType
    DATA_TABLE_SYSTEM_COLUMNS DATA_TABLE_SYSTEM_COLUMN_TYPE_MAP DEFAULT_EVALUATION_METRIC EVALUATION_TRIGGER_METADATA_FIELDS
    EVALUATION_TRIGGER_NODE_TYPE EXECUTE_WORKFLOW_TRIGGER_NODE_TYPE ExecutionBaseError ExpressionError FORM_NODE_TYPE FORM_TRIGGER_NODE_TYPE
    FORM_TRIGGER_PATH_IDENTIFIER FREE_TEXT_CHAT_RESPONSE_TYPE HIGHLIGHTED_SESSION_KEY LOG_LEVELS LoggerProxy MYSQL_NODE_TYPE
    ManualExecutionCancelledError Node NodeApiError NodeConnectionType NodeConnectionTypes NodeError NodeHelpers NodeOperationError OperationalError
    POSTGRES_NODE_TYPE SEND_AND_WAIT_OPERATION TriggerCloseError UnexpectedError UserError VersionedNodeType WAIT_INDEFINITELY WAIT_NODE_TYPE
    WEBHOOK_NODE_TYPE WorkflowConfigurationError accumulateTokenUsage assert assertCredentialAllowsUrl assertParamIsArray assertParamIsBoolean
    assertParamIsNumber assertParamIsOfAnyTypes assertParamIsString assertUrlAllowed deepCopy displayParameter ensureError executeFilter
    fileTypeFromMimeType fromFunction fromParameter getCredentialAllowedDomains getHighlightedInputKey getHighlightedResponseKey getMcpAuthHeaders
    getValueDescription isBinaryValue isMcpOAuth2Authentication isObjectEmpty isResourceLocatorValue isResourceMapperValue isSafeObjectProperty
    isToolType jsonParse jsonStringify metricRequiresModelConnection nodeNameToToolName parseErrorMetadata parseRegexLiteral randomInt randomString
    recordConsumedAuth redactedHeaders removeCircularRefs safeRegex sanitizeFilename sanitizeXmlName setSafeObjectProperty shouldRefreshMcpOAuth2Token
    sleep toCronExpression toPathSegment tryToParseAlphanumericString tryToParseDateTime tryToParseJsonToFormFields tryToParseNumber tryToParseUrl
    updateDisplayOptions validateFieldType validateNodeParameters webhookDescriptionFields`.split(/\s+/);
  expect(counted.filter((name) => !Object.hasOwn(workflowModule, name))).toEqual([]);
  for (const name of rejected) expect(() => use(name)).toThrow(`"n8n-workflow: ${name}" is not supported`);
});

it('errors, kinds of files and filters are as the documentation says', () => {
  const thrown = new TypeError('No');
  expect(use('ensureError', thrown)).toBe(thrown);
  expect(use('ensureError', 'text')).toMatchObject({ cause: 'text', message: expect.any(String) as string });
  expect(['application/json', 'image/png', 'application/pdf', 'application/zip'].map((type) => use('fileTypeFromMimeType', type))).toEqual([
    'json',
    'image',
    'pdf',
    undefined,
  ]);
  expect(use('displayParameter', { a: 1 }, { displayOptions: { show: { a: [2] } } }, null, null)).toBe(false);
  type ErrorClass = new (...args: readonly unknown[]) => Error & Readonly<Record<string, unknown>>;
  const { ExpressionError, ExecutionBaseError } = workflowModule as Readonly<Record<string, ErrorClass>>;
  const error = new (ExpressionError as ErrorClass)('Not now', { description: 'Why', itemIndex: 2, parameter: 'url' });
  expect(error).toBeInstanceOf(ExecutionBaseError);
  expect(error).toMatchObject({ name: 'ExpressionError', description: 'Why', context: { itemIndex: 2, parameter: 'url' } });
});

it.each([
  [{ operator: { type: 'string', operation: 'startsWith' }, leftValue: '=text', rightValue: '=t' }, true],
  [{ operator: { type: 'number', operation: 'gt' }, leftValue: 1, rightValue: 2 }, false],
  [{ operator: { type: 'number', operation: 'gt' }, leftValue: 'many', rightValue: 2 }, 'FilterError'],
  [{ leftValue: 'many' }, 'FilterError'],
])('a filter with the condition %j gives %j', (condition, expected) => {
  const filter = { combinator: 'and', conditions: [condition], options: { caseSensitive: true, typeValidation: 'strict' } };
  if (typeof expected === 'boolean') return expect(use('executeFilter', filter, { itemIndex: 0 })).toBe(expected);
  expect(() => use('executeFilter', filter)).toThrow(expect.objectContaining({ name: expected }) as Error);
});
