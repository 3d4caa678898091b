// Execute Workflow Trigger: which parts of the caller's items it passes on.
import { describe, expect, it } from 'vitest';
import type { Item } from '../../contract/run-data.ts';
import { Executor } from '../../execution/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { runNode } from '../../testing/run-node.ts';
import { exampleFields, pickDeclared } from './execute.ts';

async function start(
  typeVersion: number,
  parameters: Record<string, unknown>,
  items: Item[],
): Promise<readonly Item[] | string | undefined> {
  const workflow = {
    nodes: [
      { name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion, position: [0, 0] as [number, number], parameters },
    ],
    connections: {},
  };
  const { result } = await new Executor(fakePorts()).start({ workflow, mode: 'integrated', items }).done;
  return result.resultData.error?.message ?? result.resultData.runData['Called']?.[0]?.data?.['main']?.[0] ?? undefined;
}

const fields = (...names: readonly string[]): Record<string, unknown> => ({ workflowInputs: { values: names.map((name) => ({ name })) } });

describe('execute workflow trigger', () => {
  const binary = { data: { data: 'aGk=', mimeType: 'text/plain' } };
  const items = [{ json: { a: 1, b: { c: 2 } }, binary }, { json: { a: null } }];
  it.each([
    ['all in version 1', 1, {}, [{ a: 1, b: { c: 2 } }, { a: null }]],
    ['all if set', 1.1, { inputSource: 'passthrough' }, [{ a: 1, b: { c: 2 } }, { a: null }]],
    ['all when no fields are declared', 1.1, {}, [{ a: 1, b: { c: 2 } }, { a: null }]],
    [
      'the declared fields',
      1.1,
      fields('b', 'd'),
      [
        { b: { c: 2 }, d: null },
        { b: null, d: null },
      ],
    ],
    [
      'the fields of an example',
      1.1,
      { inputSource: 'jsonExample', jsonExample: '{"a": 0, "z": ""}' },
      [
        { a: 1, z: null },
        { a: null, z: null },
      ],
    ],
  ])('passes on %s', async (_, version, parameters, expected) => {
    const output = (await start(version, parameters, items)) as readonly Item[];
    expect(output.map(({ json }) => json)).toEqual(expected);
    expect(output.map((item) => item.binary)).toEqual([binary, undefined]);
  });

  it.each<[version: number, expected: unknown[]]>([
    [1, [{ r: 'b' }]],
    [1.1, [{ r: 'b' }]],
    [1.2, [{ r: 'a' }, { r: 'b' }]],
  ])('returns the runs of its last node to the caller, in version %d', async (version, expected) => {
    const set = (r: string): object => ({
      includeOtherFields: false,
      assignments: { assignments: [{ id: r, name: 'r', value: r, type: 'string' }] },
    });
    const node = (name: string, nodeType: string, typeVersion: number, parameters: object): object => {
      return { name, type: `n8n-nodes-base.${nodeType}`, typeVersion, position: [0, name === 'B' ? 100 : 0], parameters };
    };
    const called = {
      nodes: [
        node('In', 'executeWorkflowTrigger', version, version === 1 ? {} : { inputSource: 'passthrough' }),
        node('A', 'set', 3.4, set('a')),
        node('B', 'set', 3.4, set('b')),
        node('End', 'noOp', 1, {}),
      ],
      connections: {
        In: { main: [['A', 'B'].map((name) => ({ node: name, type: 'main', index: 0 }))] },
        ...Object.fromEntries(['A', 'B'].map((name) => [name, { main: [[{ node: 'End', type: 'main', index: 0 }]] }])),
      },
      settings: { executionOrder: 'v1' },
    };
    const { json, error } = await runNode({
      type: 'n8n-nodes-base.executeWorkflow',
      version: 1.2,
      parameters: { source: 'parameter', workflowJson: JSON.stringify(called) },
      items: [{ n: 1 }],
    });
    expect([error?.message, json]).toEqual([undefined, expected]);
  });

  it.each(['no JSON', '[1]'])('rejects the example %s', async (jsonExample) => {
    expect(await start(1.1, { inputSource: 'jsonExample', jsonExample }, items)).toContain('"JSON Example" is not a JSON object');
  });
});

describe('declared fields', () => {
  it('are taken from the item itself, never from a prototype', () => {
    expect(pickDeclared({ a: 1 }, ['a', 'toString', '__proto__'])).toEqual(
      Object.fromEntries([
        ['a', 1],
        ['toString', null],
        ['__proto__', null],
      ]),
    );
  });

  it('are missing, not null, if the caller has mapped them to null', () => {
    expect(pickDeclared({ a: undefined, b: null }, ['a', 'b', 'c'])).toStrictEqual({ b: null, c: null });
  });

  it('are the top-level fields of an example', () => {
    expect(exampleFields({ a: { b: 1 }, c: null })).toEqual(['a', 'c']);
  });
});
