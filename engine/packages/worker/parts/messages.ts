// Messages of LangChain as plain data and back, made with the package's own copy of LangChain.
import type { JsonObject } from '../../../contract/json.ts';
import type { RecordedToolCall } from '../../../sdk/index.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import type { ModelAnswer, PartFile, PartMessage } from '../../process/part-protocol.ts';
import type { PackageLoader } from '../loader.ts';

/** The public fields of a message. */
export interface LangChainMessage {
  readonly content?: unknown;
  readonly name?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: unknown;
  readonly additional_kwargs?: unknown;
  readonly response_metadata?: unknown;
  readonly usage_metadata?: unknown;
  readonly getType?: () => unknown;
  readonly _getType?: () => unknown;
}

type MessageClass = new (fields: object) => LangChainMessage;
type MessageClasses = Readonly<Record<'AIMessage' | 'HumanMessage' | 'SystemMessage' | 'ToolMessage', MessageClass>>;

const recordOf = (value: unknown): JsonObject => (isRecord(value) ? (value as JsonObject) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the messages as objects of the package's LangChain. Throws ApplicationError if the package has none. */
export function langChainMessages(loader: PackageLoader, messages: readonly PartMessage[]): readonly LangChainMessage[] {
  const { AIMessage, HumanMessage, SystemMessage, ToolMessage } = loader.module('@langchain/core/messages') as MessageClasses;
  return messages.map((message) => {
    const hidden = 'isHidden' in message && message.isHidden === true ? { additional_kwargs: { hideFromUI: true } } : {};
    switch (message.role) {
      case 'system':
        return new SystemMessage({ content: message.text, ...hidden });
      case 'user':
        return new HumanMessage({ content: contentOf(message), ...hidden });
      case 'assistant': {
        const calls = (message.toolCalls ?? []).map(({ id, tool, args }) => ({ id, name: tool, args, type: 'tool_call' }));
        return new AIMessage({ content: message.text, tool_calls: calls, ...hidden });
      }
      default:
        return new ToolMessage({ content: message.text, tool_call_id: message.callId, name: message.tool });
    }
  });
}

/** Returns a text, or a list of parts if there are files. */
function contentOf({ text, files = [] }: Extract<PartMessage, { readonly role: 'system' | 'user' }>): unknown {
  if (files.length === 0) return text;
  return [...(text === '' ? [] : [{ type: 'text', text }]), ...files.map((file) => filePart(file))];
}

function filePart({ mediaType, name, content }: PartFile): object {
  const isImage = mediaType.startsWith('image');
  if (isImage) {
    return { type: 'image_url', image_url: { url: 'url' in content ? content.url : `data:${mediaType};base64,${content.base64}` } };
  }
  const source = 'url' in content ? { source_type: 'url', url: content.url } : { source_type: 'base64', data: content.base64 };
  return { type: 'file', mime_type: mediaType, ...source, ...(name === undefined ? {} : { metadata: { filename: name, name } }) };
}

const roles: Readonly<Record<string, PartMessage['role']>> = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' };

/** Returns messages of LangChain as plain data; those of other kinds are the user's. A text is a message of the user. */
export function plainMessages(messages: readonly unknown[]): readonly PartMessage[] {
  const tools = new Map<string, string>();
  return messages.map((message) => {
    const plain = plainMessage(message);
    if (plain.role === 'assistant') for (const { id, tool } of plain.toolCalls ?? []) tools.set(id, tool);
    // The message of a result need not name its tool.
    return plain.role === 'tool' && plain.tool === '' ? { ...plain, tool: tools.get(plain.callId) ?? '' } : plain;
  });
}

function plainMessage(value: unknown): PartMessage {
  if (!isRecord(value)) return { role: 'user', text: textOf(value) };
  const message = value as LangChainMessage & { readonly type?: unknown };
  const type = message.getType?.() ?? message._getType?.() ?? message.type;
  const text = contentText(message.content, 'text');
  const hidden = recordOf(message.additional_kwargs)['hideFromUI'] === true ? { isHidden: true } : {};
  const role = roles[String(type)] ?? 'user';
  switch (role) {
    case 'assistant': {
      const toolCalls = toolCallsOf(message);
      return { role, text, ...(toolCalls.length === 0 ? {} : { toolCalls }), ...hidden };
    }
    case 'tool':
      return { role, callId: textOf(message.tool_call_id), tool: textOf(message.name), text };
    case 'user': {
      const files = filesOf(message.content);
      return { role, text, ...(files.length === 0 ? {} : { files }), ...hidden };
    }
    default:
      return { role, text, ...hidden };
  }
}

const partsOf = (content: unknown): readonly JsonObject[] =>
  Array.isArray(content) ? content.map((part: unknown) => (typeof part === 'string' ? { type: 'text', text: part } : recordOf(part))) : [];

/** Returns the texts or the thoughts in a message. */
export function contentText(content: unknown, kind: 'text' | 'reasoning'): string {
  if (!Array.isArray(content)) return kind === 'text' ? textOf(content) : '';
  const texts = partsOf(content).map(({ type, text, thinking, reasoning }) => {
    if (kind === 'text') return type === 'text' || type === 'text_delta' ? textOf(text) : '';
    return textOf(type === 'thinking' ? thinking : type === 'reasoning' ? reasoning : '');
  });
  return texts.join('');
}

const filesOf = (content: unknown): readonly PartFile[] => partsOf(content).flatMap((part) => fileOf(part));

/** Images have a URL, which may contain them; other files have the form of the newer content blocks. */
function fileOf(part: JsonObject): readonly PartFile[] {
  const { type, image_url: image, mime_type: mimeType, mimeType: newerType, data, url, metadata } = part;
  const mediaType =
    textOf(mimeType) || textOf(newerType) || (type === 'image' || type === 'image_url' ? 'image' : 'application/octet-stream');
  if (type === 'image_url') {
    const address = typeof image === 'string' ? image : textOf(recordOf(image)['url']);
    const [, inner, base64] = /^data:([^;,]+);base64,(.*)$/s.exec(address) ?? [];
    return [
      inner === undefined || base64 === undefined ? { mediaType, content: { url: address } } : { mediaType: inner, content: { base64 } },
    ];
  }
  if (type !== 'image' && type !== 'file' && type !== 'audio' && type !== 'video') return [];
  const { filename } = recordOf(metadata);
  const named = { mediaType, ...(typeof filename === 'string' ? { name: filename } : {}) };
  if (typeof data === 'string') return [{ ...named, content: { base64: data } }];
  return typeof url === 'string' ? [{ ...named, content: { url } }] : [];
}

const toolCallsOf = ({ tool_calls: calls }: LangChainMessage): readonly RecordedToolCall[] =>
  (Array.isArray(calls) ? (calls as readonly unknown[]) : []).map((call) => {
    const { id, name, args } = recordOf(call);
    return { id: textOf(id), tool: textOf(name), args: recordOf(args) };
  });

/** Returns the answer of a model: a message, or the text of a model that completes texts. */
export function answerOf(answer: unknown): ModelAnswer {
  if (!isRecord(answer)) return { text: textOf(answer), reasoning: '', toolCalls: [] };
  const message = answer as LangChainMessage;
  const metadata = recordOf(message.response_metadata);
  const reason = [metadata['finish_reason'], metadata['stop_reason'], metadata['finishReason'], metadata['done_reason']].find(
    (each) => typeof each === 'string',
  );
  const tokens = tokensOf(recordOf(message.usage_metadata), metadata);
  return {
    text: contentText(message.content, 'text'),
    reasoning: contentText(message.content, 'reasoning') || textOf(recordOf(message.additional_kwargs)['reasoning_content']),
    toolCalls: toolCallsOf(message),
    ...(reason === undefined ? {} : { finishReason: String(reason) }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

/** Older versions of LangChain have the tokens among the metadata. */
function tokensOf(usage: JsonObject, metadata: JsonObject): ModelAnswer['tokens'] {
  const older = recordOf(metadata['tokenUsage']);
  const input = usage['input_tokens'] ?? older['promptTokens'];
  const output = usage['output_tokens'] ?? older['completionTokens'];
  if (input === undefined && output === undefined) return undefined;
  const { cache_read: cached } = recordOf(usage['input_token_details']);
  const { reasoning } = recordOf(usage['output_token_details']);
  return {
    input: Number(input ?? 0),
    output: Number(output ?? 0),
    ...(cached === undefined ? {} : { cached: Number(cached) }),
    ...(reasoning === undefined ? {} : { reasoning: Number(reasoning) }),
  };
}
