// What package code passes to the parts of core and of other packages, read as plain data of the expected form: it may be anything.
import type { JsonObject } from '../../contract/json.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { ModelRequest, PartFile, PartInput, PartMessage, PartMethod } from './part-protocol.ts';
import { documentOf, listOf, messageOf, recordOf, textOf, toolSchemaOf } from './returned-parts.ts';

type Readers = { readonly [M in PartMethod]: (input: JsonObject) => PartInput<M> };

const readers: Readers = {
  generate: requestOf,
  callTool: ({ tool, args, id }) => ({ tool: textOf(tool), args: recordOf(args), id: textOf(id) }),
  loadMessages: ({ all }) => ({ all: all === true }),
  appendMessages: ({ messages }) => ({ messages: messagesOf(messages) }),
  replaceMessages: ({ messages }) => ({ messages: messagesOf(messages) }),
  parse: ({ text }) => ({ text: textOf(text) }),
  embed: ({ texts, use }) => ({ texts: listOf(texts, textOf), use: use === 'query' ? 'query' : 'document' }),
  addDocuments: ({ documents }) => ({ documents: listOf(documents, documentOf) }),
  search: ({ query, limit, filter }) => ({
    query: textOf(query),
    limit: Math.max(1, Math.floor(Number(limit)) || 1),
    ...(isRecord(filter) ? { filter: filter as JsonObject } : {}),
  }),
  retrieve: ({ query }) => ({ query: textOf(query) }),
  rerank: ({ query, documents }) => ({ query: textOf(query), documents: listOf(documents, documentOf) }),
  split: ({ text }) => ({ text: textOf(text) }),
};

export const inputOf = <M extends PartMethod>(method: M, input: unknown): PartInput<M> => readers[method](recordOf(input));

const messagesOf = (messages: unknown): ModelRequest['messages'] => listOf(messages, messageOf).filter((message) => message !== undefined);

function requestOf({ messages, tools, toolChoice: choice, stop, isStreamed }: JsonObject): ModelRequest {
  return {
    messages: listOf(messages, withFiles).filter((message) => message !== undefined),
    tools: listOf(tools, toolSchemaOf),
    ...(choice === 'any' ? { toolChoice: 'any' as const } : isRecord(choice) ? { toolChoice: { tool: textOf(choice['tool']) } } : {}),
    ...(Array.isArray(stop) ? { stop: listOf(stop, textOf) } : {}),
    isStreamed: isStreamed === true,
  };
}

function withFiles(value: unknown): PartMessage | undefined {
  const message = messageOf(value);
  const { files } = recordOf(value);
  return message?.role === 'user' && Array.isArray(files) ? { ...message, files: listOf(files, fileOf) } : message;
}

const fileOf = (value: unknown): PartFile => {
  const { mediaType, name, content } = recordOf(value);
  const { url, base64 } = recordOf(content);
  return {
    mediaType: textOf(mediaType),
    ...(typeof name === 'string' ? { name } : {}),
    content: typeof url === 'string' ? { url } : { base64: textOf(base64) },
  };
};
