// Parameters of the resource Text: messages by chat completions (version 1) or by responses (version 2), and moderation.
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import {
  choiceField,
  forOperation,
  longText,
  modelField,
  notice,
  numberField,
  operationField,
  optionsField,
  roleField,
  severalValues,
  simplifyField,
  textField,
  toggleField,
  visibleWhen,
} from '../../_shared/ai/services/service-properties.ts';
import { responseOptions, builtInTools } from './response-options.ts';

/** Models that do not chat, to which no tools can be attached. */
const modelsWithoutTools = [
  'gpt-3.5-turbo-16k-0613',
  'dall-e-3',
  'text-embedding-3-large',
  'dall-e-2',
  'whisper-1',
  'tts-1-hd-1106',
  'tts-1-hd',
  'gpt-4-0314',
  'text-embedding-3-small',
  'gpt-4-32k-0314',
  'gpt-3.5-turbo-0301',
  'gpt-4-vision-preview',
  'gpt-3.5-turbo-16k',
  'gpt-3.5-turbo-instruct-0914',
  'tts-1',
  'davinci-002',
  'gpt-3.5-turbo-instruct',
  'babbage-002',
  'tts-1-1106',
  'text-embedding-ada-002',
];

/** Whether tools can be attached. */
const toolProperties = (more: DisplayRules = {}): readonly NodeProperty[] => [
  {
    displayName: 'Hide Tools',
    name: 'hideTools',
    type: 'hidden',
    default: 'hide',
    displayOptions: { show: { modelId: modelsWithoutTools, ...more } },
  },
  notice('noticeTools', 'The model can call the tools that you connect.', { displayOptions: { hide: { hideTools: ['hide'] } } }),
];

const unit = { maxValue: 1, minValue: 0, numberPrecision: 1 };

const moderation = (displayOptions?: NodeProperty['displayOptions']): readonly NodeProperty[] =>
  forOperation('text', 'classify', [
    longText('Text Input', 'input', { placeholder: 'e.g. Sample text goes here', description: 'The text that is checked' }),
    simplifyField(false),
    optionsField(
      [toggleField('Use Stable Model', 'useStableModel', false, 'Whether the model changes more rarely')],
      displayOptions === undefined ? {} : { displayOptions },
    ),
  ]);

const classify = ['classify', 'Classify Text for Violations', 'Says whether a text is violent, hateful or otherwise harmful'] as const;

/** Parameters of version 1. */
export const firstTextProperties: readonly NodeProperty[] = [
  operationField('text', 'message', [['message', 'Message a Model', 'Sends messages to a model'], classify]),
  ...moderation(),
  ...forOperation('text', 'message', [
    modelField(),
    severalValues(
      'Messages',
      'messages',
      [{ content: '' }],
      [longText('Prompt', 'content'), roleField('user', 'user', 'assistant', 'system')],
      {
        placeholder: 'Add Message',
      },
    ),
    simplifyField(),
    toggleField(
      'Output Content as JSON',
      'jsonOutput',
      false,
      'Whether the model answers with JSON, which the output then contains as data',
    ),
    ...toolProperties({ '@version': [{ _cnd: { gte: 1.2 } }] }),
    optionsField([
      numberField('Frequency Penalty', 'frequency_penalty', 0, { maxValue: 2, minValue: -2, numberPrecision: 1 }),
      numberField('Maximum Number of Tokens', 'maxTokens', 16, { maxValue: 32_768 }, { description: 'Length of the longest answer' }),
      numberField('Number of Completions', 'n', 1, {}, { description: 'How many answers the model gives. Each is an item.' }),
      numberField('Presence Penalty', 'presence_penalty', 0, { maxValue: 2, minValue: -2, numberPrecision: 1 }),
      numberField('Output Randomness (Temperature)', 'temperature', 1, unit),
      numberField('Output Randomness (Top P)', 'topP', 1, unit),
      choiceField(
        'Reasoning Effort',
        'reasoning_effort',
        'medium',
        [
          ['low', 'Low'],
          ['medium', 'Medium'],
          ['high', 'High'],
        ],
        {
          description: 'How long the model thinks before it answers',
          displayOptions: { show: { '/modelId': [{ _cnd: { regex: '(^o1([-\\d]+)?$)|(^o[3-9].*)|(^gpt-5.*)' } }] } },
        },
      ),
      visibleWhen(
        numberField(
          'Max Tools Iterations',
          'maxToolsIterations',
          15,
          {},
          { description: 'How often tools may be called. 0 for no limit.' },
        ),
        { '@version': [{ _cnd: { gte: 1.5 } }] },
      ),
    ]),
  ]),
];

const when = (show: DisplayRules): Pick<NodeProperty, 'displayOptions'> => ({ displayOptions: { show } });
const fileSources = (what: string): readonly (readonly [string, string])[] => [
  ['url', `${what} URL`],
  ['fileId', 'File ID'],
  ['base64', 'File of the Item'],
];

const messageValues: readonly NodeProperty[] = [
  choiceField('Type', 'type', 'text', [
    ['text', 'Text'],
    ['image', 'Image'],
    ['file', 'File'],
  ]),
  roleField('user', 'user', 'assistant', 'system'),
  longText('Prompt', 'content', when({ type: ['text'] })),
  choiceField('Image Type', 'imageType', 'url', fileSources('Image'), when({ type: ['image'] })),
  textField('Image URL', 'imageUrl', when({ type: ['image'], imageType: ['url'] })),
  textField('Image Data Field Name', 'binaryPropertyName', { default: 'data', ...when({ type: ['image'], imageType: ['base64'] }) }),
  textField('File ID', 'fileId', when({ type: ['image'], imageType: ['fileId'] })),
  choiceField(
    'Detail',
    'imageDetail',
    'auto',
    [
      ['auto', 'Auto'],
      ['low', 'Low'],
      ['high', 'High'],
    ],
    when({ type: ['image'] }),
  ),
  choiceField('File Type', 'fileType', 'url', fileSources('File'), when({ type: ['file'] })),
  textField('File URL', 'fileUrl', when({ type: ['file'], fileType: ['url'] })),
  textField('File ID', 'fileId', when({ type: ['file'], fileType: ['fileId'] })),
  textField('File Data Field Name', 'binaryPropertyName', { default: 'data', ...when({ type: ['file'], fileType: ['base64'] }) }),
  textField('File Name', 'fileName', { required: true, ...when({ type: ['file'], fileType: ['base64'] }) }),
];

/** Parameters of version 2. */
export const secondTextProperties: readonly NodeProperty[] = [
  operationField('text', 'response', [['response', 'Message a Model', 'Sends messages, images and files to a model'], classify]),
  ...moderation({ show: { '@version': [{ _cnd: { lt: 2.1 } }] } }),
  ...forOperation('text', 'response', [
    modelField(),
    severalValues('Messages', 'responses', [{ type: 'text' }], messageValues, { placeholder: 'Add Message' }),
    simplifyField(),
    ...toolProperties(),
    builtInTools,
    responseOptions,
  ]),
];
