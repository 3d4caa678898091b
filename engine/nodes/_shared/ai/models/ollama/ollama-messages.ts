// The messages of a prompt in the form of Ollama's API.
import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { NodeError } from '../../../../../sdk/index.ts';
import { resultText } from '../../prompt-text.ts';

export interface OllamaMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly thinking?: string;
  /** In base64. */
  readonly images?: readonly string[];
  readonly tool_calls?: readonly OllamaToolCall[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

export interface OllamaToolCall {
  readonly id?: string;
  readonly function: { readonly name: string; readonly arguments: unknown };
}

/** Returns the messages. Throws NodeError for files that Ollama does not take. */
export const ollamaMessages = (prompt: LanguageModelV4Prompt): readonly OllamaMessage[] => prompt.flatMap((message) => messagesOf(message));

function messagesOf(message: LanguageModelV4Message): readonly OllamaMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user': {
      const files = message.content.filter((part) => part.type === 'file');
      const texts = message.content.map((part) => (part.type === 'text' ? part.text : (fileText(part) ?? '')));
      return [{ role: 'user', content: texts.filter((text) => text !== '').join('\n'), ...imagesOf(files) }];
    }
    case 'assistant':
      return [assistantMessage(message)];
    default:
      return message.content.flatMap((part) => (part.type === 'tool-result' ? [toolMessage(part)] : []));
  }
}

function assistantMessage({ content }: Extract<LanguageModelV4Message, { role: 'assistant' }>): OllamaMessage {
  const textOf = (type: 'text' | 'reasoning'): string => content.map((part) => (part.type === type ? part.text : '')).join('');
  const thinking = textOf('reasoning');
  const calls = content.flatMap((part): readonly OllamaToolCall[] =>
    part.type === 'tool-call' ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input } }] : [],
  );
  return {
    role: 'assistant',
    content: textOf('text'),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function toolMessage({ toolName, toolCallId, output }: LanguageModelV4ToolResultPart): OllamaMessage {
  const files = output.type === 'content' ? output.value.flatMap((part) => (part.type === 'file' ? [part] : [])) : [];
  return { role: 'tool', tool_name: toolName, tool_call_id: toolCallId, content: resultText(output), ...imagesOf(files) };
}

type File = Pick<LanguageModelV4FilePart, 'data' | 'mediaType'>;

/** Returns the text of a file with text; undefined for other files. */
function fileText({ data, mediaType }: File): string | undefined {
  if (data.type === 'text') return data.text;
  if (data.type !== 'data' || !mediaType.startsWith('text')) return undefined;
  return typeof data.data === 'string' ? Buffer.from(data.data, 'base64').toString() : new TextDecoder().decode(data.data);
}

function imagesOf(files: readonly File[]): { readonly images?: readonly string[] } {
  const images = files.flatMap((file) => (fileText(file) === undefined ? [imageOf(file)] : []));
  return images.length === 0 ? {} : { images };
}

function imageOf({ data, mediaType }: File): string {
  if (data.type !== 'data' || !mediaType.startsWith('image')) {
    throw new NodeError(`Models of Ollama take images and texts, but no file of the type "${mediaType}".`, {
      hint: 'Extract its text first, with the node "Extract from File".',
    });
  }
  return typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64');
}
