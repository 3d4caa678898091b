import { describe, expect, it } from 'vitest';
import { effectiveVersion, servedVersion, shapeServing, isOwnPackage, isPackageName, packageOf, registryPackageOf } from './node-type.ts';

describe('servedVersion', () => {
  it.each([
    ['the same one', [3, 3.1, 3.2], 3.1, 3.1],
    ['the newest for a newer one', [3, 3.1, 3.2], 9, 3.2],
    ['the previous one for a version between two', [3, 3.1, 3.2], 3.15, 3.1],
    ['the oldest for an older one', [3, 3.1, 3.2], 0.5, 3],
    ['the only one', 1, 7, 1],
    ['the newest in any order', [3.2, 3, 3.1], 4, 3.2],
  ])('is %s', (_, shipped, requested, expected) => {
    expect(servedVersion(shipped, requested)).toBe(expected);
  });
});

describe('shapeServing', () => {
  const shapes = [
    { version: [1, 2], name: 'old' },
    { version: [3, 3.1], name: 'new' },
  ];
  it.each([
    [2, 'old'],
    [2.5, 'old'],
    [3.05, 'new'],
    [4, 'new'],
    [0, 'old'],
  ])('finds the shape for version %d', (version, name) => {
    expect(shapeServing(shapes, (shape) => shape.version, version)?.name).toBe(name);
  });
});

describe('effectiveVersion', () => {
  it('is 0 for a node without a version', () => {
    expect(effectiveVersion(null, { version: [1, 2] })).toBe(0);
    expect(effectiveVersion({}, { version: [1, 2] })).toBe(0);
    expect(effectiveVersion({ typeVersion: 3 }, { version: [1, 2] })).toBe(2);
  });
});

it.each([
  ['n8n-nodes-example', 'n8n-nodes-example', false],
  ['n8n-nodes-example.thing', 'n8n-nodes-example', false],
  ['@user/n8n-nodes-example.thing', '@user/n8n-nodes-example', false],
  ['@a.b/n8n-nodes-x', '@a.b/n8n-nodes-x', false],
  ['n8n-nodes-base.set', 'n8n-nodes-base', true],
  ['n8n-nodes-base', 'n8n-nodes-base', true],
  ['n8n-nodes-basecamp.x', 'n8n-nodes-basecamp', false],
  ['@n8n/n8n-nodes-langchain.agent', '@n8n/n8n-nodes-langchain', true],
  ['millrace.x', 'millrace', true],
  ['n8n-core', 'n8n-core', false],
  ['not-n8n-nodes-x', 'not-n8n-nodes-x', false],
])('%s is of %s, own %s', (name, of, own) => {
  expect([packageOf(name), isOwnPackage(name)]).toEqual([of, own]);
});

it.each([
  ['n8n-nodes-example', true],
  ['@user/n8n-nodes.example', true],
  ['~example_1', true],
  ['x'.repeat(214), true],
  ['x'.repeat(215), false],
  ['Example', false],
  ['__proto__', false],
  ['../x', false],
  ['@user', false],
  ['@user/', false],
  ['a/b', false],
  ['a b', false],
  ['a\n', false],
  ['', false],
])('%j is the name of a package: %s', (name, expected) => expect(isPackageName(name)).toBe(expected));

it.each([
  ['n8n-nodes-example.thing', 'n8n-nodes-example'],
  ['@user/n8n-nodes-example.thing', '@user/n8n-nodes-example'],
  ['foo', undefined],
  ['@user/n8n-nodes-example', undefined],
  ['foo.', undefined],
  ['.thing', undefined],
  ['__proto__.x', undefined],
  ['millrace.chat', undefined],
  ['node_modules.x', undefined],
  ['../x.thing', undefined],
  ['Evil Name.thing', undefined],
  ['', undefined],
])('the type %j can come from the package %s', (type, expected) => expect(registryPackageOf(type)).toBe(expected));
