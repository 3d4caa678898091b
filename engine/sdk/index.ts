// The node author's whole world: everything a node may import besides floor 0.
export { defineNode, type ExecuteResult, type NodeDefinition, type NodeOutput, type NodeVersion } from './define-node.ts';
export type { ExecuteContext, Logger, ParamOptions, ParsingPort, SubWorkflowCall, SubWorkflowResult } from './execute-context.ts';
export type {
  ListSearchResult,
  MappingField,
  MappingFields,
  NodeMethods,
  Poll,
  Schedule,
  ScheduleTime,
  StandingContext,
  StopTrigger,
  TriggerContext,
} from './standing-context.ts';
export type { Responder, WebhookAnswer, WebhookBody, WebhookContext, WebhookRequest, WebhookResult } from './webhook-context.ts';
export type { WebhookReply } from './webhook-reply.ts';
export type { BinaryMeta, BinaryPort } from './binary-port.ts';
export type { CodePort, CodeResult, CodeRun, CodeSession, SandboxPort, SqlRun, SqlStatement, SqlTable, SqlValue } from './code-port.ts';
export { fileFailure } from './file-failure.ts';
export type { FilePort, FileUse } from './file-port.ts';
export type { HttpPort, HttpRequest, HttpResponse } from './http-port.ts';
export {
  eachItem,
  errorData,
  failedItem,
  mapItems,
  mapItemsAsync,
  pairedWith,
  pairTo,
  routeItems,
  toItems,
  type ItemResult,
} from './items.ts';
export { inWords, NodeError, type NodeErrorOptions } from './node-error.ts';
export { shownUrl } from './shown-url.ts';
export { inSlices, mapInSlices } from './slices.ts';
export { getPath, setPath, deletePath, hasPath, parsePath } from '../workflow/object-path.ts';
