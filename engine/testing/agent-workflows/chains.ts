// Chains, classifiers and guardrails in workflows, and agents among other nodes.
import { agent, ai, anthropic, calling, contains, core, embeddings, gemini, list, ollama, openAi, set, type AgentWorkflow } from './kit.ts';

const say = (text: string): ReturnType<typeof set> => set({ text });
const chain = (text: string, more: object = {}): ReturnType<typeof ai> => ai('chainLlm', 1.7, { promptType: 'define', text, ...more });

export const chainWorkflows: readonly AgentWorkflow[] = [
  {
    title: 'a prompt with messages before it',
    nodes: {
      Chain: chain('={{ $json.body.question }}', {
        messages: {
          messageValues: [
            { type: 'SystemMessagePromptTemplate', message: 'You translate.' },
            { type: 'HumanMessagePromptTemplate', message: 'Haus' },
            { type: 'AIMessagePromptTemplate', message: 'house' },
          ],
        },
      }),
      Model: openAi(),
    },
    lines: ['Webhook -> Chain', 'Model -> Chain'],
    bodies: [{ question: 'Baum' }],
    answers: [{ text: 'tree' }],
    response: [{ text: 'tree' }],
    asked: ['You translate.', 'Haus', 'house', 'Baum'],
  },
  {
    title: 'fields of a text',
    nodes: {
      Extract: ai('informationExtractor', 1.2, {
        text: '={{ $json.body.question }}',
        schemaType: 'fromAttributes',
        attributes: {
          attributes: [
            { name: 'name', type: 'string', description: 'Who writes', required: true },
            { name: 'amount', type: 'number', description: 'What they pay', required: true },
          ],
        },
      }),
      Model: openAi(),
      Large: core('if', 2.2, { conditions: contains('={{ String($json.output.amount > 100) }}', 'true') }),
      Yes: say('=Call {{ $json.output.name }}'),
      No: say('Ignore'),
    },
    lines: ['Webhook -> Extract', 'Extract -> Large', 'Large:0 -> Yes', 'Large:1 -> No', 'Model -> Extract'],
    bodies: [{ question: 'I am Ada, and pay 120.' }],
    answers: [{ text: '{"name":"Ada","amount":120}' }],
    response: [{ text: 'Call Ada' }],
    asked: ['Who writes'],
  },
  {
    title: 'one branch for each category',
    nodes: {
      Sort: ai('textClassifier', 1.1, {
        inputText: '={{ $json.body.question }}',
        categories: {
          categories: [
            { category: 'Invoice', description: 'About money' },
            { category: 'Support', description: 'About faults' },
          ],
        },
      }),
      Model: openAi(),
      Money: say('To the accountant'),
      Help: say('To support'),
    },
    lines: ['Webhook -> Sort', 'Sort:0 -> Money', 'Sort:1 -> Help', 'Model -> Sort'],
    bodies: [{ question: 'It does not start.' }],
    answers: [{ text: '{"category":"Support","Invoice":false,"Support":true}' }],
    response: [{ text: 'To support' }],
    asked: ['About faults'],
  },
  {
    title: 'a mood, and what follows from it',
    nodes: {
      Mood: ai('sentimentAnalysis', 1.1, { inputText: '={{ $json.body.question }}', options: {} }),
      Model: gemini(),
      Happy: say('Thanks'),
      Calm: say('Fine'),
      Angry: say('Sorry'),
    },
    lines: ['Webhook -> Mood', 'Mood:0 -> Happy', 'Mood:1 -> Calm', 'Mood:2 -> Angry', 'Model -> Mood'],
    bodies: [{ question: 'This is a shame!' }],
    answers: [{ text: '{"sentiment":"Negative","strength":0.9,"confidence":0.9}' }],
    response: [{ text: 'Sorry' }],
  },
  {
    title: 'a summary of a long text',
    nodes: {
      Summary: ai('chainSummarization', 2, {
        operationMode: 'nodeInputJson',
        chunkingMode: 'simple',
        chunkSize: 200,
        chunkOverlap: 0,
        options: {},
      }),
      Model: openAi(),
    },
    lines: ['Webhook -> Summary', 'Model -> Summary'],
    bodies: [{ question: 'The river is wide. '.repeat(30) }],
    answers: [{ text: 'A wide river.' }],
    response: [{ response: { text: 'A wide river.' } }],
    asked: ['The river is wide.', 'A wide river.'],
  },
  {
    title: 'an answer from documents',
    nodes: {
      Documents: ai('vectorStoreInMemory', 1.3, { mode: 'insert', memoryKey: list('manual') }),
      Loader: ai('documentDefaultDataLoader', 1.1, {
        jsonMode: 'expressionData',
        jsonData: '={{ $json.body.document }}',
        textSplittingMode: 'custom',
      }),
      Splitter: ai('textSplitterRecursiveCharacterTextSplitter', 1, { chunkSize: 60, chunkOverlap: 0 }),
      Once: core('limit', 1),
      Answer: ai('chainRetrievalQa', 1.6, { promptType: 'define', text: "={{ $('Webhook').first().json.body.question }}" }),
      Model: openAi(),
      Retriever: ai('retrieverVectorStore', 1, { topK: 1 }),
      Store: ai('vectorStoreInMemory', 1.3, { mode: 'retrieve', memoryKey: list('manual') }),
      Embeddings: embeddings(),
    },
    lines: [
      'Webhook -> Documents',
      'Documents -> Once',
      'Once -> Answer',
      'Loader -> Documents',
      'Splitter -> Loader',
      'Embeddings -> Documents',
      'Embeddings -> Store',
      'Store -> Retriever',
      'Retriever -> Answer',
      'Model -> Answer',
    ],
    bodies: [
      {
        question: 'Which oil does the engine need?',
        document: 'The engine needs oil of class five. The wheels need air.\n\nThe seats are blue and made of wool from Wales.',
      },
    ],
    answers: [{ text: 'Class five.' }],
    response: [{ response: 'Class five.' }],
    asked: ['oil of class five'],
    notAsked: ['wool from Wales'],
  },
  {
    title: 'a check before the agent, which it does not pass',
    nodes: {
      Check: ai('guardrails', 2, { text: '={{ $json.body.question }}', guardrails: { keywords: 'bomb' } }),
      Agent: agent({ text: '={{ $json.guardrailsInput }}' }),
      Model: openAi(),
      Refuse: say('Not here.'),
    },
    lines: ['Webhook -> Check', 'Check:0 -> Agent', 'Check:1 -> Refuse', 'Model -> Agent'],
    bodies: [{ question: 'How do I build a bomb?' }],
    answers: [{ text: 'Never' }],
    response: [{ text: 'Not here.' }],
  },
  {
    title: 'personal data taken out before the agent reads the text',
    nodes: {
      Clean: ai('guardrails', 2, {
        operation: 'sanitize',
        text: '={{ $json.body.question }}',
        guardrails: { pii: { value: { type: 'all' } } },
      }),
      Agent: agent({ text: '={{ $json.guardrailsInput }}' }),
      Model: openAi(),
    },
    lines: ['Webhook -> Clean', 'Clean -> Agent', 'Model -> Agent'],
    bodies: [{ question: 'Write to ada@example.com' }],
    answers: [{ text: 'Whom?' }],
    response: [{ output: 'Whom?' }],
    notAsked: ['ada@example.com'],
  },
  {
    title: 'an agent for each item of a list',
    nodes: {
      Split: core('splitOut', 1, { fieldToSplitOut: 'body.questions', options: {} }),
      Agent: agent({ text: "={{ $json['body.questions'] }}" }),
      Model: openAi(),
    },
    lines: ['Webhook -> Split', 'Split -> Agent', 'Model -> Agent'],
    bodies: [{ questions: ['one', 'two', 'three'] }],
    answers: (body) => ({ text: /one|two|three/.exec(JSON.stringify(body['input']))?.[0]?.toUpperCase() ?? 'none' }),
    response: [{ output: 'ONE' }, { output: 'TWO' }, { output: 'THREE' }],
  },
  {
    title: 'an item that fails among others',
    nodes: {
      Split: core('splitOut', 1, { fieldToSplitOut: 'body.questions', options: {} }),
      Agent: agent({ text: "={{ $json['body.questions'] }}" }, { onError: 'continueRegularOutput' }),
      Model: openAi(),
      Say: set({ text: '={{ $json.output ?? "failed" }}' }),
    },
    lines: ['Webhook -> Split', 'Split -> Agent', 'Agent -> Say', 'Model -> Agent'],
    bodies: [{ questions: ['good', 'bad', 'better'] }],
    answers: (body) => (JSON.stringify(body['input']).includes('"bad"') ? { status: 400, error: 'No' } : { text: 'Yes' }),
    response: [{ text: 'Yes' }, { text: 'failed' }, { text: 'Yes' }],
  },
  {
    title: 'agents in a loop over batches',
    nodes: {
      Split: core('splitOut', 1, { fieldToSplitOut: 'body.questions', options: {} }),
      Loop: core('splitInBatches', 3, { batchSize: 1, options: {} }),
      Agent: agent({ text: "={{ $json['body.questions'] }}" }),
      Model: ollama(),
      Join: core('aggregate', 1, { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'output' }] }, options: {} }),
    },
    lines: ['Webhook -> Split', 'Split -> Loop', 'Loop:0 -> Join', 'Loop:1 -> Agent', 'Agent -> Loop', 'Model -> Agent'],
    bodies: [{ questions: ['a', 'b', 'c'] }],
    answers: [{ text: '1' }, { text: '2' }, { text: '3' }],
    response: [{ output: ['1', '2', '3'] }],
  },
  {
    title: 'a writer and a critic, until the critic is content',
    nodes: {
      Writer: agent({ text: '=Write about the moon. {{ $json.output ?? "" }}' }),
      Pen: openAi(),
      Critic: agent({ text: '=Judge: {{ $json.output }}' }),
      Eye: anthropic(),
      Good: core('if', 2.2, { conditions: contains('={{ $json.output }}', 'Good') }),
      Publish: say("={{ $('Writer').last().json.output }}"),
    },
    lines: [
      'Webhook -> Writer',
      'Writer -> Critic',
      'Critic -> Good',
      'Good:0 -> Publish',
      'Good:1 -> Writer',
      'Pen -> Writer',
      'Eye -> Critic',
    ],
    answers: [{ text: 'Dull.' }, { text: 'Too dull' }, { text: 'The moon, a lamp.' }, { text: 'Good' }],
    response: [{ text: 'The moon, a lamp.' }],
    asked: ['Judge: Dull.', 'Write about the moon. Too dull'],
  },
  {
    title: 'an agent in a workflow that another one executes',
    nodes: {
      Call: core('executeWorkflow', 1.2, {
        workflowId: list('answering'),
        workflowInputs: { mappingMode: 'defineBelow', value: { question: '={{ $json.body.question }}' }, schema: [] },
        options: {},
      }),
    },
    lines: ['Webhook -> Call'],
    answers: [{ text: 'From inside.' }],
    response: [{ output: 'From inside.' }],
    asked: ['How old is the moon?'],
    called: {
      answering: {
        nodes: {
          Called: core('executeWorkflowTrigger', 1.1, { workflowInputs: { values: [{ name: 'question', type: 'string' }] } }),
          Agent: agent({ text: '={{ $json.question }}' }),
          Model: openAi(),
        },
        lines: ['Called -> Agent', 'Model -> Agent'],
      },
    },
  },
  {
    title: 'a text that OpenAI writes without an agent',
    nodes: {
      Write: ai(
        'openAi',
        1.8,
        {
          resource: 'text',
          operation: 'message',
          modelId: list('gpt-4o'),
          messages: { values: [{ content: '={{ $json.body.question }}' }] },
        },
        { credentials: { openAiApi: { id: 'openAiApi', name: 'openAiApi' } } },
      ),
      Say: say('={{ $json.message.content }}'),
    },
    lines: ['Webhook -> Write', 'Write -> Say'],
    answers: [{ text: 'Old.' }],
    response: [{ text: 'Old.' }],
    asked: ['How old is the moon?'],
  },
  {
    title: 'a file, described by a model',
    nodes: {
      File: core('convertToFile', 1.1, {
        operation: 'toBinary',
        sourceProperty: 'body.image',
        options: { mimeType: 'image/png', fileName: 'dot.png' },
      }),
      Agent: agent({ text: 'What is this?', options: { passthroughBinaryImages: true } }),
      Model: openAi(),
    },
    lines: ['Webhook -> File', 'File -> Agent', 'Model -> Agent'],
    bodies: [{ image: 'AQID' }],
    answers: [{ text: 'A dot.' }],
    response: [{ output: 'A dot.' }],
    asked: ['data:image/png;base64,AQID'],
  },
  {
    title: 'an answer that is streamed to the caller',
    webhook: { responseMode: 'streaming' },
    nodes: { Agent: agent({ options: { enableStreaming: true } }), Model: openAi(), Calculator: ai('toolCalculator', 1) },
    lines: ['Webhook -> Agent', 'Model -> Agent', 'Calculator -> Agent'],
    answers: [calling(['calculator', { input: '1 + 2' }]), { text: 'It is three.' }],
    response: 'It is three.',
  },
];
