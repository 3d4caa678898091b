// Workflows whose root node uses attached nodes.
import { randomUUID } from 'node:crypto';
import type { Connections, WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { RunInstance, Sketch } from '../instance.ts';
import type { ModelService } from './model-service.ts';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';

/** A node that is attached to another one, by default to the root node. */
export interface Attachment extends Sketch {
  /** Connection type. */
  readonly by: string;
  readonly to?: string;
}

/** Returns a workflow: `Start`, if the root node is not a trigger, then `Root`, then the attached nodes. Types without a package are LangChain's. */
export function withAttached(root: Sketch, attached: Readonly<Record<string, Attachment>>, start?: Sketch): WorkflowFile {
  const node = (name: string, { type, ...more }: Sketch, index: number): object => ({
    id: randomUUID(),
    name,
    type: type.includes('.') ? type : `${LANGCHAIN}.${type}`,
    typeVersion: 1,
    position: [index * 200, 0],
    parameters: {},
    ...more,
  });
  const all: readonly (readonly [string, Sketch])[] = [
    ...(start === undefined ? [] : [['Start', start] as const]),
    ['Root', root],
    ...Object.entries(attached).map(([name, { by: _by, to: _to, ...sketch }]) => [name, sketch] as const),
  ];
  const wires = Object.entries(attached).map(([name, { by, to = 'Root' }]) => [name, { [by]: [[{ node: to, type: by, index: 0 }]] }]);
  const first = start === undefined ? [] : [['Start', { main: [[{ node: 'Root', type: 'main', index: 0 }]] }]];
  return {
    nodes: all.map(([name, sketch], index) => node(name, sketch, index)) as WorkflowFile['nodes'],
    connections: Object.fromEntries([...first, ...wires]) as Connections,
    settings: { executionOrder: 'v1' },
  };
}

export const manual: Sketch = { type: 'n8n-nodes-base.manualTrigger' };

/** Returns a chat model that asks the service. */
export async function chatModel(instance: RunInstance, service: ModelService, model = 'stub'): Promise<Sketch> {
  return {
    type: 'lmChatOpenAi',
    typeVersion: 1.2,
    parameters: { model: { __rl: true, mode: 'id', value: model }, options: {} },
    credentials: await instance.credential('openAiApi', { apiKey: 'key-1', url: `${service.url}/v1` }),
  };
}

export async function embeddingModel(instance: RunInstance, service: ModelService): Promise<Sketch> {
  return {
    type: 'embeddingsOpenAi',
    typeVersion: 1.2,
    parameters: { options: {} },
    credentials: await instance.credential('openAiApi', { apiKey: 'key-1', url: `${service.url}/v1` }),
  };
}
