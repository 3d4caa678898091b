// Descriptions of the AI Agent. Version 1 had kinds of agents, which all run as the agent with tools.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import {
  agentInputs,
  enableStreaming,
  firstOptions,
  intermediateSteps,
  maxIterations,
  optionsOf,
  secondOptions,
  thirdOptions,
  tracingMetadata,
} from '../_shared/ai/agent/agent-properties.ts';
import { fallbackProperties, outputParserProperties, promptProperties, promptText, promptType } from '../_shared/ai/prompt-properties.ts';

type Description = NodeVersion['description'];

const base: Omit<Description, 'version' | 'properties'> = {
  displayName: 'AI Agent',
  description: 'Answers with a language model that uses tools',
  group: ['transform'],
  defaults: { name: 'AI Agent', color: '#404040' },
  inputs: agentInputs(true),
  outputs: ['main'],
  codex: { categories: ['AI'], subcategories: { AI: ['Agents', 'Root Nodes'] }, alias: ['chat', 'assistant', 'llm', 'bot'] },
};

const since = (version: number): object => ({ '@version': [{ _cnd: { gte: version } }] });
const below = (version: number): object => ({ '@version': [{ _cnd: { lt: version } }] });

export const third: Description = {
  ...base,
  version: [3, 3.1],
  properties: [
    promptType(['auto', 'guardrails', 'define'], { show: below(3.1) as never }),
    promptType(['auto', 'define'], { show: since(3.1) as never }),
    promptText('guardrails'),
    promptText('auto'),
    promptText('define'),
    ...outputParserProperties(),
    ...fallbackProperties(),
    optionsOf(thirdOptions),
  ],
};

export const second: Description = {
  ...base,
  version: [2, 2.1, 2.2],
  properties: [
    ...promptProperties(),
    ...outputParserProperties(),
    ...fallbackProperties({ show: since(2.1) as never }),
    optionsOf([...secondOptions, enableStreaming], { show: since(2.2) as never }),
    optionsOf(secondOptions, { show: below(2.2) as never }),
  ],
};

const kinds = {
  toolsAgent: 'Tools Agent',
  conversationalAgent: 'Conversational Agent',
  openAiFunctionsAgent: 'OpenAI Functions Agent',
  planAndExecuteAgent: 'Plan and Execute Agent',
  reActAgent: 'ReAct Agent',
  sqlAgent: 'SQL Agent',
} as const;

type Kind = keyof typeof kinds;
const olderKinds: readonly Kind[] = ['conversationalAgent', 'openAiFunctionsAgent', 'planAndExecuteAgent', 'reActAgent', 'sqlAgent'];

const kind = (defaultKind: Kind, values: readonly Kind[], versions: object, type: 'options' | 'hidden' = 'options'): NodeProperty => ({
  displayName: 'Agent',
  name: 'agent',
  type,
  noDataExpression: true,
  default: defaultKind,
  options: values.map((value) => ({ name: kinds[value], value })),
  displayOptions: { show: versions as never },
});

/** The first versions read the prompt from a field of the item. */
const firstPrompt = (version: number, field: string): NodeProperty => ({
  displayName: 'Text',
  name: 'text',
  type: 'string',
  default: `={{ $json.${field} }}`,
  required: true,
  displayOptions: { show: { agent: olderKinds.filter((value) => value !== 'sqlAgent'), '@version': [version] } },
});

const longText = (displayName: string, name: string, value = ''): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: value,
  typeOptions: { rows: 6 },
});

const kindOptions = (value: Kind, options: readonly NodeProperty[]): NodeProperty =>
  optionsOf([...options, tracingMetadata], { show: { agent: [value] } });

const sqlOptions: readonly NodeProperty[] = [
  {
    displayName: 'Ignored Tables',
    name: 'ignoredTables',
    type: 'string',
    default: '',
    placeholder: 'e.g. log, session',
    description: 'Tables that the model is not told about, separated by commas',
  },
  {
    displayName: 'Include Sample Rows',
    name: 'includedSampleRows',
    type: 'number',
    default: 3,
    description: 'Number of rows of a table that the model sees with its columns',
  },
  {
    displayName: 'Included Tables',
    name: 'includedTables',
    type: 'string',
    default: '',
    placeholder: 'e.g. customer, invoice',
    description: 'The only tables that the model is told about, separated by commas. Default: all.',
  },
  {
    ...longText('Prefix Prompt', 'prefixPrompt'),
    description: 'Instructions instead of the usual ones. {dialect} and {top_k} stand for the kind of the database and the limit.',
  },
  { ...longText('Suffix Prompt', 'suffixPrompt'), description: 'Further instructions' },
  {
    displayName: 'Limit',
    name: 'topK',
    type: 'number',
    default: 10,
    description: 'How many rows the model asks for, unless the question needs more',
  },
];

const sqlSource = (value: string, versions: object): NodeProperty => ({
  displayName: 'Data Source',
  name: 'dataSource',
  type: 'options',
  default: value,
  options: [
    { name: 'MySQL', value: 'mysql' },
    { name: 'Postgres', value: 'postgres' },
    { name: 'SQLite', value: 'sqlite' },
  ],
  displayOptions: { show: { agent: ['sqlAgent'], ...versions } as never },
});

export const first: Description = {
  ...base,
  version: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9],
  credentials: [
    { name: 'mySql', required: true, displayOptions: { show: { agent: ['sqlAgent'], '/dataSource': ['mysql'] } } },
    { name: 'postgres', required: true, displayOptions: { show: { agent: ['sqlAgent'], '/dataSource': ['postgres'] } } },
  ],
  properties: [
    {
      displayName: 'Agents of this kind run as a tools agent: the model must be able to call tools.',
      name: 'deprecated',
      type: 'notice',
      default: '',
      displayOptions: { show: { agent: olderKinds } },
    },
    kind('conversationalAgent', olderKinds, { '@version': [{ _cnd: { lte: 1.5 } }] }),
    kind('toolsAgent', ['toolsAgent', ...olderKinds], { '@version': [{ _cnd: { between: { from: 1.6, to: 1.7 } } }] }),
    kind('toolsAgent', ['toolsAgent', ...olderKinds], since(1.8), 'hidden'),
    promptType(['auto', 'guardrails', 'define'], { hide: { '@version': [{ _cnd: { lte: 1.2 } }], agent: ['sqlAgent'] } }),
    promptText('guardrails', { show: since(1.7) as never }),
    promptText('auto', { show: since(1.7) as never, hide: { agent: ['sqlAgent'] } }),
    promptText('define', { hide: { agent: ['sqlAgent'] } }),
    firstPrompt(1, 'input'),
    firstPrompt(1.1, 'chat_input'),
    firstPrompt(1.2, 'chatInput'),
    ...outputParserProperties({ hide: { '@version': [{ _cnd: { lte: 1.2 } }], agent: ['sqlAgent'] } }),
    optionsOf(firstOptions, { show: { agent: ['toolsAgent'] } }),
    kindOptions('conversationalAgent', [
      longText('Human Message', 'humanMessage'),
      longText('System Message', 'systemMessage'),
      maxIterations,
      intermediateSteps,
    ]),
    kindOptions('openAiFunctionsAgent', [
      longText('System Message', 'systemMessage', 'You are a helpful AI assistant.'),
      maxIterations,
      intermediateSteps,
    ]),
    kindOptions('reActAgent', [
      longText('Human Message Template', 'humanMessageTemplate', '{input}\n\n{agent_scratchpad}'),
      longText('Prefix Message', 'prefix'),
      longText('Suffix Message for Chat Model', 'suffixChat'),
      longText('Suffix Message for Regular Model', 'suffix', 'Begin!\n\n\tQuestion: {input}\n\tThought:{agent_scratchpad}'),
      maxIterations,
      intermediateSteps,
    ]),
    kindOptions('planAndExecuteAgent', [longText('Human Message Template', 'humanMessageTemplate')]),
    sqlSource('sqlite', below(1.4)),
    sqlSource('postgres', since(1.4)),
    {
      displayName: 'SQLite files and MySQL are not supported. Choose Postgres, or use an agent with a tool for your database.',
      name: 'sqLiteFileNotice',
      type: 'notice',
      default: '',
      displayOptions: { show: { agent: ['sqlAgent'], dataSource: ['sqlite', 'mysql'] } },
    },
    {
      displayName: 'Input Binary Field',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      displayOptions: { show: { agent: ['sqlAgent'], dataSource: ['sqlite'] } },
    },
    {
      displayName: 'Prompt',
      name: 'input',
      type: 'string',
      default: '',
      required: true,
      displayOptions: { show: { agent: ['sqlAgent'], '@version': [{ _cnd: { lte: 1.2 } }] } },
    },
    promptType(['auto', 'guardrails', 'define'], { hide: { '@version': [{ _cnd: { lte: 1.2 } }] }, show: { agent: ['sqlAgent'] } }),
    promptText('auto', { show: { ...since(1.7), agent: ['sqlAgent'] } }),
    promptText('define', { show: { agent: ['sqlAgent'] } }),
    kindOptions('sqlAgent', sqlOptions),
  ],
};
