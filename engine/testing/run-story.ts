// For tests of manual runs: workflows in a short notation, and the events that an editor receives for a run.
import type { PushEvent } from '../contract/push.ts';
import type { TaskData } from '../contract/run-data.ts';
import type { PushReader } from './push-reader.ts';

export interface Sketch {
  readonly type: string;
  readonly parameters?: object;
  readonly typeVersion?: number;
  readonly [field: string]: unknown;
}

/** Nodes in a row, each connected to the next. */
export function row(nodes: Readonly<Record<string, Sketch>>, more: object = {}): { nodes: object[]; connections: Record<string, object> } {
  const names = Object.keys(nodes);
  const connections: Record<string, object> = {};
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    if (next !== undefined) connections[name] = { main: [[{ node: next, type: 'main', index: 0 }]] };
  }
  return {
    nodes: Object.entries(nodes).map(([name, { type, typeVersion = 1, parameters = {}, ...rest }], index) => ({
      id: `id-${index}`,
      name,
      type: `n8n-nodes-base.${type}`,
      typeVersion,
      position: [index * 200, 0],
      parameters,
      ...rest,
    })),
    connections,
    ...more,
  };
}

/** Returns the events of one finished run. */
export async function story(reader: PushReader, executionId: string | undefined): Promise<readonly PushEvent[]> {
  await reader.next('executionFinished', (event) => event.executionId === executionId);
  return reader.events().filter((event) => 'executionId' in event && event.executionId === executionId);
}

export const message = (events: readonly PushEvent[]): string[] =>
  events.map((event) =>
    'nodeName' in event ? `${event.type} ${event.nodeName}` : 'status' in event ? `${event.type} ${event.status}` : event.type,
  );
export const ranNodes = (events: readonly PushEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'nodeExecuteAfter' ? [event.nodeName] : []));
export const jsonOf = (events: readonly PushEvent[], node: string): unknown =>
  events
    .flatMap((event) => (event.type === 'nodeExecuteAfter' && event.nodeName === node ? (event.data.data?.['main']?.[0] ?? []) : []))
    .map(({ json }) => json);
export const runDataOf = (events: readonly PushEvent[]): Record<string, TaskData[]> =>
  Object.fromEntries(events.flatMap((event) => (event.type === 'nodeExecuteAfter' ? [[event.nodeName, [event.data]]] : [])));

export const set = (name: string, value: string): Sketch => ({
  type: 'set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: name, name, value, type: 'string' }] }, includeOtherFields: true, options: {} },
});
export const start: Sketch = { type: 'manualTrigger' };
export const webhook = (path: string): Sketch => ({ type: 'webhook', typeVersion: 2, parameters: { path, options: {} }, webhookId: path });
