import { describe, expect, it } from 'vitest';
import type { WorkflowNode } from '../../../../../engine/contract/workflow.ts';
import { referenceOf, sameNamed, withoutCredential, withReplacedCredential } from './credential-reference.ts';

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
    const { file, otherCount } = withReplacedCredential(
      { nodes, connections: {} },
      nodes[0] as WorkflowNode,
      'api',
      fresh,
      new Set(['known', 'new']),
    );
    expect(chosenBy(file.nodes)).toEqual(['new', 'new', 'known', undefined]);
    expect(otherCount).toBe(1);
  });

  it('leaves other nodes unchanged if the reference was valid', () => {
    const good = { id: 'known', name: 'Old' };
    const nodes = [node('a', good), node('b', good)];
    const { file, otherCount } = withReplacedCredential(
      { nodes, connections: {} },
      nodes[0] as WorkflowNode,
      'api',
      fresh,
      new Set(['known', 'new']),
    );
    expect(chosenBy(file.nodes)).toEqual(['new', 'known']);
    expect(otherCount).toBe(0);
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

describe('a reference that is not known', () => {
  const credentials = [
    { id: '1', name: 'One' },
    { id: '2', name: 'Two' },
    { id: '3', name: 'Two' },
  ];
  it.each<[object | undefined, string | undefined]>([
    [{ id: 'gone', name: 'One' }, '1'],
    [{ id: 'gone', name: 'Two' }, undefined],
    [{ id: 'gone', name: 'None' }, undefined],
    [{ id: '2', name: 'One' }, undefined],
    // A reference without an id is found by its name anyway.
    [{ name: 'One' }, undefined],
    [undefined, undefined],
  ])('%j is replaced by %s', (reference, id) => expect(sameNamed(reference, credentials)?.id).toBe(id));
});

it('removes a credential from one node', () => {
  const other = { ...node('a', { id: '1', name: 'One' }), credentials: { api: { id: '1', name: 'One' }, more: { id: '2', name: 'Two' } } };
  const nodes = [node('b', { id: '1', name: 'One' }), other];
  const without = (chosen: WorkflowNode): readonly WorkflowNode[] => withoutCredential({ nodes, connections: {} }, chosen, 'api').nodes;
  expect(without(nodes[0] as WorkflowNode)).toEqual([node('b'), other]);
  expect(without(other)[1]?.credentials).toEqual({ more: { id: '2', name: 'Two' } });
});
