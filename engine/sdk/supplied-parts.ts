// What nodes that are attached to a root node supply to it: models, tools, memories and the parts of retrieval. One interface per connection type,
// of plain data and texts, so that the parts of core nodes and those of packages can be combined.
import type { JSONSchema7, LanguageModelV4, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { JsonObject, JsonValue } from '../contract/json.ts';
import type { Item } from '../contract/run-data.ts';
import type { WaitingCall } from './task-progress.ts';
import type { ModelCalls } from './model-calls-port.ts';

export type JsonSchema = JSONSchema7;

/** A language model. Its settings, such as the temperature, are part of it; a request may override them. */
export interface ChatModel {
  /** By the specification of the AI SDK, which its providers and root nodes of core share. It sends its requests through the engine's HTTP port. */
  readonly model: LanguageModelV4;
  /** How often a request that failed for a reason that may pass is repeated. */
  readonly maxRetries: number;
  /** Name of the attached node that answers and records its calls, if the model was selected among several. */
  readonly selectedNode?: string;
}

/** What a tool returns to the model. */
export type ToolOutput = string | JsonValue | ContentOutput;

/** A result with parts such as images. */
export interface ContentOutput {
  readonly content: Extract<LanguageModelV4ToolResultOutput, { type: 'content' }>['value'];
}

export interface ToolCall {
  /** Id that the model gave the call. */
  readonly id: string;
  readonly signal: AbortSignal;
  /** Present if the root node can wait in the middle of its task, and continue later. */
  readonly waits?: WaitingCall | undefined;
}

/** A call as the node receives it that supplies the tool. */
export interface ToolUse extends ToolCall {
  /** Index of the recorded run of the node. */
  readonly run: number;
}

/** A tool that a model may call. */
export interface AgentTool {
  /** Letters, digits, `_` and `-`, 64 at most; unique among the tools of an agent. */
  readonly name: string;
  readonly description: string;
  /** Schema of the arguments, of the type `object`. */
  readonly inputSchema: JsonSchema;
  /** Name of the node that it comes from. */
  readonly node: string;
  /** Calls the tool with arguments that a model chose, which may not match the schema. The message of an error is passed to the model. */
  call(args: JsonObject, call: ToolCall): Promise<ToolOutput>;
}

/** A tool of an attached node. */
export interface SuppliedTool extends Omit<AgentTool, 'call'> {
  call(args: JsonObject, use: ToolUse): Promise<ToolOutput>;
}

/** A message of a conversation, as memories store it. `isHidden`: whether chats leave it out. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly text: string; readonly isHidden?: boolean }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly RecordedToolCall[]; readonly isHidden?: boolean }
  | { readonly role: 'tool'; readonly callId: string; readonly tool: string; readonly text: string };

export interface RecordedToolCall {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** The messages of one conversation. */
export interface ChatMemory {
  /** Returns the latest messages, as many as the memory's settings allow, the oldest first. */
  load(): Promise<readonly ChatMessage[]>;
  /** Returns all stored messages, the oldest first. */
  loadAll(): Promise<readonly ChatMessage[]>;
  /** Adds messages at the end. */
  append(messages: readonly ChatMessage[]): Promise<void>;
  /** Replaces all messages. */
  replace(messages: readonly ChatMessage[]): Promise<void>;
}

/** Converts what a model wrote to data. */
export interface OutputParser {
  /** Schema of the data; absent for parsers that only follow instructions. */
  readonly schema?: JsonSchema;
  /** Tells the model which format to write. */
  readonly instructions: string;
  /** Throws NodeError if the text does not match. */
  parse(text: string, signal: AbortSignal): Promise<JsonValue>;
}

/** Whether texts are stored, or searched for. */
export type EmbeddingUse = 'document' | 'query';

/** Computes vectors that are close if texts have similar meanings. */
export interface Embedder {
  /**
   * Returns one vector per text. `use`: what the texts are, as some services compute vectors of questions differently. Default: `document`. `calls`:
   * counts each request.
   */
  embed(texts: readonly string[], signal: AbortSignal, use?: EmbeddingUse, calls?: ModelCalls): Promise<readonly (readonly number[])[]>;
}

/** A piece of text with the data that describes it. */
export interface TextDocument {
  readonly pageContent: string;
  readonly metadata: JsonObject;
  readonly id?: string;
}

export interface ScoredDocument {
  readonly document: TextDocument;
  /** Similarity to the query; higher is closer. */
  readonly score: number;
}

export interface DocumentLoader {
  /** Returns the documents of an item's json or files, already split. */
  load(item: Item, itemIndex: number): Promise<readonly TextDocument[]>;
}

export interface TextSplitter {
  split(text: string): Promise<readonly string[]>;
}

export interface VectorStore {
  /** Stores documents with their vectors. Returns their ids. */
  add(documents: readonly TextDocument[], signal: AbortSignal): Promise<readonly string[]>;
  /** Returns the documents that are closest to a query, the closest first. `filter`: values that the metadata must have. */
  search(query: string, limit: number, filter: JsonObject | undefined, signal: AbortSignal): Promise<readonly ScoredDocument[]>;
}

export interface Retriever {
  retrieve(query: string, signal: AbortSignal): Promise<readonly TextDocument[]>;
}

export interface Reranker {
  /** Returns the most relevant documents, the most relevant first. `calls`: counts each request. */
  rerank(query: string, documents: readonly TextDocument[], signal: AbortSignal, calls?: ModelCalls): Promise<readonly TextDocument[]>;
}

/** A part per connection type. */
export interface SuppliedParts {
  readonly ai_document: DocumentLoader;
  readonly ai_embedding: Embedder;
  readonly ai_languageModel: ChatModel;
  readonly ai_memory: ChatMemory;
  readonly ai_outputParser: OutputParser;
  readonly ai_reranker: Reranker;
  readonly ai_retriever: Retriever;
  readonly ai_textSplitter: TextSplitter;
  /** One node may supply several tools. */
  readonly ai_tool: readonly SuppliedTool[];
  readonly ai_vectorStore: VectorStore;
}

export type SuppliedType = keyof SuppliedParts;

/** What a node supplies to a root node. */
export type Supply = Partial<SuppliedParts> & {
  /** Releases connections when the root node's run ends. */
  readonly close?: () => Promise<void>;
};
