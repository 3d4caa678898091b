// Description of the Model Selector. It has as many inputs as models are chosen from.
import type { NodeVersion } from '../../sdk/index.ts';
import { chatModelNode } from '../_shared/ai/models/model-properties.ts';

const MAX_INPUTS = 10;

const inputs = `={{ Array.from({ length: $parameter.numberInputs || 2 }, (_, index) => ({
  type: "ai_languageModel", displayName: "Model " + (index + 1), required: true, maxConnections: 1
})) }}`;

export const description: NodeVersion['description'] = {
  ...chatModelNode('Model Selector', ['router', 'choose', 'rules']),
  description: 'Chooses one of several models, by rules for each item',
  version: 1,
  inputs,
  properties: [
    {
      displayName: 'Number of Inputs',
      name: 'numberInputs',
      type: 'options',
      default: 2,
      noDataExpression: true,
      description: 'How many models may be connected',
      options: Array.from({ length: MAX_INPUTS - 1 }, (_, index) => ({ name: String(index + 2), value: index + 2 })),
    },
    {
      displayName: 'Rules',
      name: 'rules',
      type: 'fixedCollection',
      placeholder: 'Add Rule',
      default: {},
      description: 'The first rule that matches the item decides',
      typeOptions: { multipleValues: true },
      options: [
        {
          displayName: 'Rule',
          name: 'rule',
          values: [
            {
              displayName: 'Model',
              name: 'modelIndex',
              type: 'options',
              default: 1,
              required: true,
              description: 'The model that answers',
              typeOptions: { loadOptionsMethod: 'getModels' },
            },
            {
              displayName: 'Conditions',
              name: 'conditions',
              type: 'filter',
              default: {},
              placeholder: 'Add Condition',
              description: 'What the item must be like',
              typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 2 } },
            },
          ],
        },
      ],
    },
  ],
};
