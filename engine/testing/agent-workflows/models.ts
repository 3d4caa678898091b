// Agents with models of several services, memories and parsers of their output.
import { agent, ai, answerInForm, anthropic, calling, contains, gemini, ollama, openAi, set, type AgentWorkflow } from './kit.ts';

const one = ['Webhook -> Agent', 'Model -> Agent'];
const memory = (sessionKey: string, contextWindowLength = 5): ReturnType<typeof ai> =>
  ai('memoryBufferWindow', 1.3, { sessionIdType: 'customKey', sessionKey, contextWindowLength });

const weather = '{ "city": "Rome", "degrees": 21 }';

export const modelWorkflows: readonly AgentWorkflow[] = [
  {
    title: 'a local model',
    nodes: {
      Agent: agent({ options: { systemMessage: 'Answer like a pirate.' } }),
      Model: ollama({ options: { temperature: 0.1, numCtx: 4096 } }),
    },
    lines: one,
    answers: [{ text: 'Arr.' }],
    response: [{ output: 'Arr.' }],
    asked: ['Answer like a pirate.', '"num_ctx":4096', '"temperature":0.1'],
  },
  {
    title: 'thoughts, which are not in the answer',
    nodes: { Agent: agent(), Model: ollama({ options: { think: true } }) },
    lines: one,
    answers: [{ reasoning: 'They ask about the moon.', text: 'It is old.' }],
    response: [{ output: 'It is old.' }],
  },
  {
    title: 'Anthropic with its own system message and limits',
    nodes: { Agent: agent({ options: { systemMessage: 'Be brief.' } }), Model: anthropic({ options: { maxTokensToSample: 200 } }) },
    lines: one,
    answers: [{ text: 'Old.' }],
    response: [{ output: 'Old.' }],
    asked: ['Be brief.', '"max_tokens":200'],
  },
  {
    title: 'Gemini with its own system message and limits',
    nodes: { Agent: agent({ options: { systemMessage: 'Be brief.' } }), Model: gemini({ options: { maxOutputTokens: 300, topK: 8 } }) },
    lines: one,
    answers: [{ text: 'Old.' }],
    response: [{ output: 'Old.' }],
    asked: ['Be brief.', '"maxOutputTokens":300', '"topK":8'],
  },
  {
    title: 'a service that is busy at first',
    nodes: { Agent: agent(), Model: openAi({ options: { maxRetries: 2 } }) },
    lines: one,
    differs: 'It does not repeat a request that the service was too busy for.',
    answers: [{ status: 429, error: 'Slow down', headers: { 'retry-after': '0' } }, { text: 'Now.' }],
    response: [{ output: 'Now.' }],
  },
  {
    title: 'a second model when the first one fails',
    nodes: { Agent: agent({ needsFallback: true }), Model: openAi(), Second: anthropic() },
    lines: [...one, 'Second -> Agent:1'],
    answers: (body) => (body['model'] === 'claude-sonnet-5' ? { text: 'From the second.' } : { status: 400, error: 'Broken' }),
    response: [{ output: 'From the second.' }],
  },
  {
    title: 'a model that a rule selects',
    nodes: {
      Agent: agent(),
      Selector: ai('modelSelector', 1, {
        numberInputs: 2,
        rules: {
          rule: [
            { modelIndex: 2, conditions: contains('={{ $json.body.question }}', 'why') },
            { modelIndex: 1, conditions: contains('={{ $json.body.question }}', '') },
          ],
        },
      }),
      Small: openAi(),
      Large: anthropic(),
    },
    lines: ['Webhook -> Agent', 'Selector -> Agent', 'Small -> Selector', 'Large -> Selector:1'],
    bodies: [{ question: 'Tell me why.' }],
    answers: (body) => ({ text: `From ${String(body['model'])}` }),
    response: [{ output: 'From claude-sonnet-5' }],
  },
  {
    title: 'an agent of an older kind, from version 1',
    differs: 'It reads calls of tools from the text of the answer.',
    nodes: {
      Agent: ai('agent', 1.6, { agent: 'conversationalAgent', promptType: 'define', text: '={{ $json.body.question }}', options: {} }),
      Model: openAi({ responsesApiEnabled: false }),
    },
    lines: one,
    answers: [{ text: 'Hello' }],
    response: [{ output: 'Hello' }],
  },
  {
    title: 'a memory with what was said before',
    nodes: { Agent: agent(), Model: openAi(), Memory: memory('={{ $json.body.session }}') },
    lines: [...one, 'Memory -> Agent'],
    bodies: [
      { session: 'ada', question: 'My cat is Tom.' },
      { session: 'ada', question: 'Who is my cat?' },
    ],
    answers: [{ text: 'Noted.' }, { text: 'Tom.' }],
    response: [{ output: 'Tom.' }],
    asked: ['My cat is Tom.', 'Noted.'],
  },
  {
    title: 'a memory that is not shared by sessions',
    nodes: { Agent: agent(), Model: openAi(), Memory: memory('={{ $json.body.session }}') },
    lines: [...one, 'Memory -> Agent'],
    bodies: [
      { session: 'bob', question: 'My cat is Kitty.' },
      { session: 'eve', question: 'Who is my cat?' },
    ],
    answers: [{ text: 'Fine.' }, { text: 'I do not know.' }],
    response: [{ output: 'I do not know.' }],
    notAsked: ['Kitty'],
  },
  {
    title: 'a memory of the last exchange only',
    nodes: { Agent: agent(), Model: openAi(), Memory: memory('short', 1) },
    lines: [...one, 'Memory -> Agent'],
    bodies: [{ question: 'My dog is Rex.' }, { question: 'My cat is Tom.' }, { question: 'Who is who?' }],
    answers: [{ text: 'Fine.' }],
    response: [{ output: 'Fine.' }],
    asked: ['My cat is Tom.'],
    notAsked: ['Rex'],
  },
  {
    title: 'messages that a workflow inserts into the memory, and reads',
    nodes: {
      Insert: ai('memoryManager', 1.1, {
        mode: 'insert',
        messages: { messageValues: [{ type: 'system', message: 'The shop closes at six.' }] },
      }),
      Agent: agent({ text: "={{ $('Webhook').item.json.body.question }}" }),
      Model: openAi(),
      Memory: memory('shop'),
      Read: ai('memoryManager', 1.1, { mode: 'load', options: { groupMessages: false } }),
    },
    lines: [
      'Webhook -> Insert',
      'Insert -> Agent',
      'Agent -> Read',
      'Model -> Agent',
      'Memory -> Insert',
      'Memory -> Agent',
      'Memory -> Read',
    ],
    bodies: [{ question: 'When do you close?' }],
    answers: [{ text: 'At six.' }],
    response: [{ system: 'The shop closes at six.', human: 'When do you close?', ai: 'At six.' }],
    asked: ['The shop closes at six.'],
  },
  {
    title: 'an answer in a form, by an example',
    nodes: {
      Agent: agent({ hasOutputParser: true }),
      Model: openAi(),
      Form: ai('outputParserStructured', 1.3, { jsonSchemaExample: weather }),
      Say: set({ text: '={{ $json.output.city }}: {{ $json.output.degrees }}' }),
    },
    lines: [...one, 'Agent -> Say', 'Form -> Agent'],
    answers: answerInForm({ city: 'Oslo', degrees: 4 }),
    response: [{ text: 'Oslo: 4' }],
    asked: ['degrees'],
  },
  {
    title: 'an answer in a form, by a schema',
    nodes: {
      Agent: agent({ hasOutputParser: true }),
      Model: anthropic(),
      Form: ai('outputParserStructured', 1.2, {
        schemaType: 'manual',
        inputSchema: '{"type":"object","properties":{"names":{"type":"array","items":{"type":"string"}}},"required":["names"]}',
      }),
    },
    lines: [...one, 'Form -> Agent'],
    answers: answerInForm({ names: ['Ada', 'Bob'] }),
    response: [{ output: { names: ['Ada', 'Bob'] } }],
  },
  {
    title: 'a list, parsed from the text of a chain',
    nodes: {
      Chain: ai('chainLlm', 1.7, { promptType: 'define', text: 'Name three colours.', hasOutputParser: true }),
      Model: openAi(),
      Items: ai('outputParserItemList', 1, { options: { numberOfItems: 3 } }),
    },
    lines: ['Webhook -> Chain', 'Model -> Chain', 'Items -> Chain'],
    answers: [{ text: 'red\ngreen\nblue' }],
    response: [{ text: 'red' }, { text: 'green' }, { text: 'blue' }],
  },
  {
    title: 'an answer of the wrong form, which a model corrects',
    nodes: {
      Chain: ai('chainLlm', 1.7, { promptType: 'define', text: 'The weather?', hasOutputParser: true }),
      Model: openAi(),
      Fixing: ai('outputParserAutofixing', 1),
      Fixer: ollama(),
      Form: ai('outputParserStructured', 1.2, { jsonSchemaExample: weather }),
    },
    lines: ['Webhook -> Chain', 'Model -> Chain', 'Fixing -> Chain', 'Fixer -> Fixing', 'Form -> Fixing'],
    answers: [{ text: 'It rains.' }, { text: '{"output":{"city":"Bergen","degrees":9}}' }],
    response: [{ output: { city: 'Bergen', degrees: 9 } }],
    asked: ['It rains.'],
  },
  {
    title: 'what the agent did before its answer',
    differs: 'It lists no steps in this version.',
    nodes: { Agent: agent({ options: { returnIntermediateSteps: true } }), Model: openAi(), Calculator: ai('toolCalculator', 1) },
    lines: [...one, 'Calculator -> Agent'],
    answers: [calling(['calculator', { input: '2 ^ 10' }]), { text: '1024' }],
    response: [
      { output: '1024', intermediateSteps: [{ action: { tool: 'calculator', toolInput: { input: '2 ^ 10' } }, observation: '1024' }] },
    ],
  },
];
