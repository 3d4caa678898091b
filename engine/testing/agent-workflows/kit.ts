// Notation for workflows with agents, chains and their attached nodes, as people build them: a webhook starts them, and responds with the items of the last node.
import type { JsonObject } from '../../contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { buildWorkflow, type Line, type NodeSketch } from '../build-workflow.ts';
import type { Script, ScriptedAnswer } from '../models/scripted-model.ts';

export interface AgentWorkflow {
  readonly title: string;
  /** By name, without the webhook, which is named `Webhook`. */
  readonly nodes: Readonly<Record<string, NodeSketch>>;
  /** Connections: `From -> To`. Those of attached nodes have the type of what the node supplies. */
  readonly lines: readonly Line[];
  /** What the models of all services answer, one after the other. */
  readonly answers: Script;
  /** Bodies of the requests that start the workflow, one after the other. Default: one that asks about the moon. */
  readonly bodies?: readonly JsonObject[];
  /** The response to the last one. */
  readonly response: unknown;
  /** Texts that the requests to the services contain. */
  readonly asked?: readonly string[];
  /** Texts that they do not contain. */
  readonly notAsked?: readonly string[];
  /** Workflows that it calls, by the id that its nodes name. They are active. */
  readonly called?: Readonly<Record<string, Called>>;
  readonly webhook?: JsonObject;
  /** Why the nodes of n8n's package respond otherwise. */
  readonly differs?: string;
}

interface Called {
  readonly nodes: Readonly<Record<string, NodeSketch>>;
  readonly lines: readonly Line[];
}

export const PACKAGE = '@n8n/n8n-nodes-langchain.';

/** What nodes of a type supply, by the start of the type without its package. */
const supplied: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^(lmChat|modelSelector)/, 'ai_languageModel'],
  [/^memory(?!Manager)/, 'ai_memory'],
  [/^outputParser/, 'ai_outputParser'],
  [/^embeddings/, 'ai_embedding'],
  [/^reranker/, 'ai_reranker'],
  [/^retriever/, 'ai_retriever'],
  [/^textSplitter/, 'ai_textSplitter'],
  [/^document/, 'ai_document'],
  [/(^tool[A-Z]|Tool$)/, 'ai_tool'],
];

function suppliedType({ type, parameters = {} }: NodeSketch): string | undefined {
  const name = type.slice(type.lastIndexOf('.') + 1);
  if (name.startsWith('vectorStore')) {
    return { 'retrieve-as-tool': 'ai_tool', retrieve: 'ai_vectorStore' }[String(parameters['mode'])];
  }
  return supplied.find(([pattern]) => pattern.test(name))?.[1];
}

/** Builds a workflow from its notation. */
export function workflowOf(
  nodes: Readonly<Record<string, NodeSketch>>,
  lines: readonly Line[],
  more: Partial<WorkflowFile> = {},
): WorkflowFile {
  const isAttached = (line: Line): boolean => suppliedType(nodes[line.split(/:| -> /)[0] ?? ''] ?? { type: '' }) !== undefined;
  const file = buildWorkflow(
    nodes,
    lines.filter((line) => !isAttached(line)),
    more,
  );
  const connections: Record<string, Record<string, unknown[][]>> = { ...file.connections } as never;
  for (const line of lines.filter((each) => isAttached(each))) {
    const [from = '', to = ''] = line.split(' -> ');
    const [target = '', input = '0'] = to.split(':');
    const type = suppliedType(nodes[from] as NodeSketch) ?? '';
    ((connections[from] ??= {})[type] ??= [[]])[0]?.push({ node: target, type, index: Number(input) });
  }
  return { ...file, connections: connections as unknown as WorkflowFile['connections'] };
}

const sketch = (type: string, typeVersion: number, parameters: JsonObject, more: Partial<WorkflowNode> = {}): NodeSketch => ({
  type,
  typeVersion,
  parameters,
  ...more,
});

/** A node of models, such as `ai('toolCalculator', 1)`. */
export const ai = (name: string, version: number, parameters: JsonObject = {}, more: Partial<WorkflowNode> = {}): NodeSketch =>
  sketch(`${PACKAGE}${name}`, version, parameters, more);

/** Another core node. */
export const core = (name: string, version: number, parameters: JsonObject = {}, more: Partial<WorkflowNode> = {}): NodeSketch =>
  sketch(`n8n-nodes-base.${name}`, version, parameters, more);

const withCredential = (type: string): Partial<WorkflowNode> => ({ credentials: { [type]: { id: type, name: type } } });

export const openAi = (parameters: JsonObject = {}): NodeSketch =>
  ai('lmChatOpenAi', 1.3, { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, ...parameters }, withCredential('openAiApi'));
export const ollama = (parameters: JsonObject = {}): NodeSketch =>
  ai('lmChatOllama', 1, { model: 'qwen3:4b', ...parameters }, withCredential('ollamaApi'));
export const anthropic = (parameters: JsonObject = {}): NodeSketch =>
  ai(
    'lmChatAnthropic',
    1.3,
    { model: { __rl: true, mode: 'id', value: 'claude-sonnet-5' }, ...parameters },
    withCredential('anthropicApi'),
  );
export const gemini = (parameters: JsonObject = {}): NodeSketch =>
  ai('lmChatGoogleGemini', 1, { modelName: 'models/gemini-2.5-flash', ...parameters }, withCredential('googlePalmApi'));
export const embeddings = (): NodeSketch => ai('embeddingsOpenAi', 1.2, { model: 'text-embedding-3-small' }, withCredential('openAiApi'));

/** The agent, which is asked what the webhook received. */
export const agent = (parameters: JsonObject = {}, more: Partial<WorkflowNode> = {}): NodeSketch =>
  ai('agent', 3, { promptType: 'define', text: '={{ $json.body.question }}', options: {}, ...parameters }, more);

/** Sets fields. */
export const set = (fields: Readonly<Record<string, string>>): NodeSketch =>
  core('set', 3.4, {
    assignments: {
      assignments: Object.entries(fields).map(([name, value]) => ({ id: name, name, value, type: 'string' })),
    },
    options: {},
  });

/** A condition that a text contains another. */
export const contains = (leftValue: string, rightValue: string): JsonObject => ({
  options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
  combinator: 'and',
  conditions: [{ id: '1', leftValue, rightValue, operator: { type: 'string', operation: 'contains' } }],
});

export const list = (value: string): JsonObject => ({ __rl: true, mode: 'list', value });

/** An answer that calls tools. */
export const calling = (
  ...calls: readonly (readonly [name: string, args: JsonObject])[]
): { readonly toolCalls: { name: string; args: JsonObject }[] } => ({
  toolCalls: calls.map(([name, args]) => ({ name, args })),
});

/** Answers with data of a form, by the tool for it if the request has one. */
export const answerInForm =
  (data: JsonObject) =>
  (body: JsonObject): ScriptedAnswer =>
    JSON.stringify(body).includes('format_final_json_response')
      ? calling(['format_final_json_response', { output: data }])
      : { text: JSON.stringify({ output: data }) };
