// Agents with tools of all kinds.
import { expect } from 'vitest';
import { agent, ai, anthropic, calling, core, embeddings, gemini, list, ollama, openAi, set, type AgentWorkflow } from './kit.ts';

const code = (jsCode: string, description = 'Counts the letters of a word'): ReturnType<typeof ai> =>
  ai('toolCode', 1.3, { description, language: 'javaScript', jsCode });

const workflowTool = (workflow: string): ReturnType<typeof ai> =>
  ai('toolWorkflow', 2.2, {
    description: 'Tells the weather of a city',
    source: 'database',
    workflowId: list(workflow),
    workflowInputs: {
      mappingMode: 'defineBelow',
      value: { city: "={{ $fromAI('city', 'Name of the city', 'string') }}" },
      schema: [{ id: 'city', displayName: 'city', required: false, defaultMatch: false, display: true, type: 'string' }],
    },
  });

const weather = {
  nodes: {
    Called: core('executeWorkflowTrigger', 1.1, { workflowInputs: { values: [{ name: 'city', type: 'string' }] } }),
    Say: set({ report: '=Rain in {{ $json.city }}' }),
  },
  lines: ['Called -> Say'],
};

export const toolWorkflows: readonly AgentWorkflow[] = [
  {
    title: 'a calculator',
    nodes: { Agent: agent(), Model: openAi(), Calculator: ai('toolCalculator', 1) },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Calculator -> Agent'],
    bodies: [{ question: 'What is 17 * 23?' }],
    answers: [calling(['calculator', { input: '17 * 23' }]), { text: 'It is 391.' }],
    response: [{ output: 'It is 391.' }],
    asked: ['What is 17 * 23?', '391'],
  },
  {
    title: 'code in the sandbox',
    nodes: { Agent: agent(), Model: anthropic(), Letters: code('return String(query.length)') },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Letters -> Agent'],
    answers: [calling(['Letters', { query: 'Mississippi' }]), { text: 'Eleven.' }],
    response: [{ output: 'Eleven.' }],
    asked: ['11'],
  },
  {
    title: 'code with a schema of its input',
    nodes: {
      Agent: agent(),
      Model: gemini(),
      Add: ai('toolCode', 1.3, {
        description: 'Adds numbers',
        jsCode: 'return String(query.numbers.reduce((a, b) => a + b, 0))',
        specifyInputSchema: true,
        schemaType: 'manual',
        inputSchema: '{"type":"object","properties":{"numbers":{"type":"array","items":{"type":"number"}}},"required":["numbers"]}',
      }),
    },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Add -> Agent'],
    answers: [calling(['Add', { numbers: [20, 22] }]), { text: '42' }],
    response: [{ output: '42' }],
    asked: ['Adds numbers', '42'],
  },
  {
    title: 'a workflow',
    nodes: { Agent: agent(), Model: openAi(), Weather: workflowTool('weather') },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Weather -> Agent'],
    answers: [calling(['Weather', { city: 'Oslo' }]), { text: 'Take an umbrella.' }],
    response: [{ output: 'Take an umbrella.' }],
    asked: ['Name of the city', 'Rain in Oslo'],
    called: { weather },
  },
  {
    title: 'a workflow and code, called at once',
    nodes: { Agent: agent(), Model: ollama(), Weather: workflowTool('weather'), Letters: code('return String(query.length)') },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Weather -> Agent', 'Letters -> Agent'],
    answers: [calling(['Weather', { city: 'Rome' }], ['Letters', { query: 'Rome' }]), { text: 'Rain, four letters.' }],
    response: [{ output: 'Rain, four letters.' }],
    asked: ['Rain in Rome'],
    called: { weather },
  },
  {
    title: 'HTTP Request as a tool',
    nodes: {
      Agent: agent(),
      Model: openAi({ responsesApiEnabled: false }),
      Site: core('httpRequestTool', 4.2, {
        toolDescription: 'Finds facts',
        url: "={{ $json.body.site }}/models?about={{ $fromAI('topic') }}",
      }),
    },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Site -> Agent'],
    answers: [calling(['Site', { topic: 'moon' }]), { text: 'There are four.' }],
    response: [{ output: 'There are four.' }],
    asked: ['text-embedding-3-small'],
  },
  {
    title: 'the older HTTP Request Tool, with placeholders',
    nodes: {
      Agent: agent(),
      Model: openAi(),
      Site: ai('toolHttpRequest', 1.1, {
        toolDescription: 'Lists models',
        url: '={{ $json.body.site }}/models?about={topic}',
        placeholderDefinitions: { values: [{ name: 'topic', description: 'What to look for', type: 'string' }] },
      }),
    },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Site -> Agent'],
    answers: [calling(['Site', { topic: 'sun' }]), { text: 'Four of them.' }],
    response: [{ output: 'Four of them.' }],
    asked: ['What to look for', 'whisper-1'],
  },
  {
    title: 'another core node as a tool',
    nodes: {
      Agent: agent(),
      Model: openAi(),
      Hash: core('cryptoTool', 1, { toolDescription: 'Hashes', type: 'MD5', value: "={{ $fromAI('text') }}", dataPropertyName: 'hash' }),
    },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Hash -> Agent'],
    answers: [calling(['Hash', { text: 'abc' }]), { text: 'Done' }],
    response: [{ output: 'Done' }],
    asked: ['900150983cd24fb0d6963f7d28e17f72'],
  },
  {
    title: 'a place to think before a calculation',
    nodes: { Agent: agent(), Model: anthropic(), Think: ai('toolThink', 1.1), Calculator: ai('toolCalculator', 1) },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Think -> Agent', 'Calculator -> Agent'],
    answers: [
      calling(['Think', { input: 'First the product.' }]),
      calling(['calculator', { input: '6 * 7' }]),
      { text: 'The answer is 42.' },
    ],
    response: [{ output: 'The answer is 42.' }],
    asked: ['First the product.', '42'],
  },
  {
    title: 'another agent, with a model of its own',
    nodes: {
      Agent: agent(),
      Model: openAi(),
      Expert: ai('agentTool', 3, {
        toolDescription: 'Knows about ships',
        text: "={{ $fromAI('task') }}",
        options: { systemMessage: 'You are a sailor.' },
      }),
      Small: ollama(),
    },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Expert -> Agent', 'Small -> Expert'],
    answers: [calling(['Expert', { task: 'What is a keel?' }]), { text: 'The spine of a ship.' }, { text: 'It is its spine.' }],
    response: [{ output: 'It is its spine.' }],
    asked: ['You are a sailor.', 'What is a keel?', 'The spine of a ship.'],
  },
  {
    title: 'documents in memory',
    nodes: {
      Documents: ai('vectorStoreInMemory', 1.3, { mode: 'insert', memoryKey: list('facts') }),
      Loader: ai('documentDefaultDataLoader', 1.1, { jsonMode: 'expressionData', jsonData: '={{ $json.body.document }}' }),
      Once: core('limit', 1),
      Agent: agent({ text: "={{ $('Webhook').item.json.body.question }}" }),
      Model: openAi(),
      Facts: ai('vectorStoreInMemory', 1.3, {
        mode: 'retrieve-as-tool',
        toolDescription: 'Facts of the moon',
        memoryKey: list('facts'),
        topK: 1,
      }),
      Embeddings: embeddings(),
    },
    lines: [
      'Webhook -> Documents',
      'Documents -> Once',
      'Once -> Agent',
      'Loader -> Documents',
      'Embeddings -> Documents',
      'Embeddings -> Facts',
      'Model -> Agent',
      'Facts -> Agent',
    ],
    bodies: [{ question: 'How far is the moon?', document: 'The moon is 384,400 kilometres away.' }],
    answers: [calling(['Facts', { input: 'distance of the moon' }]), { text: 'About 384,400 km.' }],
    response: [{ output: 'About 384,400 km.' }],
    asked: ['Facts of the moon', '384,400 kilometres'],
  },
  {
    title: 'the tools of another workflow, by MCP',
    nodes: {
      Agent: agent(),
      Model: openAi(),
      Remote: ai('mcpClientTool', 1.1, { endpointUrl: '={{ $json.body.mcp }}/tools-of-tests', serverTransport: 'httpStreamable' }),
    },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Remote -> Agent'],
    answers: [calling(['Shout', { query: 'hello' }]), { text: 'HELLO it is.' }],
    response: [{ output: 'HELLO it is.' }],
    asked: ['HELLO'],
    called: {
      mcp: {
        nodes: {
          MCP: ai('mcpTrigger', 2, { path: 'tools-of-tests' }, { webhookId: 'mcp' }),
          Shout: code('return query.toUpperCase()', 'Shouts'),
        },
        lines: ['Shout -> MCP'],
      },
    },
  },
  {
    title: 'a tool that fails, whose error the model reads',
    nodes: { Agent: agent(), Model: openAi(), Stock: code('throw new Error("The shop is closed")', 'Counts the stock') },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Stock -> Agent'],
    answers: [calling(['Stock', { query: 'shoes' }]), { text: 'Come back tomorrow.' }],
    response: [{ output: 'Come back tomorrow.' }],
    asked: ['The shop is closed'],
  },
  {
    title: 'no end: the error goes to the second output',
    nodes: {
      Agent: agent({ options: { maxIterations: 3 } }, { onError: 'continueErrorOutput' }),
      Model: openAi(),
      Calculator: ai('toolCalculator', 1),
      Failed: set({ message: '={{ $json.error }}' }),
    },
    lines: ['Webhook -> Agent', 'Agent:1 -> Failed', 'Model -> Agent', 'Calculator -> Agent'],
    answers: [calling(['calculator', { input: '1 + 1' }])],
    response: [{ message: expect.stringContaining('did not finish within 3 iterations') }],
  },
];
