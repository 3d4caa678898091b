// What the part of a package's node returns, read as plain data of the expected form: package code may have made anything of it.
import type { JsonObject, JsonValue } from '../../contract/json.ts';
import type { ChatMessage, JsonSchema, RecordedToolCall, TextDocument } from '../../sdk/index.ts';
import { NodeError } from '../../sdk/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { ModelAnswer, ModelDelta, PartDescription, PartMethod, PartMethods, PartOutput, ToolSchema } from './part-protocol.ts';

/** Maximum number of tools that one node supplies. */
const MOST_TOOLS = 1000;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const recordOf = (value: unknown): JsonObject => (isRecord(value) ? (value as JsonObject) : {});
export const listOf = <T>(value: unknown, read: (entry: unknown) => T): readonly T[] =>
  Array.isArray(value) ? value.map((each) => read(each)) : [];

/** Returns what is known of a part before it is used. Throws NodeError for too many tools. */
export function descriptionOf(value: unknown): PartDescription {
  const { model, tools, instructions, schema } = recordOf(value);
  if (Array.isArray(tools) && tools.length > MOST_TOOLS) throw new NodeError(`One node can supply ${MOST_TOOLS} tools at most.`);
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(Array.isArray(tools) ? { tools: listOf(tools, toolSchemaOf) } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    ...(isRecord(schema) ? { schema: schema as JsonSchema } : {}),
  };
}

export const toolSchemaOf = (value: unknown): ToolSchema => {
  const { name, description, inputSchema } = recordOf(value);
  return { name: textOf(name), description: textOf(description), inputSchema: recordOf(inputSchema) as JsonSchema };
};

/** Returns a part of a model's answer. */
export const deltaOf = (value: unknown): ModelDelta => {
  const { type, text } = recordOf(value);
  return { type: type === 'reasoning' ? 'reasoning' : 'text', text: textOf(text) };
};

type Readers = { readonly [M in PartMethod]: (value: unknown, fail: (what: string) => never) => PartOutput<M> };

const readers: Readers = {
  generate: answerOf,
  callTool: (value) => (value ?? '') as PartOutput<'callTool'>,
  loadMessages: (value) => listOf(value, messageOf).filter((message) => message !== undefined),
  appendMessages: () => undefined,
  replaceMessages: () => undefined,
  parse: (value) => (value ?? null) as JsonValue,
  embed: (value, fail) => {
    const isVectors = Array.isArray(value) && value.every((vector) => Array.isArray(vector) && vector.every(Number.isFinite));
    return isVectors ? (value as readonly (readonly number[])[]) : fail('a list of vectors');
  },
  addDocuments: (value) => listOf(value, textOf),
  search: (value) =>
    listOf(value, (each) => {
      const { document, score } = recordOf(each);
      return { document: documentOf(document), score: Number(score) || 0 };
    }),
  retrieve: (value) => listOf(value, documentOf),
  rerank: (value) => listOf(value, documentOf),
  split: (value) => listOf(value, textOf),
};

/** Returns what a method of a part returned. Throws NodeError if that cannot be used. */
export function outputOf<M extends PartMethod>(method: M, value: unknown, name: string): Awaited<ReturnType<PartMethods[M]>> {
  const fail = (what: string): never => {
    throw new NodeError(`The package ${name} did not return ${what}.`, { hint: 'Tell the authors of the package.' });
  };
  return readers[method](value, fail);
}

function answerOf(value: unknown): ModelAnswer {
  const { text, reasoning, toolCalls, finishReason, tokens } = recordOf(value);
  return {
    text: textOf(text),
    reasoning: textOf(reasoning),
    toolCalls: listOf(toolCalls, callOf),
    ...(typeof finishReason === 'string' ? { finishReason } : {}),
    ...(isRecord(tokens) ? { tokens: tokensOf(tokens as JsonObject) } : {}),
  };
}

const callOf = (value: unknown): RecordedToolCall => {
  const { id, tool, args } = recordOf(value);
  return { id: textOf(id), tool: textOf(tool), args: recordOf(args) };
};

const countOf = (value: unknown): number => (typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : 0);

const tokensOf = ({ input, output, cached, reasoning }: JsonObject): NonNullable<ModelAnswer['tokens']> => ({
  input: countOf(input),
  output: countOf(output),
  ...(cached === undefined ? {} : { cached: countOf(cached) }),
  ...(reasoning === undefined ? {} : { reasoning: countOf(reasoning) }),
});

export const documentOf = (value: unknown): TextDocument => {
  const { pageContent, metadata, id } = recordOf(value);
  return { pageContent: textOf(pageContent), metadata: recordOf(metadata), ...(typeof id === 'string' ? { id } : {}) };
};

export function messageOf(value: unknown): ChatMessage | undefined {
  const { role, text, toolCalls, callId, tool, isHidden } = recordOf(value);
  const hidden = isHidden === true ? { isHidden: true } : {};
  switch (role) {
    case 'system':
    case 'user':
      return { role, text: textOf(text), ...hidden };
    case 'assistant': {
      const calls = listOf(toolCalls, callOf);
      return { role, text: textOf(text), ...(calls.length === 0 ? {} : { toolCalls: calls }), ...hidden };
    }
    case 'tool':
      return { role, callId: textOf(callId), tool: textOf(tool), text: textOf(text) };
    default:
      return undefined;
  }
}
