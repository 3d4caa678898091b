// Everything a node may import besides floor 0.
export {
  basicAuthorization,
  choice,
  defineCredential,
  hidden,
  json,
  number,
  secret,
  text,
  toggle,
  withAuthorization,
  type AccountConnection,
  type CredentialCall,
  type CredentialData,
  type CredentialDefinition,
  type CredentialTest,
  type PreAuthentication,
  type SigningRule,
  type TestCode,
  type TestRequest,
  type TestResult,
  type TestRule,
  type TokenUse,
  withHeader,
  withQuery,
} from './define-credential.ts';
export { defineNode, type ExecuteResult, type NodeDefinition, type NodeOutput, type NodeVersion } from './define-node.ts';
export type {
  ConnectedNode,
  ConnectedNodes,
  ExecuteContext,
  Logger,
  ParamOptions,
  ParsingPort,
  SignOptions,
  SubWorkflowCall,
  SubWorkflowResult,
  UseResult,
  Supplier,
  WebhookReply,
} from './execute-context.ts';
export type {
  FiredRun,
  ListSearchResult,
  MappingField,
  MappingFields,
  NodeMethods,
  Poll,
  Schedule,
  ScheduleTime,
  DetachedContext,
  StopTrigger,
  TriggerContext,
} from './detached-context.ts';
export type {
  RegistrationContext,
  SignedInUser,
  Responder,
  WebhookResponse,
  WebhookBody,
  WebhookContext,
  WebhookRegistration,
  WebhookRequest,
  WebhookResult,
  StreamedWebhookReply,
} from './webhook-context.ts';
export type { CodePort, CodeResult, CodeRun, CodeSession, SandboxPort, SqlRun, SqlStatement, SqlTable, SqlValue } from './code-port.ts';
export { cspHash, escapeHtml } from './html.ts';
export { textsOf } from './texts.ts';
export { beginsExchange, latestExchanges, storedMessages, type ConversationPort } from './conversation-port.ts';
export { collectedCalls, countedCall, isModelLimit, type ModelCall, type ModelCalls, type ModelName } from './model-calls-port.ts';
export type { StoredVector, VectorList, VectorPort, VectorScope } from './vector-port.ts';
export type { DataTable, DataTableChange, DataTableColumn, DataTableFilter, DataTablePort, DataTableRow } from './data-table-port.ts';
export {
  fileFailure,
  type ArchiveBudget,
  type ArchiveCounter,
  type ArchiveLimits,
  type BinaryMeta,
  type BinaryPort,
  type FilePort,
  type FileUse,
} from './file-port.ts';
export { displayUrl, type Certificates, type HttpPort, type HttpRequest, type HttpResponse, type OutgoingRequest } from './http-port.ts';
export {
  eachItem,
  errorData,
  errorMessage,
  failedItem,
  failureAt,
  mapItems,
  mapItemsAsync,
  pairedWith,
  pairedWithThemselves,
  pairTo,
  routeItems,
  toItems,
  type ItemResult,
} from './items.ts';
export { isLongJsonText, parseInSlices, parseInSlicesIfJson, withoutByteOrderMark } from './json-slices.ts';
export { explainOverflow, NodeError, type NodeErrorOptions } from './node-error.ts';
export { networkFailure, statusFailure, type RequestFailure } from './request-failure.ts';
export { inSlices, mapInSlices } from './slices.ts';
export { getPath, setPath, deletePath, hasPath, parsePath } from '../workflow/values/object-path.ts';
export { streamPart } from './stream-part.ts';
export { statusMeanings } from './status-meanings.ts';
export { collectFields, toolName, toolOf, type ToolData, type ToolField } from './node-tool.ts';
export type {
  AgentTool,
  ChatMemory,
  ChatMessage,
  ChatModel,
  ContentOutput,
  DocumentLoader,
  Embedder,
  EmbeddingUse,
  JsonSchema,
  OutputParser,
  RecordedToolCall,
  Reranker,
  Retriever,
  ScoredDocument,
  SuppliedParts,
  SuppliedTool,
  SuppliedType,
  Supply,
  TextDocument,
  TextSplitter,
  ToolCall,
  ToolUse,
  ToolOutput,
  VectorStore,
} from './supplied-parts.ts';
export type { Asking, Question, TaskProgress, WaitingCall } from './task-progress.ts';
