// Paired items: the item of an earlier node from which the current item derives.
import { describe, expect, it } from 'vitest';
import type { Item, PairedItem } from '../../contract/run-data.ts';
import { previewExpression } from '../index.ts';
import { evaluate, evaluationError, inARow, itemsOf, ran, sampleScope, type SampleRun } from '../../testing/sample-run.ts';

function item(json: Item['json'], pairedItem?: Item['pairedItem']): Item {
  return pairedItem === undefined ? { json } : { json, pairedItem };
}

/** Start returns three items, Middle reverses their order, Here comes after it. */
function reversed(paired: readonly Item['pairedItem'][]): SampleRun {
  const middle = paired.map((pairedItem, index) => item({ m: index }, pairedItem));
  return {
    nodes: ['Start', 'Middle', 'Here'],
    items: middle,
    sources: [{ previousNode: 'Middle' }],
    runData: { Start: [ran([itemsOf({ s: 0 }, { s: 1 }, { s: 2 })])], Middle: [ran([middle], { previousNode: 'Start' })] },
  };
}

describe('the paired item', () => {
  it.each<[string, Item['pairedItem'], number]>([
    ['a number', 2, 2],
    ['an object', { item: 1 }, 1],
    ['a missing input falls back to the existing one', { item: 1, input: 4 }, 1],
    ['a list of one', [{ item: 2 }], 2],
    ['a list of the same', [{ item: 2 }, 2, { item: 2, input: 0 }], 2],
  ])('is found by %s', (_, paired, match) => {
    const run = reversed([paired]);
    expect(evaluate('$("Start").item.json.s', run)).toBe(match);
    expect(evaluate('$("Start").pairedItem().json.s', run)).toBe(match);
    expect(evaluate('$("Start").itemMatching(0).json.s', run)).toBe(match);
  });

  it('is the item itself in the previous node', () => {
    const run = reversed([2, 1, 0]);
    expect(evaluate('$("Middle").item.json.m', { ...run, itemIndex: 1 })).toBe(1);
    expect(evaluate('$("Start").itemMatching(2).json.s', run)).toBe(0);
  });

  it('is found through several inputs, runs and outputs', () => {
    const run: SampleRun = {
      nodes: ['Left', 'Right', 'Merge', 'Here'],
      connections: {
        Left: { main: [[{ node: 'Merge', type: 'main', index: 0 }]] },
        Right: { main: [[], [{ node: 'Merge', type: 'main', index: 1 }]] },
        Merge: { main: [[{ node: 'Here', type: 'main', index: 0 }]] },
      },
      items: [item({ all: true })],
      sources: [{ previousNode: 'Merge', previousNodeOutput: 0, previousNodeRun: 1 }],
      runData: {
        Left: [ran([itemsOf({ l: 1 })])],
        Right: [ran([[], itemsOf({ r: 'old' })]), ran([[], itemsOf({ r: 'new' })])],
        Merge: [
          ran([[item({}, 0)]], { previousNode: 'Left' }),
          ran(
            [[item({ all: true }, [{ item: 0 }, { item: 0, input: 1 }])]],
            { previousNode: 'Left' },
            { previousNode: 'Right', previousNodeOutput: 1, previousNodeRun: 1 },
          ),
        ],
      },
    };
    expect(evaluate('[$("Left").item.json.l, $("Right").item.json.r, $("Merge").item.json.all]', run)).toEqual([1, 'new', true]);
    const second = { ...run, inputs: [null, run.items ?? []], sources: [null, { previousNode: 'Merge', previousNodeRun: 1 }] };
    expect(evaluate('$("Left").item.json.l', second)).toBe(1);
  });

  it('is found by a node that is attached to another one, through others too', () => {
    const run = reversed([2, 1, 0]);
    const attached = (type: string, node: string): object => ({ [type]: [[{ node, type, index: 0 }]] });
    const connections = {
      ...inARow(['Start', 'Middle', 'Agent']),
      Here: attached('ai_embedding', 'Store'),
      Store: attached('ai_tool', 'Agent'),
    } as NonNullable<SampleRun['connections']>;
    const nodes = ['Start', 'Middle', 'Agent', 'Store', 'Here'];
    expect(evaluate('$("Start").item.json.s', { ...run, nodes, connections, itemIndex: 0 })).toBe(2);
    expect(evaluationError('$("Other").item', { ...run, nodes: ['Other', ...nodes], connections })).toMatchObject({
      message: 'Invalid expression',
    });
  });

  it('is explained in a preview if there is no path to its node', () => {
    const run = { ...reversed([0]), connections: inARow(['Middle', 'Here']) };
    expect(previewExpression('={{ $("Start").item.json.s }}', sampleScope(run))).toMatchObject({
      text: expect.stringMatching(/^\[ERROR: The expression uses data in the node ‘Start’ but there is no path back to it\./) as string,
    });
  });

  it('is found if an item was passed on from elsewhere', () => {
    const overwrite: PairedItem = { item: 1, sourceOverwrite: { previousNode: 'Start', previousNodeOutput: 0, previousNodeRun: 0 } };
    expect(evaluate('$("Start").item.json.s', reversed([overwrite]))).toBe(1);
    const run = reversed([0]);
    expect(evaluate('$("Start").item.json.s', { ...run, items: [item({ x: 1 }, overwrite)] })).toBe(1);
  });

  it('is taken by index if there is no lineage', () => {
    const run = reversed([2, 1, 0]);
    expect(evaluate('$("Start").item.json.s', { ...run, sources: [], itemIndex: 1 })).toBe(1);
    expect(evaluate('$("Start").item.json.s', { ...run, sources: [null] })).toBe(0);
  });

  it('is found once if many branches meet again', () => {
    const width = 300;
    const paired = Array.from({ length: width }, (_, index) => index);
    const nodes = ['Start', ...Array.from({ length: 12 }, (_, index) => `Step ${index}`), 'Here'];
    const runData = Object.fromEntries(
      nodes.slice(0, -1).map((name, index) => [
        name,
        [
          index === 0
            ? ran([itemsOf({ only: true })])
            : ran([Array.from({ length: width }, () => item({}, index === 1 ? 0 : paired))], {
                previousNode: nodes[index - 1] as string,
              }),
        ],
      ]),
    );
    expect(evaluate('$("Start").item.json.only', { nodes, runData, items: [item({})], sources: [{ previousNode: 'Step 11' }] })).toBe(true);
  });
});

describe('broken lineage', () => {
  it.each<[string, SampleRun, string, string, string]>([
    ['several items', reversed([[0, 1]]), 'Multiple matches found', 'paired_item_multiple_matches', 'Start'],
    [
      'no information',
      reversed([undefined]),
      "Paired item data for item from node 'Middle' is unavailable. Ensure 'Middle' is providing the required output.",
      'paired_item_no_info',
      'Middle',
    ],
    [
      'no information from a pinned node',
      { ...reversed([undefined]), pinData: { Middle: [] } },
      '‘Node Middle’ must be unpinned to execute',
      'paired_item_no_info',
      'Middle',
    ],
    ['wrong information', reversed([99]), 'Can’t get data for expression', 'paired_item_invalid_info', 'Middle'],
    [
      'an input item beyond the end',
      { ...reversed([0]), itemIndex: 5 },
      'Can’t get data for expression',
      'paired_item_invalid_info',
      'Middle',
    ],
    ['no path', { ...reversed([0]), connections: inARow(['Middle', 'Here']) }, 'Invalid expression', 'paired_item_no_connection', 'Start'],
    [
      'a node that did not run',
      { ...reversed([0]), runData: { Middle: [ran([itemsOf({})])] } },
      "Node 'Start' hasn't been executed",
      'no_execution_data',
      'Start',
    ],
    [
      'a thread that passes by',
      {
        ...reversed([0]),
        connections: { ...inARow(['Start', 'Middle', 'Here']), Aside: { main: [[{ node: 'Here', type: 'main', index: 0 }]] } },
        nodes: ['Start', 'Middle', 'Aside', 'Here'],
        runData: { ...reversed([0]).runData, Aside: [ran([itemsOf({})])] },
      },
      'Invalid expression',
      'paired_item_no_connection',
      'Aside',
    ],
  ])('%s', (_, run, message, type, cause) => {
    const target = cause === 'Aside' ? 'Aside' : 'Start';
    expect(evaluationError(`$("${target}").item`, run)).toMatchObject({
      name: 'ExpressionError',
      message,
      context: { type, nodeCause: cause, node: 'Here' },
    });
  });

  it('circular runs', () => {
    const round = [item({}, 0)];
    const run: SampleRun = {
      nodes: ['Aside', 'A', 'B', 'Here'],
      items: round,
      sources: [{ previousNode: 'A' }],
      runData: { Aside: [ran([round])], A: [ran([round], { previousNode: 'B' })], B: [ran([round], { previousNode: 'A' })] },
    };
    expect(evaluationError('$("Aside").item', run)).toMatchObject({ context: { type: 'paired_item_invalid_info' } });
  });

  it('$node uses lineage beyond its items', () => {
    const run = { ...reversed([0, 0, 0]), itemIndex: 2 };
    const one = { ...run, runData: { ...run.runData, Start: [ran([itemsOf({ s: 'only' })])] } };
    expect(evaluate('$node["Start"].json.s', one)).toBe('only');
    expect(evaluationError('$node["Start"].json', { ...one, sources: [] })).toMatchObject({ context: { type: 'no_such_item' } });
  });
});
