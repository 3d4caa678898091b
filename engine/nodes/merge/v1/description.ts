// Description of version 1 of the Merge node.
import type { NodeVersion } from '../../../sdk/index.ts';
import { about } from '../about.ts';

export const description: NodeVersion['description'] = {
  ...about,
  version: 1,
  inputs: ['main', 'main'],
  inputNames: ['Input 1', 'Input 2'],
  requiredInputs: 1,
  properties: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      default: 'append',
      description: 'How to combine the inputs',
      options: [
        { name: 'Append', value: 'append', description: 'All items of input 1, then all of input 2' },
        { name: 'Keep Key Matches', value: 'keepKeyMatches', description: 'Items of input 1 whose key is found in input 2' },
        { name: 'Merge By Index', value: 'mergeByIndex', description: 'First item with first item, second with second' },
        {
          name: 'Merge By Key',
          value: 'mergeByKey',
          description: 'Items of input 1, with the fields of the item of input 2 that has the same key',
        },
        { name: 'Multiplex', value: 'multiplex', description: 'Every item of input 1 with every item of input 2' },
        { name: 'Pass-Through', value: 'passThrough', description: 'The items of one input' },
        { name: 'Remove Key Matches', value: 'removeKeyMatches', description: 'Items of input 1 whose key is not found in input 2' },
        { name: 'Wait', value: 'wait', description: 'One empty item, once both inputs have arrived' },
      ],
    },
    {
      displayName: 'Join',
      name: 'join',
      type: 'options',
      default: 'left',
      description: 'How many items to return if the inputs have different lengths',
      displayOptions: { show: { mode: ['mergeByIndex'] } },
      options: [
        { name: 'Inner Join', value: 'inner', description: 'As many as the shorter input has' },
        { name: 'Left Join', value: 'left', description: 'As many as input 1 has' },
        { name: 'Outer Join', value: 'outer', description: 'As many as the longer input has' },
      ],
    },
    {
      displayName: 'Property Input 1',
      name: 'propertyName1',
      type: 'string',
      default: '',
      required: true,
      description: 'The field of input 1 with the key',
      displayOptions: { show: { mode: ['keepKeyMatches', 'mergeByKey', 'removeKeyMatches'] } },
    },
    {
      displayName: 'Property Input 2',
      name: 'propertyName2',
      type: 'string',
      default: '',
      required: true,
      description: 'The field of input 2 with the key',
      displayOptions: { show: { mode: ['keepKeyMatches', 'mergeByKey', 'removeKeyMatches'] } },
    },
    {
      displayName: 'Output Data',
      name: 'output',
      type: 'options',
      default: 'input1',
      description: 'The input whose items to return',
      displayOptions: { show: { mode: ['passThrough'] } },
      options: [
        { name: 'Input 1', value: 'input1' },
        { name: 'Input 2', value: 'input2' },
      ],
    },
    {
      displayName: 'Overwrite',
      name: 'overwrite',
      type: 'options',
      default: 'always',
      description: 'When a field of input 2 replaces the one of input 1',
      displayOptions: { show: { mode: ['mergeByKey'] } },
      options: [
        { name: 'Always', value: 'always', description: 'Every time' },
        { name: 'If Blank', value: 'blank', description: 'When the field of input 1 is null, missing, or an empty text' },
        { name: 'If Missing', value: 'undefined', description: 'When input 1 does not have the field' },
      ],
    },
  ],
};
