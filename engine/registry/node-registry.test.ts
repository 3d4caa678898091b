import { describe, expect, it } from 'vitest';
import { defineNode, type NodeDefinition } from '../sdk/index.ts';
import { NodeRegistry, type NodeChoice } from './node-registry.ts';

const about = {
  displayName: 'Test',
  description: '',
  group: [],
  defaults: { name: 'Test' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
};
const definition = (type: string): NodeDefinition =>
  defineNode({
    type,
    icon: 'icon.svg',
    defaultVersion: 3,
    versions: [{ description: { ...about, version: [1, 2] } }, { description: { ...about, version: [3, 3.1] } }],
  });
const types = ['a.one', 'a.two', '__proto__'];
const registry = (choice?: NodeChoice): NodeRegistry =>
  new NodeRegistry(
    types.map((type) => [type, async () => definition(type)] as const),
    choice,
  );

describe('the version that runs a node', () => {
  it.each([
    [undefined, [3, 3.1]],
    [1, [1, 2]],
    [2.7, [1, 2]],
    [3.05, [3, 3.1]],
    [12, [3, 3.1]],
    [0.1, [1, 2]],
  ])('for %s is one of %j', async (version, expected) => {
    const nodes = registry();
    await nodes.load(['a.one']);
    expect(nodes.description('a.one', version)?.version).toEqual(expected);
  });

  it('is undefined for an unknown type', () => {
    expect(registry().node('a.one', 1)).toBeUndefined();
    expect(registry().node('a.other', 1)).toBeUndefined();
  });
});

describe('the known types', () => {
  it.each<[choice: NodeChoice | undefined, expected: readonly string[]]>([
    [undefined, types],
    [{ include: [], exclude: [] }, types],
    [{ exclude: ['a.two', 'a.unknown'] }, ['a.one', '__proto__']],
    [{ include: ['a.two'] }, ['a.two']],
    [{ include: ['a.two', '__proto__'], exclude: ['__proto__'] }, ['a.two']],
  ])('with %j are %j', async (choice, expected) => {
    const nodes = registry(choice);
    await nodes.load(types);
    expect(nodes.types()).toEqual(expected);
    for (const type of types) {
      expect([nodes.has(type), nodes.description(type) !== undefined, nodes.isExcluded(type)]).toEqual(
        expected.includes(type) ? [true, true, false] : [false, false, true],
      );
    }
    expect(nodes.excluded()).toEqual(types.filter((type) => !expected.includes(type)));
    expect(nodes.isExcluded('a.unknown')).toBe(false);
  });
});
