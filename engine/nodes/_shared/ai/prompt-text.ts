// A prompt as text, for people and for token counts.
import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';

const speakers = { system: 'System', user: 'Human', assistant: 'AI', tool: 'Tool' } as const;

/** Returns the messages, each on a line of its own after its speaker. Files are named by their type. */
export const promptText = (prompt: LanguageModelV4Prompt): string =>
  prompt.map((message) => `${speakers[message.role]}: ${contentText(message)}`).join('\n');

function contentText({ content }: LanguageModelV4Message): string {
  if (typeof content === 'string') return content;
  return content.map((part) => partText(part)).join('');
}

type Part = Exclude<LanguageModelV4Message['content'], string>[number];

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'file':
    case 'reasoning-file':
      return `[${part.mediaType}]`;
    case 'tool-call':
      return `${part.toolName}(${JSON.stringify(part.input)})`;
    case 'tool-result':
      return resultText(part.output);
    default:
      return '';
  }
}

/** Returns the result of a tool as text. Files are named by their type. */
export function resultText(output: Extract<Part, { type: 'tool-result' }>['output']): string {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  if (output.type === 'json' || output.type === 'error-json') return JSON.stringify(output.value);
  if (output.type === 'execution-denied') return output.reason ?? 'Denied';
  return output.value.map((part) => (part.type === 'text' ? part.text : part.type === 'file' ? `[${part.mediaType}]` : '')).join('');
}
