// Default descriptions of nodes, and names and descriptions of tools.
import { describe, expect, it } from 'vitest';
import { acmeCrm } from '../../../engine/testing/acme-node.ts';
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import * as naming from './tool-naming.ts';

const createUser = { resource: 'user', operation: 'create' };

describe('makeDescription', () => {
  it.each<[parameters: object, more: Partial<NodeDescription>, text: string]>([
    [createUser, {}, 'Create a user in CRM'],
    [{ resource: 'user', operation: 'merge' }, {}, 'merge user in CRM'],
    [{ resource: 'note', operation: 'add' }, {}, 'add note in CRM'],
    [{ resource: 'user' }, {}, 'Works with the CRM'],
    [{ resource: '', operation: 'add' }, {}, 'Works with the CRM'],
    [createUser, { skipNameGeneration: true }, 'Create a user in CRM'],
    [{}, { displayName: 'Our CRM', defaults: {} as never }, 'Works with the CRM'],
    [createUser, { displayName: 'Our CRM', defaults: {} as never }, 'Create a user in Our CRM'],
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
      'Do it in CRM',
    ],
  ])('%j, %j', (parameters, more, text) => {
    expect(naming.makeDescription({ ...parameters }, acmeCrm(more))).toBe(text);
  });

  it.each([
    ['Create a user', true],
    ['Create a user12', true],
    ['Create a user 2', false],
    ['CRM', false],
    ['Create', false],
  ])('%s was made: %s', (name, expected) => {
    expect(naming.isDefaultNodeName(name, acmeCrm(), createUser)).toBe(expected);
  });
});

describe('tools', () => {
  it.each([
    ['Get mail (new)!', 'Get_mail_new_'],
    ['a-b_c', 'a-b_c'],
    ['😀 x', '_x'],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
    ['b'.repeat(70), 'b'.repeat(64)],
  ])('%s becomes %s', (name, expected) => {
    expect(naming.toolName(name)).toBe(expected);
    expect(naming.toolName({ name })).toBe(expected);
  });

  it.each<[parameters: object, expected: string]>([
    [{ toolDescription: 'Mine' }, 'Mine'],
    [{ toolDescription: 'Mine', descriptionType: 'auto' }, 'Works with the CRM'],
    [{ ...createUser, toolDescription: ' ' }, 'Create a user in CRM'],
    [{ ...createUser }, 'Create a user in CRM'],
  ])('describes %j as %s', (parameters, expected) => {
    expect(naming.toolDescription({ parameters: { ...parameters } }, acmeCrm())).toBe(expected);
  });

  it.each<[parameters: object | null, before: object | undefined, expected: string | undefined]>([
    [null, undefined, undefined],
    [{ ...createUser, toolDescription: '' }, {}, undefined],
    [{ ...createUser, descriptionType: 'manual', toolDescription: '  ' }, {}, 'Create a user in CRM'],
    [{ ...createUser, descriptionType: 'manual' }, undefined, 'Create a user in CRM'],
    [{ ...createUser, descriptionType: 'manual', toolDescription: 'Works with the CRM' }, {}, 'Create a user in CRM'],
    [
      { ...createUser, descriptionType: 'manual', toolDescription: 'merge user in CRM' },
      { resource: 'user', operation: 'merge' },
      'Create a user in CRM',
    ],
    [{ ...createUser, descriptionType: 'manual', toolDescription: 'My own' }, {}, undefined],
  ])('after a change to %j from %j: %s', (parameters, before, expected) => {
    expect(naming.updatedToolDescription(acmeCrm(), parameters as never, before as never)).toBe(expected);
  });

  it('returns nothing without a description', () => {
    expect(naming.updatedToolDescription(null, {})).toBeUndefined();
  });
});
