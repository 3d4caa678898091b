// Actions of node types, from their lists of resources and operations.
import { describe, expect, it } from 'vitest';
import type { NodeDescription } from '../node-type.ts';
import { actionsOf } from './actions.ts';

const type = (...properties: readonly object[]): NodeDescription =>
  ({ name: 'x', version: [1, 2], defaults: { name: 'X' }, inputs: [], outputs: [], properties }) as unknown as NodeDescription;
const list = (name: string, options: unknown, more: object = {}): object => ({
  displayName: name,
  name,
  type: 'options',
  default: '',
  options,
  ...more,
});
const get = { name: 'Get', value: 'get', action: 'Get a row' };
const add = { name: 'Add', value: 'add' };
const resources = list(
  'resource',
  [
    { name: 'Row', value: 'row' },
    { name: 'File', value: 'file' },
  ],
  { default: 'row' },
);
const ofResource = (resource: string, ...options: readonly object[]): object =>
  list('operation', options, { displayOptions: { show: { resource: [resource] } } });

describe('actions of a node type', () => {
  it.each<[what: string, description: NodeDescription, actions: readonly object[]]>([
    ['none without operations', type(resources), []],
    [
      'its operations',
      type(list('operation', [get, add])),
      [
        { name: 'Get a row', operation: 'get' },
        { name: 'Add', operation: 'add' },
      ],
    ],
    [
      'the operations of each resource',
      type(resources, ofResource('row', get, add), ofResource('file', add)),
      [
        { name: 'Get a row', resource: 'row', operation: 'get' },
        { name: 'Add (Row)', resource: 'row', operation: 'add' },
        { name: 'Add (File)', resource: 'file', operation: 'add' },
      ],
    ],
    [
      'those of its version',
      type(
        list('operation', [add], { displayOptions: { show: { '@version': [1] } } }),
        list('operation', [get], { displayOptions: { show: { '@version': [2] } } }),
      ),
      [{ name: 'Get a row', operation: 'get' }],
    ],
    [
      'those that its defaults show',
      type(
        { displayName: 'Old', name: 'old', type: 'boolean', default: false },
        list('operation', [get], { displayOptions: { show: { old: [true] } } }),
      ),
      [],
    ],
    [
      'only what can be chosen',
      type(list('operation', [get, { name: 'Broken' }, null, { value: 7, name: 'Seven' }])),
      [{ name: 'Get a row', operation: 'get' }],
    ],
    ['each only once', type(list('operation', [get, { ...add, value: 'get' }])), [{ name: 'Get a row', operation: 'get' }]],
    ['none if the list is not one', type(list('operation', 'get')), []],
    ['none if it is typed', type({ ...list('operation', [get]), type: 'string' }), []],
  ])('are %s', (_what, description, actions) => {
    expect(actionsOf(description, 2)).toEqual(actions);
  });
});
