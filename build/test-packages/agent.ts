// Runs agents of the LangChain package with a chat model, a memory, a tool that is a workflow or a node, and an output parser, against a stand-in for the
// model's service, streaming and not.
import { stored } from '../../engine/testing/build-workflow.ts';
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Item } from '../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../engine/contract/workflow.ts';
import { createHttpClient } from '../../engine/execution/http/client.ts';
import { Executor, type ExecutionPorts } from '../../engine/execution/index.ts';
import type { Catalog } from '../../engine/packages/catalog.ts';
import type { Packages } from '../../engine/packages/index.ts';
import { createCredentialTypes, createNodeRegistry } from '../../engine/registry/index.ts';
import { usePackage } from '../../engine/registry/n8n/index.ts';
import { fakePorts } from '../../engine/testing/fake-ports.ts';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { shapeOf } from './runs/langchain/shape.ts';

/** An outcome of one run of the workflow. */
export interface AgentOutcome {
  readonly title: string;
  readonly failure?: string;
}

interface ChatRequest {
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

interface Reply {
  readonly content: string | null;
  readonly tool_calls?: readonly object[];
}

const toolCall = (name: string, args: object): Reply => ({
  content: null,
  tool_calls: [{ index: 0, id: `call_${name}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});

/** The model: first it calls the workflow, then it answers with what the workflow said, in the form of the output parser if there is one. */
function replyTo({ messages, tools = [] }: ChatRequest): Reply {
  const names = tools.map((tool) => tool.function.name);
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages.slice(asked).find(({ role }) => role === 'tool');
  if (message === undefined) return toolCall('weather', { city: 'Oslo' });
  const response = { city: 'Oslo', report: JSON.stringify(message.content).includes('rain in Oslo') ? 'rain' : 'unknown' };
  return names.includes('format_final_json_response')
    ? toolCall('format_final_json_response', { output: response })
    : { content: JSON.stringify(response) };
}

function respond(request: ChatRequest, response: ServerResponse): void {
  const reply = replyTo(request);
  const base = { id: 'chat-1', created: 1, model: 'stub' };
  const reason = reply.tool_calls === undefined ? 'stop' : 'tool_calls';
  if (request.stream !== true) {
    response.setHeader('content-type', 'application/json');
    const choices = [{ index: 0, message: { role: 'assistant', ...reply }, finish_reason: reason }];
    response.end(
      JSON.stringify({ ...base, object: 'chat.completion', choices, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
    );
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const send = (delta: object, finish: string | null = null): void => {
    const chunk = { ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  send({ role: 'assistant', content: '' });
  if (reply.content === null) send(reply);
  else for (const part of reply.content.match(/.{1,8}/gs) ?? []) send({ content: part });
  send({}, reason);
  response.end('data: [DONE]\n\n');
}

export const langchain = '@n8n/n8n-nodes-langchain';

const node = (name: string, type: string, typeVersion: number, parameters: object, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters: parameters as WorkflowNode['parameters'],
  ...more,
});

const weather: WorkflowFile = {
  id: 'weather',
  nodes: [
    node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1, {}),
    node('Say', 'n8n-nodes-base.set', 3.4, {
      assignments: { assignments: [{ id: '1', name: 'report', value: '=rain in {{ $json.city }}', type: 'string' }] },
    }),
  ],
  connections: { Called: { main: [[{ node: 'Say', type: 'main', index: 0 }]] } },
};

const workflowTool = node('weather', `${langchain}.toolWorkflow`, 2.2, {
  description: 'Tells the weather',
  source: 'database',
  workflowId: { __rl: true, mode: 'id', value: 'weather' },
  workflowInputs: {
    mappingMode: 'defineBelow',
    value: { city: "={{ $fromAI('city', 'Name of the city', 'string') }}" },
    schema: [
      {
        id: 'city',
        displayName: 'city',
        required: false,
        defaultMatch: false,
        display: true,
        type: 'string',
        canBeUsedToMatch: true,
      },
    ],
  },
});

interface AgentCase {
  readonly version: number;
  readonly hasParser?: boolean;
  readonly streams?: boolean;
  /** URL of a service of the weather, asked by HTTP Request as a tool. Default: the tool is a workflow. */
  readonly weatherUrl?: string;
}

function workflow({ version, hasParser = false, streams = false, weatherUrl }: AgentCase): WorkflowFile {
  const attach = (name: string, type: string): WorkflowFile['connections'] => ({
    [name]: { [type]: [[{ node: 'Agent', type, index: 0 }]] },
  });
  return {
    nodes: [
      node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
      node('Agent', `${langchain}.agent`, version, {
        promptType: 'define',
        text: '={{ $json.question }}',
        hasOutputParser: hasParser,
        options: { enableStreaming: streams },
      }),
      node(
        'Model',
        `${langchain}.lmChatOpenAi`,
        1.2,
        { model: { __rl: true, mode: 'id', value: 'stub' }, options: {} },
        {
          credentials: { openAiApi: { id: '1', name: 'Stub' } },
        },
      ),
      node('Memory', `${langchain}.memoryBufferWindow`, 1.3, {
        sessionIdType: 'customKey',
        sessionKey: `=session-${version}-${String(hasParser)}-${String(streams)}-${weatherUrl === undefined ? 'workflow' : 'node'}`,
      }),
      weatherUrl === undefined
        ? workflowTool
        : node('weather', 'n8n-nodes-base.httpRequestTool', 4.2, {
            toolDescription: 'Tells the weather',
            url: `=${weatherUrl}?city={{ $fromAI('city', 'Name of the city') }}`,
          }),
      ...(hasParser
        ? [node('Parser', `${langchain}.outputParserStructured`, 1.2, { jsonSchemaExample: '{ "city": "Rome", "report": "sun" }' })]
        : []),
    ],
    connections: {
      Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
      ...attach('Model', 'ai_languageModel'),
      ...attach('Memory', 'ai_memory'),
      ...attach('weather', 'ai_tool'),
      ...(hasParser ? attach('Parser', 'ai_outputParser') : {}),
    },
    settings: { executionOrder: 'v1' },
  };
}

/** What a run of an agent produced: the items of the agent, and the first run of each node attached to it. */
interface AgentRun {
  readonly streamed: string;
  readonly output: unknown;
  readonly attached: Readonly<Record<string, unknown>>;
}

const attachedNames = ['Model', 'Memory', 'weather'];

/** Runs the workflow for both kinds of agents. The package must be allowed to open connections, since its models do so themselves. */
export async function runAgents(packages: Packages, catalog: Catalog): Promise<readonly AgentOutcome[]> {
  const requests: ChatRequest[] = [];
  const server = await stubServer(({ url, body }, response) => {
    if (url.startsWith('/weather')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ report: `rain in ${new URL(url, 'http://service').searchParams.get('city') ?? ''}` }));
      return;
    }
    const request = JSON.parse(body) as ChatRequest;
    requests.push(request);
    respond(request, response);
  });
  await packages.allowNetwork(catalog.name, true);
  const [theirs, ours] = [true, false].map((prefers) => portsWith(packages, catalog, server.address, prefers)) as [
    ExecutionPorts,
    ExecutionPorts,
  ];
  const outcomes: AgentOutcome[] = [];
  const tryOut = async (title: string, check: () => Promise<void>): Promise<void> => {
    requests.length = 0;
    const failure = await check().then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    outcomes.push({ title, ...(failure === undefined ? {} : { failure }) });
  };
  try {
    const weatherUrl = `${server.address}/weather`;
    const cases = [{ hasParser: true }, {}, { streams: true }, { weatherUrl }];
    for (const agent of [2.2, 3.1].flatMap((version) => cases.map((each): AgentCase => ({ version, ...each })))) {
      const { version, hasParser = false, streams = false } = agent;
      const tool = agent.weatherUrl === undefined ? 'a workflow' : 'a node';
      const title = `agent ${version} with ${tool} as tool${hasParser ? ' and an output parser' : ''}${streams ? ', streaming' : ''}`;
      const file = workflow(agent);
      await tryOut(title, async () => {
        const { streamed } = await run(theirs, file, streams);
        if (streams)
          assert.ok(requests.some(({ stream }) => stream === true) && streamed.includes('"type":"item"'), 'nothing was streamed');
        requests.length = 0;
        await run(theirs, file, streams);
        const questions = requests[0]?.messages.filter(({ role }) => role === 'user') ?? [];
        assert.ok(questions.length > 1, 'the memory has forgotten the first question');
      });
      await tryOut(`${title}: items of the same shape as those of the core node`, async () => {
        // Both memories contain the first question.
        await run(ours, file, streams);
        const [expected, actual] = [await run(theirs, file, streams), await run(ours, file, streams)];
        assert.deepEqual(shapeOf(actual.output), shapeOf(expected.output));
        assert.deepEqual(actual.output, expected.output);
        assert.deepEqual(shapeOf(modelResponse(actual)), shapeOf(modelResponse(expected)));
      });
    }
  } finally {
    await server.close();
  }
  return outcomes;
}

/** `prefers`: whether the nodes of the package are used, or the core nodes of the same types. */
function portsWith(packages: Packages, catalog: Catalog, address: string, prefers: boolean): ExecutionPorts {
  const registry = createNodeRegistry();
  const credentialTypes = createCredentialTypes();
  const tables = { registry, credentialTypes, instanceId: 'test', instanceUrl: () => 'http://localhost', prefers: () => prefers };
  usePackage(tables, packages, catalog);
  return fakePorts({
    nodes: registry,
    http: createHttpClient({ environment: {} }),
    credentialTypes,
    credential: async () => ({ apiKey: 'top-secret', url: `${address}/v1` }),
    workflow: async () => stored(weather),
    clock: { now: () => Date.now(), sleep: async () => undefined },
  });
}

async function run(ports: ExecutionPorts, file: WorkflowFile, streams: boolean): Promise<AgentRun> {
  const chunks: string[] = [];
  const responder = {
    isStreaming: streams,
    respond: () => true,
    respondChunk: (chunk: string) => chunks.push(chunk) > 0,
    hintsFor: () => [],
  };
  const items = [{ json: { question: 'What is the weather in Oslo?' } }];
  const { result } = await new Executor(ports).start({ workflow: file, mode: 'manual', startNode: 'Start', items, responder }).done;
  const { runData, error } = result.resultData;
  assert.equal(error, undefined, JSON.stringify(error));
  const output = runData['Agent']?.[0]?.data?.['main']?.[0];
  const answer = output?.[0]?.json['output'];
  const response: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
  assert.deepEqual(response, { city: 'Oslo', report: 'rain' });
  for (const name of attachedNames) assert.ok((runData[name]?.length ?? 0) > 0, `${name} has no run data`);
  return { streamed: chunks.join(''), output, attached: Object.fromEntries(attachedNames.map((name) => [name, runData[name]?.[0]?.data])) };
}

/** What both record of an answer of the model. The core node also records the model, its calls of tools, and exact tokens of streams. */
function modelResponse({ attached }: AgentRun): unknown {
  const { ai_languageModel: [[item] = []] = [] } = attached['Model'] as { readonly ai_languageModel?: readonly (readonly Item[])[] };
  const { response, tokenUsage, tokenUsageEstimate } = (item as unknown as { readonly json: RecordedAnswer }).json;
  const { promptTokens, completionTokens, totalTokens } = (tokenUsage ?? tokenUsageEstimate) as Record<string, unknown>;
  return { texts: response.generations.map((answers) => answers.map(({ text }) => text)), promptTokens, completionTokens, totalTokens };
}

interface RecordedAnswer {
  readonly response: { readonly generations: readonly (readonly { readonly text: string }[])[] };
  readonly tokenUsage?: object;
  /** Estimated, where the service has not counted them. */
  readonly tokenUsageEstimate?: object;
}

/** Lines of the page about the agents and the tunnels; none if none were run. */
export const agentsSection = (outcomes: readonly AgentOutcome[]): readonly string[] =>
  outcomes.length === 0
    ? []
    : [
        '',
        '## Agents and tunnels',
        '',
        'An agent with a chat model, a memory and a tool answers a question twice, against a stand-in for the service of the model. The Postgres node queries a stand-in for a database through SSH tunnels.',
        '',
        ...outcomes.map(({ title, failure }) => `- ${title}: ${failure ?? 'runs'}`),
      ];
