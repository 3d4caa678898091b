// Description of versions 2 and 2.1 of the Merge node.
import type { NodeVersion } from '../../../sdk/index.ts';
import { about } from '../about.ts';
import { combineOptions, fieldsToMatch, joinProperties } from '../combine-properties.ts';

const combine = { mode: ['combine'] };
const byFields = { ...combine, combinationMode: ['mergeByFields'] };

export const description: NodeVersion['description'] = {
  ...about,
  version: [2, 2.1],
  inputs: ['main', 'main'],
  inputNames: ['Input 1', 'Input 2'],
  // The selected input is known only once both have arrived.
  requiredInputs: '={{ $parameter["mode"] === "chooseBranch" ? [0, 1] : 1 }}',
  properties: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      default: 'append',
      description: 'How to combine the inputs',
      options: [
        { name: 'Append', value: 'append', description: 'All items of input 1, then all of input 2' },
        { name: 'Combine', value: 'combine', description: 'Merge items of the two inputs with each other' },
        { name: 'Choose Branch', value: 'chooseBranch', description: 'The items of one input, once both have arrived' },
      ],
    },
    {
      displayName: 'Combination Mode',
      name: 'combinationMode',
      type: 'options',
      default: 'mergeByFields',
      description: 'Which items are merged with each other',
      displayOptions: { show: combine },
      options: [
        { name: 'Merge By Fields', value: 'mergeByFields', description: 'Items with equal values in some fields' },
        { name: 'Merge By Position', value: 'mergeByPosition', description: 'First item with first item, second with second' },
        { name: 'Multiplex', value: 'multiplex', description: 'Every item of input 1 with every item of input 2' },
      ],
    },
    fieldsToMatch(byFields),
    ...joinProperties(byFields),
    {
      displayName: 'Output Type',
      name: 'chooseBranchMode',
      type: 'options',
      default: 'waitForBoth',
      description: 'When the node continues',
      displayOptions: { show: { mode: ['chooseBranch'] } },
      options: [{ name: 'Wait for Both Inputs to Arrive', value: 'waitForBoth' }],
    },
    {
      displayName: 'Output',
      name: 'output',
      type: 'options',
      default: 'input1',
      description: 'Output of the node',
      displayOptions: { show: { mode: ['chooseBranch'] } },
      options: [
        { name: 'Input 1 Data', value: 'input1' },
        { name: 'Input 2 Data', value: 'input2' },
        { name: 'A Single, Empty Item', value: 'empty' },
      ],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: { show: combine },
      options: combineOptions({ '/combinationMode': ['mergeByFields'] }, { '/combinationMode': ['mergeByPosition'] }),
    },
  ],
};
