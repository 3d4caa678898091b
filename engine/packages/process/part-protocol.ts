// How a root node uses a part of a node whose code runs elsewhere: in the engine, or in the process of another package. All of it is plain data.
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import type { ChatMessage, EmbeddingUse, JsonSchema, ScoredDocument, TextDocument, ToolOutput } from '../../sdk/index.ts';

/** A file of a message. */
export interface PartFile {
  readonly mediaType: string;
  readonly name?: string;
  /** Content as base64, or the URL of the file. */
  readonly content: { readonly base64: string } | { readonly url: string };
}

/** A message to a model. Only messages of the user have files. */
export type PartMessage = ChatMessage & { readonly files?: readonly PartFile[] };

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export interface ModelRequest {
  readonly messages: readonly PartMessage[];
  readonly tools: readonly ToolSchema[];
  /** Whether the model must call a tool, any or the one with this name. */
  readonly toolChoice?: 'any' | { readonly tool: string };
  /** Texts that end the answer. */
  readonly stop?: readonly string[];
  /** Whether the answer is sent in parts, too: ModelDelta. */
  readonly isStreamed: boolean;
}

/** A part of an answer. */
export interface ModelDelta {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

export interface ModelAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly { readonly id: string; readonly tool: string; readonly args: JsonObject }[];
  /** Why the answer ended, in the words of the service. */
  readonly finishReason?: string;
  /** Absent if the model did not count them. */
  readonly tokens?: { readonly input: number; readonly output: number; readonly cached?: number; readonly reasoning?: number };
}

/** The functions of parts. A part has those of its type. */
export interface PartMethods {
  readonly generate: (request: ModelRequest, use: PartUse) => Promise<ModelAnswer>;
  readonly callTool: (call: { readonly tool: string; readonly args: JsonObject; readonly id: string }, use: PartUse) => Promise<ToolOutput>;
  /** `all`: all stored messages; otherwise as many as the settings of the memory allow. */
  readonly loadMessages: (range: { readonly all: boolean }, use: PartUse) => Promise<readonly ChatMessage[]>;
  readonly appendMessages: (input: { readonly messages: readonly ChatMessage[] }, use: PartUse) => Promise<void>;
  readonly replaceMessages: (input: { readonly messages: readonly ChatMessage[] }, use: PartUse) => Promise<void>;
  readonly parse: (input: { readonly text: string }, use: PartUse) => Promise<JsonValue>;
  readonly embed: (
    input: { readonly texts: readonly string[]; readonly use: EmbeddingUse },
    use: PartUse,
  ) => Promise<readonly (readonly number[])[]>;
  readonly addDocuments: (input: { readonly documents: readonly TextDocument[] }, use: PartUse) => Promise<readonly string[]>;
  readonly search: (
    input: { readonly query: string; readonly limit: number; readonly filter?: JsonObject },
    use: PartUse,
  ) => Promise<readonly ScoredDocument[]>;
  readonly retrieve: (input: { readonly query: string }, use: PartUse) => Promise<readonly TextDocument[]>;
  readonly rerank: (
    input: { readonly query: string; readonly documents: readonly TextDocument[] },
    use: PartUse,
  ) => Promise<readonly TextDocument[]>;
  readonly split: (input: { readonly text: string }, use: PartUse) => Promise<readonly string[]>;
}

export type PartMethod = keyof PartMethods;
export type PartInput<M extends PartMethod> = Parameters<PartMethods[M]>[0];
export type PartOutput<M extends PartMethod> = Awaited<ReturnType<PartMethods[M]>>;

/** What a function knows of one use. */
export interface PartUse {
  readonly signal: AbortSignal;
  /** Receives the parts of an answer. */
  readonly onDelta?: (delta: ModelDelta) => void;
}

/** What is known of a part before it is used. */
export interface PartDescription {
  /** Name of the model. */
  readonly model?: string;
  readonly tools?: readonly ToolSchema[];
  /** Tells a model which format to write. */
  readonly instructions?: string;
  /** Schema of what a parser returns. */
  readonly schema?: JsonSchema;
}

/** One use of a part, which the number names among those of the root node. */
export interface PartCall {
  readonly part: number;
  readonly method: string;
  readonly input: unknown;
}
