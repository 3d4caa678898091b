// What a tool of a server returned, for models.
import type { JsonValue } from '../../../../contract/json.ts';
import { NodeError, type ContentOutput, type ToolOutput } from '../../../../sdk/index.ts';
import type { McpContent, McpResult } from './messages.ts';

type Part = ContentOutput['content'][number];

/** Returns the result: a text, or parts if it has images or files. Throws NodeError if the tool reports an error. */
export function outputOf(result: McpResult): ToolOutput {
  const { content = [], structuredContent } = result;
  throwIfFailed(result);
  if (content.length === 0) return (structuredContent ?? '') as JsonValue;
  const parts = content.map(partOf);
  if (parts.every((part) => part.type === 'text')) return parts.map(({ text }) => text).join('\n');
  return { content: parts };
}

/** Throws NodeError if the tool reports an error. */
export function throwIfFailed({ isError, content = [] }: McpResult): void {
  if (isError !== true) return;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  throw new NodeError(texts.join('\n') || 'The tool of the MCP server failed.');
}

function partOf(part: McpContent): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
    case 'audio':
      return filePart(part.data, part.mimeType);
    case 'resource': {
      const { uri, mimeType = 'application/octet-stream', text, blob } = part.resource;
      return blob === undefined ? { type: 'text', text: text ?? uri } : filePart(blob, mimeType);
    }
    case 'resource_link':
      return { type: 'text', text: [part.name, part.description, part.uri].filter((text) => text !== undefined && text !== '').join(': ') };
    default:
      return { type: 'text', text: JSON.stringify(part) };
  }
}

const filePart = (data: string, mediaType: string): Part => ({ type: 'file', data: { type: 'data', data }, mediaType });
