// Description of the Google Gemini Chat Model. Its versions differ in the default model.
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { chatModelNode, modelChoice, modelOptions, numberOption } from '../_shared/ai/models/model-properties.ts';

/** Category of an entry that the user has not chosen one for. It is not sent. */
export const NO_CATEGORY = 'HARM_CATEGORY_UNSPECIFIED';

const model = (value: string, condition: object): NodeProperty =>
  modelChoice(value, { name: 'modelName', displayOptions: { show: { '@version': [{ _cnd: condition }] } } });

const safetySettings: NodeProperty = {
  displayName: 'Safety Settings',
  name: 'safetySettings',
  type: 'fixedCollection',
  placeholder: 'Add Safety Setting',
  description: 'What Gemini blocks, by category',
  default: { values: { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'HARM_BLOCK_THRESHOLD_UNSPECIFIED' } },
  typeOptions: { multipleValues: true },
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        {
          displayName: 'Category',
          name: 'category',
          type: 'options',
          default: NO_CATEGORY,
          options: [
            { name: 'Not Chosen', value: NO_CATEGORY },
            { name: 'Harassment', value: 'HARM_CATEGORY_HARASSMENT' },
            { name: 'Hate Speech', value: 'HARM_CATEGORY_HATE_SPEECH' },
            { name: 'Sexually Explicit', value: 'HARM_CATEGORY_SEXUALLY_EXPLICIT' },
            { name: 'Dangerous Content', value: 'HARM_CATEGORY_DANGEROUS_CONTENT' },
          ],
        },
        {
          displayName: 'Threshold',
          name: 'threshold',
          type: 'options',
          default: 'HARM_BLOCK_THRESHOLD_UNSPECIFIED',
          options: [
            { name: 'Default', value: 'HARM_BLOCK_THRESHOLD_UNSPECIFIED', description: 'As Gemini does' },
            { name: 'Low and Above', value: 'BLOCK_LOW_AND_ABOVE', description: 'Blocks what may be harmful' },
            { name: 'Medium and Above', value: 'BLOCK_MEDIUM_AND_ABOVE', description: 'Blocks what is probably harmful' },
            { name: 'Only High', value: 'BLOCK_ONLY_HIGH', description: 'Blocks what is most probably harmful' },
            { name: 'None', value: 'BLOCK_NONE', description: 'Blocks nothing' },
          ],
        },
      ],
    },
  ],
};

export const description: NodeVersion['description'] = {
  ...chatModelNode('Google Gemini Chat Model', ['google', 'gemini', 'palm']),
  description: 'Models of Google Gemini',
  version: [1, 1.1, 1.2],
  credentials: [{ name: 'googlePalmApi', required: true }],
  properties: [
    model('models/gemini-2.5-flash', { eq: 1 }),
    model('models/gemini-3-flash-preview', { eq: 1.1 }),
    model('models/gemini-3-flash-preview', { gte: 1.2 }),
    modelOptions([
      numberOption(
        'maxTokens',
        2048,
        {},
        { name: 'maxOutputTokens', description: 'Length of the longest answer in tokens, with thoughts' },
      ),
      numberOption('temperature', 0.4, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
      numberOption('topK', 32, { maxValue: 40, minValue: -1, numberPrecision: 1 }),
      numberOption('topP', 1, { maxValue: 1, minValue: 0, numberPrecision: 1 }),
      safetySettings,
    ]),
  ],
};
