// What the chat shows of a run: the last node's items, responses of nodes, and parts of streamed responses, as text.
import type { TaskData } from '../../../../engine/contract/run-data.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';

/** Fields that contain the reply, first match first. */
const replyKeys = ['output', 'text', 'response', 'message'] as const;

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Returns the reply in a value: its `output` or `text`, otherwise the whole value as JSON. */
export function replyIn(value: unknown): string {
  if (isRecord(value)) {
    for (const name of replyKeys) if (Object.hasOwn(value, name) && value[name] !== null) return asText(value[name]);
    if (Object.keys(value).length === 0) return '';
  }
  return asText(value);
}

/** Returns the reply of a node's run: that of each item of its first output with items. Undefined if it returned no items. */
export function replyOf({ data }: Pick<TaskData, 'data'>): string | undefined {
  const items = (data?.['main'] ?? []).find((list) => list !== null && list.length > 0);
  return items?.map(({ json }) => replyIn(json)).join('\n\n');
}

/** Returns the text of a node's response: the reply in its JSON, otherwise the response itself. */
export function replyInBody(content: string): string {
  if (!/^\s*[[{]/.test(content)) return content;
  try {
    return replyIn(JSON.parse(content));
  } catch {
    return content;
  }
}

/** Returns the text that lines of a streamed response contain. Other lines are ignored. */
export function textOfParts(lines: string): string {
  return lines
    .split('\n')
    .map((line) => {
      try {
        const part = JSON.parse(line) as unknown;
        return isRecord(part) && part['type'] === 'item' && part['content'] !== undefined ? asText(part['content']) : '';
      } catch {
        return '';
      }
    })
    .join('');
}
