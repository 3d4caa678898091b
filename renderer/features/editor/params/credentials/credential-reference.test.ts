import { describe, expect, it } from 'vitest';
import type { WorkflowNode } from '../../../../../engine/contract/workflow.ts';
import { referenceOf, withReplacedCredential } from './credential-reference.ts';

const node = (id: string, credential?: unknown): WorkflowNode =>
  ({
    id,
    name: id,
    type: 't',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    ...(credential === undefined ? {} : { credentials: { api: credential } }),
  }) as WorkflowNode;
const fresh = { id: 'new', name: 'New' };
const chosenBy = (nodes: readonly WorkflowNode[]) => nodes.map(({ credentials }) => referenceOf(credentials?.['api'])?.id);

describe('choosing a credential', () => {
  it('replaces a broken reference in all nodes that have it', () => {
    const lost = { id: 'gone', name: 'Old' };
    const nodes = [node('a', lost), node('b', lost), node('c', { id: 'known', name: 'Old' }), node('d')];
    const { file, others } = withReplacedCredential(
      { nodes, connections: {} },
      nodes[0] as WorkflowNode,
      'api',
      fresh,
      new Set(['known', 'new']),
    );
    expect(chosenBy(file.nodes)).toEqual(['new', 'new', 'known', undefined]);
    expect(others).toBe(1);
  });

  it('leaves other nodes unchanged if the reference was valid', () => {
    const good = { id: 'known', name: 'Old' };
    const nodes = [node('a', good), node('b', good)];
    const { file, others } = withReplacedCredential(
      { nodes, connections: {} },
      nodes[0] as WorkflowNode,
      'api',
      fresh,
      new Set(['known', 'new']),
    );
    expect(chosenBy(file.nodes)).toEqual(['new', 'known']);
    expect(others).toBe(0);
  });

  it.each([
    ['Name', { name: 'Name' }],
    ['', undefined],
    [{ id: null, name: 'N' }, { name: 'N' }],
    [
      { id: '5', name: 'N' },
      { id: '5', name: 'N' },
    ],
    [{}, undefined],
    [null, undefined],
  ])('reads %j', (value, expected) => expect(referenceOf(value)).toEqual(expected));
});
