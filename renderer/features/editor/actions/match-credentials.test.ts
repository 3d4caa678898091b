// Credentials of imported nodes.
import { describe, expect, it } from 'vitest';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { matchCredentials } from './match-credentials.ts';

const known = [
  { id: '1', name: 'Mail', type: 'smtp' },
  { id: '2', name: 'Twice', type: 'smtp' },
  { id: '3', name: 'Twice', type: 'smtp' },
  { id: '4', name: 'Mail', type: 'imap' },
];
const node = (reference: NonNullable<WorkflowNode['credentials']>[string]): WorkflowNode => ({
  id: 'n',
  name: 'N',
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  credentials: { smtp: reference },
});

describe('credentials of copied nodes', () => {
  it.each<[string, NonNullable<WorkflowNode['credentials']>[string], unknown]>([
    ['stay if the id is known', { id: '1', name: 'Another name' }, { id: '1', name: 'Another name' }],
    ['are found by a unique name', { id: '99', name: 'Mail' }, { id: '1', name: 'Mail' }],
    ['are found by a name alone, as old files have it', 'Mail', { id: '1', name: 'Mail' }],
    ['stay if two have the name', { id: '99', name: 'Twice' }, { id: '99', name: 'Twice' }],
    ['stay if none has it', { id: '99', name: 'Nobody' }, { id: '99', name: 'Nobody' }],
    ['are not of another type', { id: '4', name: 'None' }, { id: '4', name: 'None' }],
  ])('%s', (_name, given, expected) => {
    expect(matchCredentials(node(given), known).credentials).toEqual({ smtp: expected });
  });

  it('are unchanged if there are none', () => {
    const { credentials: _none, ...plain } = node('x');
    expect(matchCredentials(plain, known)).toBe(plain);
  });
});

it.each([
  ['no credentials', null],
  ['an invalid entry', { smtp: null, imap: 7 }],
])('leaves nodes with %s as they are', (_name, credentials) => {
  const odd = { ...node('Mail'), credentials } as unknown as WorkflowNode;
  expect(matchCredentials(odd, known)).toBe(odd);
});
