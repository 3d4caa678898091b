// Parameters of the agent and of the agent as a tool.
import type { NodeProperty } from '../../../../workflow/node-type.ts';
import { batchingOption, typedValues } from '../prompt-properties.ts';

export const DEFAULT_INSTRUCTIONS = 'You are a helpful assistant';

const systemMessage: NodeProperty = {
  displayName: 'System Message',
  name: 'systemMessage',
  type: 'string',
  default: DEFAULT_INSTRUCTIONS,
  description: 'Tells the model its role and rules before the conversation begins',
  typeOptions: { rows: 6 },
};

export const maxIterations: NodeProperty = {
  displayName: 'Max Iterations',
  name: 'maxIterations',
  type: 'number',
  default: 10,
  description: 'How often the model may be asked until it must have answered. The node then fails.',
};

export const intermediateSteps: NodeProperty = {
  displayName: 'Return Intermediate Steps',
  name: 'returnIntermediateSteps',
  type: 'boolean',
  default: false,
  description: 'Whether the output lists the calls of tools, with their results',
};

export const tracingMetadata: NodeProperty = {
  displayName: 'Tracing Metadata',
  name: 'tracingMetadata',
  type: 'fixedCollection',
  placeholder: 'Add Metadata',
  default: {},
  description: 'Values for tracing services. They are stored with the workflow and have no effect here.',
  typeOptions: { multipleValues: true },
  options: [
    {
      displayName: 'Metadata',
      name: 'values',
      values: [{ displayName: 'Key', name: 'key', type: 'string', default: '' }, ...typedValues()],
    },
  ],
};

const passthroughImages: NodeProperty = {
  displayName: 'Automatically Passthrough Binary Images',
  name: 'passthroughBinaryImages',
  type: 'boolean',
  default: true,
  description: 'Whether images of the item are sent to the model',
};

const passthroughPdfs: NodeProperty = {
  displayName: 'Automatically Passthrough Binary PDFs',
  name: 'passthroughBinaryPdfs',
  type: 'boolean',
  default: false,
  description: 'Whether PDF documents of the item are sent to the model',
};

const enableStreaming: NodeProperty = {
  displayName: 'Enable Streaming',
  name: 'enableStreaming',
  type: 'boolean',
  default: true,
  description: 'Whether the answer is sent while the model writes it, if the trigger of the workflow streams its response',
};

/** Options of the agents of version 1. */
export const firstOptions: readonly NodeProperty[] = [
  systemMessage,
  maxIterations,
  intermediateSteps,
  passthroughImages,
  passthroughPdfs,
  tracingMetadata,
];

/** Options of the agents of version 2. */
export const secondOptions: readonly NodeProperty[] = [...firstOptions, batchingOption];

/** Options of the agents of version 3. */
export const thirdOptions: readonly NodeProperty[] = [
  ...firstOptions,
  {
    displayName: 'Automatically Save Highlighted Data',
    name: 'autoSaveHighlightedData',
    type: 'boolean',
    default: true,
    description: 'Whether prompt and answer are saved as highlighted data of the execution, by which executions can be searched',
  },
  enableStreaming,
  batchingOption,
  { displayName: 'Max Tokens From Memory', name: 'maxTokensFromMemory', type: 'hidden', default: 0 },
  {
    displayName: 'Force Tool Call on First Iteration',
    name: 'forceToolCallOnFirstIteration',
    type: 'boolean',
    default: false,
    description: 'Whether the model must call a tool before it may answer',
  },
];

export { enableStreaming };

export const optionsOf = (options: readonly NodeProperty[], displayOptions?: NodeProperty['displayOptions']): NodeProperty => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  options,
  ...(displayOptions === undefined ? {} : { displayOptions }),
});

/** Returns the inputs of an agent, which its parameters decide about. `main`: whether it receives items. */
export const agentInputs = (main: boolean): string => {
  const input = (type: string, displayName: string, more = ''): string => `{ type: "${type}", displayName: "${displayName}"${more} }`;
  const one = ', required: true, maxConnections: 1';
  return `={{ [
    ${main ? '"main",' : ''}
    ${input('ai_languageModel', 'Chat Model', one)},
    ...($parameter.needsFallback === true ? [${input('ai_languageModel', 'Fallback Model', one)}] : []),
    ${input('ai_memory', 'Memory', ', maxConnections: 1')},
    ${input('ai_tool', 'Tool')},
    ...($parameter.hasOutputParser === false ? [] : [${input('ai_outputParser', 'Output Parser', ', maxConnections: 1')}])
  ] }}`;
};
