// The schemas of workflow files accept valid files, including unknown fields, and reject malformed ones.
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { connectionsSchema, workflowFileSchema, workflowNodeSchema } from './workflow.ts';

const node = { id: 'a', name: 'A', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const to = (more: object = {}): object => ({ node: 'B', type: 'main', index: 0, ...more });

describe('nodes', () => {
  it.each<[more: object, valid: boolean]>([
    [{}, true],
    [{ id: undefined, credentials: { a: { id: null, name: 'x' }, b: 'by name' }, onError: 'continueErrorOutput', future: { a: 1 } }, true],
    [{ name: 5 }, false],
    [{ position: [0] }, false],
    [{ parameters: [] }, false],
    [{ onError: 'explode' }, false],
    [{ typeVersion: '1' }, false],
  ])('%j: %s', (more, valid) => {
    expect(Value.Check(workflowNodeSchema, { ...node, ...more })).toBe(valid);
  });
});

describe('connections', () => {
  it.each<[connections: unknown, valid: boolean]>([
    [{}, true],
    [{ A: { main: [[to()], null, []] } }, true],
    [{ A: { main: [[to({ index: -1 })]] } }, false],
    [{ A: { main: [to()] } }, false],
    [[], false],
  ])('%j: %s', (connections, valid) => {
    expect(Value.Check(connectionsSchema, connections)).toBe(valid);
  });
});

describe('files', () => {
  it.each<[more: object, valid: boolean]>([
    [{}, true],
    [
      { id: 7, name: 'W', active: false, settings: { executionOrder: 'v1', custom: 1 }, pinData: null, tags: [], meta: {}, versionId: 'v' },
      true,
    ],
    [{ pinData: { A: [{ json: {} }] } }, true],
    [{ pinData: { A: {} } }, false],
    [{ nodes: {} }, false],
    [{ settings: { executionTimeout: 'long' } }, false],
  ])('%j: %s', (more, valid) => {
    expect(Value.Check(workflowFileSchema, { nodes: [node], connections: {}, ...more })).toBe(valid);
  });
});
