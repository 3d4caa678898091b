// Default names of nodes.
import { describe, expect, it } from 'vitest';
import { acmeCrm } from '../../testing/acme-node.ts';
import type { NodeDescription } from '../node-type.ts';
import { isTool, makeNodeName, withIds } from './node-names.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { openWorkflow } from '../file/import.ts';

const createUser = { resource: 'user', operation: 'create' };

describe('makeNodeName', () => {
  it.each<[parameters: object, more: Partial<NodeDescription>, name: string]>([
    [createUser, {}, 'Create a user'],
    [{ resource: 'user', operation: 'merge' }, {}, 'Merge user'],
    [{ resource: 'note', operation: 'add' }, {}, 'Add note'],
    [{ resource: 'user' }, {}, 'CRM'],
    [{ resource: '', operation: 'add' }, {}, 'CRM'],
    [createUser, { skipNameGeneration: true }, 'CRM'],
    [{}, { displayName: 'Our CRM', defaults: {} as never }, 'Our CRM'],
    [createUser, { displayName: 'Our CRM', defaults: {} as never }, 'Create a user'],
    [createUser, { outputs: ['ai_tool'] }, 'Create a user in CRM'],
    [
      createUser,
      {
        properties: [
          {
            displayName: 'Operation',
            name: 'operation',
            type: 'options',
            default: '',
            options: [{ name: 'C', value: 'create', action: 'Do it' }],
          },
        ],
      },
      'Do it',
    ],
  ])('%j, %j', (parameters, more, name) => {
    expect(makeNodeName({ ...parameters }, acmeCrm(more))).toBe(name);
  });
});

describe('tools', () => {
  it.each<[more: Partial<NodeDescription>, parameters: object, expected: boolean]>([
    [{}, {}, false],
    [{ outputs: ['main', 'ai_tool'] }, {}, true],
    [{ outputs: [{ type: 'ai_tool' }] }, {}, true],
    [{ outputs: "={{ ['ai_tool'] }}" }, { mode: 'retrieve-as-tool' }, true],
    [{ outputs: "={{ ['ai_tool'] }}" }, { mode: 'retrieve' }, false],
    [{ name: 'acme.vectorStoreMemory' }, { mode: 'retrieve-as-tool' }, true],
    [{}, { mode: 'retrieve-as-tool' }, false],
  ])('%j with %j: %s', (more, parameters, expected) => {
    expect(isTool(acmeCrm(more), { ...parameters })).toBe(expected);
  });
});

let created = 0;
const newId = (): string => `new-${++created}`;
const file = (ids: readonly unknown[]): WorkflowFile =>
  openWorkflow({ nodes: ids.map((id, index) => ({ id, name: `N${index}`, type: 'n8n-nodes-base.noOp' })), connections: {} });

it('assigns ids to nodes whose id is missing, null, empty or taken', () => {
  created = 0;
  const ids = withIds(file(['a', undefined, null, null, '', 'a', { x: 1 }, 7, '7']), newId).nodes.map(({ id }) => id);
  expect(ids).toEqual(['a', 'new-1', 'new-2', 'new-3', 'new-4', 'new-5', 'new-6', '7', 'new-7']);
});

it('returns a workflow with unique ids unchanged', () => {
  const whole = file(['a', 'b']);
  expect(withIds(whole, newId)).toBe(whole);
});
