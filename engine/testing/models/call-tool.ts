// Lets an agent call a tool once, to test what the model is told about the tool, and what it receives.
import type { JsonObject } from '../../contract/json.ts';
import type { RunResult, TaskData } from '../../contract/run-data.ts';
import { openAiServer } from './open-ai-server.ts';
import { runRootNode, type AttachedNode, type RootRun } from './run-root-node.ts';

export interface ToolCase extends Partial<Pick<RootRun, 'items' | 'credentials' | 'ports'>> {
  readonly type: string;
  readonly version?: number;
  readonly parameters?: JsonObject;
  /** Name of the node. Default: `My tool`. */
  readonly node?: string;
  /** Name of the tool to call. Default: the only tool. */
  readonly tool?: string;
  readonly args: JsonObject;
  readonly attached?: readonly AttachedNode[];
}

export interface ToolOutcome {
  /** The tools as the model sees them. */
  readonly tools: readonly { readonly name: string; readonly description: string; readonly parameters: JsonObject }[];
  /** What the model receives. */
  readonly reply: string;
  /** The recorded run of the tool's node. */
  readonly run: TaskData | undefined;
  readonly runData: RunResult['resultData']['runData'];
  /** Message of the agent's error. */
  readonly error: string | undefined;
}

interface ChatRequest {
  readonly tools?: readonly { readonly function: ToolOutcome['tools'][number] }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

export async function callTool(tool: ToolCase): Promise<ToolOutcome> {
  const { node = 'My tool', attached = [], credentials = {}, items, ports } = tool;
  const server = await openAiServer((body, index) => {
    const [first] = (body as unknown as ChatRequest).tools ?? [];
    const name = tool.tool ?? first?.function.name;
    return index > 0 || name === undefined ? { text: 'Done' } : { toolCalls: [{ name, args: tool.args }] };
  });
  try {
    const { runData, error } = await runRootNode({
      type: 'agent',
      parameters: { promptType: 'define', text: 'Use the tool' },
      ...(items === undefined ? {} : { items }),
      ...(ports === undefined ? {} : { ports }),
      credentials: { ...credentials, openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` } },
      attached: [
        {
          name: 'Model',
          type: 'lmChatOpenAi',
          version: 1.2,
          by: 'ai_languageModel',
          parameters: { model: { __rl: true, mode: 'id', value: 'm' } },
        },
        {
          name: node,
          type: tool.type,
          by: 'ai_tool',
          ...(tool.version === undefined ? {} : { version: tool.version }),
          parameters: tool.parameters ?? {},
        },
        ...attached,
      ],
    });
    const requests = server.received.map(({ body }) => JSON.parse(body) as ChatRequest);
    const reply = requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content;
    return {
      tools: (requests[0]?.tools ?? []).map((each) => each.function),
      reply: typeof reply === 'string' ? reply : JSON.stringify(reply ?? ''),
      run: runData[node]?.[0],
      runData,
      error,
    };
  } finally {
    await server.close();
  }
}
