// What packages receive as `n8n-workflow`: the names that published packages import, written from their documentation.
import { sanitizeXmlName } from '../../nodes/_shared/xml/names.ts';
import { fileTypeOf } from '../../binary/describe-binary.ts';
import { errorCodeOf, type AppError } from '../../contract/errors.ts';
import { compileFilter, type FilterValue } from '../../workflow/parameters/filter.ts';
import { validateFieldType } from '../../workflow/values/type-validation.ts';
import {
  ApplicationError, BaseError, ExecutionBaseError, NodeApiError, NodeError, NodeOperationError, OperationalError, TriggerCloseError, UnexpectedError, UserError,
} from './errors.ts'; // oxfmt-ignore
import { supportedOnly } from './unsupported.ts';
import { collectFields, fieldsIn } from '../../sdk/node-tool.ts';
import { Node, VersionedNodeType } from './node-classes.ts';
import * as assertions from './assertions.ts';
import { nodeHelpers } from './node-helpers.ts';
import * as patterns from './patterns.ts';
import * as safety from './safety.ts';
import * as values from './values.ts';
import * as workflowErrors from './workflow-errors.ts';
import { FilterError } from './workflow-errors.ts';

const NodeConnectionTypes = {
  AiAgent: 'ai_agent',
  AiChain: 'ai_chain',
  AiDocument: 'ai_document',
  AiEmbedding: 'ai_embedding',
  AiLanguageModel: 'ai_languageModel',
  AiMemory: 'ai_memory',
  AiOutputParser: 'ai_outputParser',
  AiRetriever: 'ai_retriever',
  AiReranker: 'ai_reranker',
  AiTextSplitter: 'ai_textSplitter',
  AiTool: 'ai_tool',
  AiVectorStore: 'ai_vectorStore',
  Main: 'main',
} as const;

/** Types of nodes that packages compare with. */
const typeNames = {
  WEBHOOK_NODE_TYPE: 'n8n-nodes-base.webhook',
  FORM_NODE_TYPE: 'n8n-nodes-base.form',
  FORM_TRIGGER_NODE_TYPE: 'n8n-nodes-base.formTrigger',
  WAIT_NODE_TYPE: 'n8n-nodes-base.wait',
  EXECUTE_WORKFLOW_TRIGGER_NODE_TYPE: 'n8n-nodes-base.executeWorkflowTrigger',
  EVALUATION_TRIGGER_NODE_TYPE: 'n8n-nodes-base.evaluationTrigger',
  POSTGRES_NODE_TYPE: 'n8n-nodes-base.postgres',
  MYSQL_NODE_TYPE: 'n8n-nodes-base.mySql',
  CHAT_TRIGGER_NODE_TYPE: '@n8n/n8n-nodes-langchain.chatTrigger',
  MANUAL_TRIGGER_NODE_TYPE: 'n8n-nodes-base.manualTrigger',
  HTTP_REQUEST_NODE_TYPE: 'n8n-nodes-base.httpRequest',
} as const;

/** Returns an expression that reads a parameter, given by its name or by the names on the way to it, when a webhook is called. */
function fromParameter(path: string | readonly string[], fallback?: unknown): string {
  const [first = '', ...rest] = [path].flat();
  const read = [`$parameter[${JSON.stringify(first)}]`, ...rest.map((name) => `?.[${JSON.stringify(name)}]`)].join('');
  return `={{ ${read}${fallback === undefined ? '' : ` ?? ${JSON.stringify(fallback)}`} }}`;
}

/** Returns whether a filter parameter matches, by the same code as in the program's own nodes. Its expressions have been evaluated. Throws FilterError for conditions and values that do not fit. */
function executeFilter(filter: FilterValue, { itemIndex = 0 }: { readonly itemIndex?: number } = {}): boolean {
  try {
    return compileFilter(filter, { ...filter.options, resolved: true }).matches(() => undefined, itemIndex);
  } catch (error) {
    if (errorCodeOf(error) === undefined) throw new FilterError('The filter is not valid: each condition needs an operator.');
    const { message, hint } = error as AppError;
    throw new FilterError(message, hint);
  }
}

export const workflowModule: object = supportedOnly('n8n-workflow', {
  ApplicationError,
  BaseError,
  ExecutionBaseError,
  NodeApiError,
  NodeError,
  NodeOperationError,
  OperationalError,
  TriggerCloseError,
  UnexpectedError,
  UserError,
  ...workflowErrors,
  ...values,
  ...assertions,
  ...patterns,
  ...safety,
  validateFieldType,
  sanitizeXmlName,
  NodeHelpers: nodeHelpers,
  displayParameter: nodeHelpers.displayParameter,
  displayParameterPath: nodeHelpers.displayParameterPath,
  executeFilter,
  fileTypeFromMimeType: fileTypeOf,
  BINARY_MODE_COMBINED: 'combined',
  DATA_TABLE_SYSTEM_COLUMNS: ['id', 'createdAt', 'updatedAt'],
  DATA_TABLE_SYSTEM_COLUMN_TYPE_MAP: { id: 'number', createdAt: 'date', updatedAt: 'date' },
  ...typeNames,
  NodeConnectionTypes,
  // The name before version 1.80.
  NodeConnectionType: NodeConnectionTypes,
  VersionedNodeType,
  Node,
  fromParameter,
  /** In a description of a webhook: a value that a function computes from the node's parameters when the webhook is called. */
  fromFunction: (read: unknown) => read,
  /** The fields of a webhook whose values `fromParameter` and `fromFunction` have made. */
  webhookDescriptionFields: <T extends object>(fields: T): T => ({ ...fields }),
  ADD_FORM_NOTICE: 'addFormPage',
  AI_TRANSFORM_JS_CODE: 'jsCode',
  AI_TRANSFORM_CODE_GENERATED_FOR_PROMPT: 'codeGeneratedForPrompt',
  DEFAULT_EVALUATION_METRIC: 'correctness',
  /** Metrics that a language model judges. */
  metricRequiresModelConnection: (metric: unknown) => metric === 'correctness' || metric === 'helpfulness',
  traverseNodeParameters: collectFields,
  extractFromAICalls: fieldsIn,
  /** Adds tokens to statistics of an instance, which this program does not keep; the response with its usage is in the run data. */
  accumulateTokenUsage: () => undefined,
  /** Records the headers by which a caller has signed in; this program does not use them, and the node's output is returned unchanged. */
  recordConsumedAuth: () => undefined,
  /** Custom data of the execution in which agents and chats keep their session, question and answer. */
  HIGHLIGHTED_SESSION_KEY: 'highlightedSession',
  getHighlightedResponseKey: () => 'highlightedResponse',
  getHighlightedInputKey: () => 'highlightedInput',
  /** Whether a type of nodes is a tool for agents. */
  isToolType: (type: unknown) => /(?:Tool|\.tool[A-Z]\w*)$/.test(String(type)),
  ChatNodeMessageType: { WITH_BUTTONS: 'with-buttons' },
  BINARY_ENCODING: 'base64',
  CONSOLE_OUTPUT_REDACTED_MESSAGE: 'The console output is hidden, because the data of this execution is redacted.',
  /** Fields that the trigger of evaluations adds to the rows of the test data. */
  EVALUATION_TRIGGER_METADATA_FIELDS: ['row_id', 'row_number', '_rowsLeft'],
  SEND_AND_WAIT_OPERATION: 'sendAndWait',
  CHAT_WAIT_USER_REPLY: 'chatWaitUserReply',
  FREE_TEXT_CHAT_RESPONSE_TYPE: 'freeTextChat',
  FORM_TRIGGER_PATH_IDENTIFIER: 'n8n-form',
  CHAT_TRIGGER_PATH_SUFFIX: 'chat',
  WAIT_INDEFINITELY: new Date('3000-01-01T00:00:00.000Z'),
  LOG_LEVELS: ['silent', 'error', 'warn', 'info', 'debug'],
});
