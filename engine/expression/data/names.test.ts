// The data names: what each of them reads, for which item and which run.
import { describe, expect, it } from 'vitest';
import type { Item, RunData } from '../../contract/run-data.ts';
import { ExpressionError } from '../errors.ts';
import { compileExpression } from '../index.ts';
import { evaluate, evaluationError, itemsOf, ran, sampleNow, sampleScope, type SampleRun } from '../../testing/sample-run.ts';

const file = { data: 'eA==', mimeType: 'text/plain', fileName: 'x.txt' };
const items = [
  { json: { n: 1, name: 'one' }, binary: { file }, pairedItem: { item: 0 } },
  { json: { n: 2, name: 'two' }, pairedItem: { item: 1 } },
];

/** A trigger, a condition with two outputs, and the current node, connected to the second one. */
const run: SampleRun = {
  nodes: [
    'Start',
    { name: 'If', parameters: { rule: '={{ 1 }}' } },
    { name: 'Other' },
    { name: 'Here', id: 'h', typeVersion: 3, parameters: { a: 'plain', b: '={{ $json.n + 1 }}', c: { d: ['={{ $json.name }}', 2] } } },
  ],
  connections: {
    Start: { main: [[{ node: 'If', type: 'main', index: 0 }]] },
    If: { main: [[], [{ node: 'Here', type: 'main', index: 0 }]] },
  },
  items,
  sources: [{ previousNode: 'If', previousNodeOutput: 1, previousNodeRun: 0 }],
  runData: {
    Start: [ran([itemsOf({ s: 0 }, { s: 1 })])],
    If: [
      ran([itemsOf({ f: 'no' }), itemsOf({ t: 'first' }, { t: 'second' })], { previousNode: 'Start' }),
      ran([[], itemsOf({ t: 'later' })], { previousNode: 'Start' }),
    ],
  },
  vars: { region: 'eu' },
  env: { HOME: '/home' },
  resumeUrl: 'http://resume',
  resumeFormUrl: 'http://form',
  timezone: 'Europe/Berlin',
};

describe('the current item', () => {
  it.each([
    ['$json', { n: 1, name: 'one' }],
    ['$data.n', 1],
    ['$binary.file.fileName', 'x.txt'],
    ['$input.item.json.n', 1],
    ['$input.item.binary.file', file],
    ['$thisItem', items[0]],
    ['$item', items[0]],
    ['$itemIndex + $position + $thisItemIndex', 0],
    ['$input.first().json.n', 1],
    ['$input.last().json.n', 2],
    ['$input.all().length', 2],
    ['$input.all()[1]', items[1]],
    ['$items()[1].json.name', 'two'],
    ['$input.params.rule', '={{ 1 }}'],
    ['$input.context', {}],
    ['(() => { const { item } = $input; return item.json.n; })()', 1],
    ['$input["all"]().length', 2],
    ['$input.nothing', undefined],
  ])('%s', (code, value) => expect(evaluate(code, run)).toEqual(value));

  it('changes with the index alone', () => {
    const scope = sampleScope(run);
    const expressions = ['$json.n', '$input.item.json.n', '$itemIndex', '$binary', '$item.json.n', '$node["If"].json.t'].map((code) =>
      compileExpression(`={{ ${code} }}`),
    );
    const readAll = () => expressions.map((expression) => expression.evaluate(scope));
    expect(readAll()).toEqual([1, 1, 0, { file }, 1, 'later']);
    scope.itemIndex = 1;
    expect(readAll().slice(0, 5)).toEqual([2, 2, 1, {}, 2]);
  });

  it('is undefined if no items arrived', () => {
    const empty = { ...run, items: [] };
    for (const code of ['$json', '$data', '$binary', '$input.item', '$item', '$thisItem']) {
      expect(evaluationError(code, empty)).toMatchObject({
        code: 'EXPRESSION_FAILED',
        message: 'No execution data available',
        context: { type: 'no_execution_data', node: 'Here', itemIndex: 0 },
      });
      expect(evaluate(code, { ...empty, lenient: true })).toBeUndefined();
    }
    expect(evaluate('[$input.first(), $input.last(), $input.all()]', { ...run, inputs: [null] })).toEqual([undefined, undefined, []]);
    expect(evaluate('$items().length', { ...run, inputs: [] })).toBe(0);
    expect(evaluate('[$input.params, $input.context]', { ...run, sources: [] })).toEqual([undefined, {}]);
  });
});

describe('binary data combined into items', () => {
  const combined = { ...run, settings: { binaryMode: 'combined' } };
  it.each([
    ['$input.item', items[0]?.json],
    ['$input.all()', items.map((item) => item.json)],
    ['$input.first()', items[0]?.json],
    ['$input.last()', items[1]?.json],
    ['$item', items[0]?.json],
    ['$items()', items.map((item) => item.json)],
    ['$("Start").first()', { s: 0 }],
    ['$("Start").all()', [{ s: 0 }, { s: 1 }]],
    ['$("Start", true).first().pairedItem', { item: 0 }],
    ['$("Start", true).all().length', 2],
    ['$("Start", true).last().json', { s: 1 }],
  ])('%s', (code, value) => expect(evaluate(code, combined)).toEqual(value));
});

describe('stored files combined into items', () => {
  const stored = { id: 'f1', data: '', mimeType: 'image/png' };
  const other = { id: 'f2', data: '', mimeType: 'text/plain' };
  const combined = (item: Item): SampleRun => ({ ...run, items: [item], settings: { binaryMode: 'combined' } });
  it.each<[string, Item, unknown]>([
    ['adds its files', { json: { n: 1 }, binary: { image: stored } }, { n: 1, _files: { image: stored } }],
    ['adds several', { json: {}, binary: { image: stored, text: other } }, { _files: { image: stored, text: other } }],
    [
      'keeps those that are there',
      { json: { _files: { text: other } }, binary: { image: stored } },
      { _files: { text: other, image: stored } },
    ],
    [
      'lets a new file replace one of its name',
      { json: { _files: { image: other } }, binary: { image: stored } },
      { _files: { image: stored } },
    ],
    ['replaces a value that is not an object', { json: { _files: null }, binary: { image: stored } }, { _files: { image: stored } }],
    ['omits files that are stored in the item', { json: {}, binary: { image: stored, file } }, { _files: { image: stored } }],
    ['is as it was without stored files', { json: { n: 1 }, binary: { file } }, { n: 1 }],
    ['is as it was without files', { json: { n: 1 } }, { n: 1 }],
  ])('%s', (_, item, value) => {
    for (const code of ['$json', '$input.item', '$input.all()[0]', '$items()[0]']) expect(evaluate(code, combined(item))).toEqual(value);
    expect(evaluate('$json', { ...run, items: [item] })).toBe(item.json);
  });
});

describe('other nodes', () => {
  it.each([
    ['$("If").first().json.t', 'later'],
    ['$("If").last().json.t', 'later'],
    ['$("If").all()', itemsOf({ t: 'later' })],
    ['$("If").all(1, 0).map(i => i.json.t)', ['first', 'second']],
    ['$("If").all(0, 0).map(i => i.json.f)', ['no']],
    ['$("If").first(undefined, 0).json.t', 'first'],
    ['$("If").first(0)', undefined],
    ['$("If").last(1, -1).json.t', 'later'],
    ['$("If").isExecuted', true],
    ['$("Other").isExecuted', false],
    ['$("If").params', { rule: '={{ 1 }}' }],
    ['$("If").context', {}],
    ['typeof $("If").first', 'function'],
    ['$("If").nothing', undefined],
    ['(() => { const { first } = $("If"); return first.call($("If")).json.t; })()', 'later'],
    ['$node["If"].json', { t: 'later' }],
    ['$node.If.data.t', 'later'],
    ['$node["If"].binary', {}],
    ['$node["If"].runIndex', 1],
    ['$node["Other"].runIndex', -1],
    ['$node["If"].parameter.rule', 1],
    ['$evaluateExpression("{{ $json.n + 1 }}")', 2],
    ['$evaluateExpression("={{ $json.name }}", 1)', 'two'],
    ['$evaluateExpression("plain")', 'plain'],
    ['$getPairedItem("Start", { previousNode: "If", previousNodeOutput: 1 }, { item: 1 }).json', { s: 1 }],
    ['$getPairedItem("If", { previousNode: "If", previousNodeOutput: 1, previousNodeRun: 1 }, { item: 0 }).json', { t: 'later' }],
    ['$node["If"].context', {}],
    ['Object.keys($node)', ['Start', 'If', 'Other', 'Here']],
    ['"If" in $node', true],
    ['"None" in $node', false],
    ['$node[Symbol("x")]', undefined],
    ['(() => { for (const name in $node) return name; })()', 'Start'],
    ['$items("If", 1)[0].json.t', 'later'],
    ['$items("If", 1, 0).length', 2],
    ['$items("If", 1, -1).length', 1],
    ['$items("If")', []],
    ['$item(1).$json.n', 2],
    ['$item(1).$node["Start"].json.s', 1],
    ['$item(0).$node["Start"].json.s', 0],
    ['$item().$itemIndex', 0],
    ['$item(0, 0).$node["If"].json.t', 'first'],
    ['$item(1, 0).$runIndex', 0],
    ['$item(1).$("If").isExecuted', true],
    ['$item(0).$items("Start").length', 2],
    ['$prevNode', { name: 'If', outputIndex: 1, runIndex: 0 }],
  ])('%s', (code, value) => expect(evaluate(code, run)).toEqual(value));

  it.each([
    ['$("None").first()', "Referenced node doesn't exist", 'node_not_found'],
    ['$node["None"].json', "Referenced node doesn't exist", 'node_not_found'],
    ['$items("None")', "Referenced node doesn't exist", 'node_not_found'],
    ['$("Other").first()', "Node 'Other' hasn't been executed", 'no_execution_data'],
    ['$("Other").all()', "Node 'Other' hasn't been executed", 'no_execution_data'],
    ['$node["Other"].json', "Node 'Other' hasn't been executed", 'no_execution_data'],
    ['$items("Other")', "Node 'Other' hasn't been executed", 'no_execution_data'],
    ['$("If").all(7)', "Node 'If' has no branch with index 7.", 'no_such_output'],
    ['$items("If", 0, 9)', "Run 9 of node 'If' not found. It ran 2 times, counted from 0.", 'no_such_run'],
    ['$("Start").all(0, 1)', "Run 1 of node 'Start' not found. It ran once, counted from 0.", 'no_such_run'],
    ['$("If").itemMatching()', 'Missing item index for .itemMatching()', undefined],
    ['$()', 'Give the name of a node: $("name")', 'missing_node_name'],
    ['$(5).item', 'Give the name of a node: $("name")', 'missing_node_name'],
  ])('%s: %s', (code, message, type) => {
    const error = evaluationError(code, run);
    expect(error).toMatchObject({ message, context: { node: 'Here', itemIndex: 0, runIndex: 0, ...(type === undefined ? {} : { type }) } });
    expect(error).toBeInstanceOf(ExpressionError);
  });

  it('return pinned items if they did not run', () => {
    const pinned: SampleRun = { nodes: ['Pinned', 'Here'], sources: [], items: [], pinData: { Pinned: itemsOf({ p: 1 }, { p: 2 }) } };
    expect(
      evaluate(
        '[$("Pinned").item.json.p, $("Pinned").last().json.p, $("Pinned").itemMatching(1).json.p, $("Pinned").itemMatching(5)]',
        pinned,
      ),
    ).toEqual([1, 2, 2, undefined]);
    expect(evaluate('$node["Pinned"].json.p', pinned)).toBe(1);
  });

  it('return the items of the output that leads here, also from afar and past loops', () => {
    const loop: SampleRun = {
      nodes: ['Loop', 'Body', 'Done', 'Here'],
      connections: {
        Loop: { main: [[{ node: 'Done', type: 'main', index: 0 }], [{ node: 'Body', type: 'main', index: 0 }]] },
        Body: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
        Done: { main: [[{ node: 'Here', type: 'main', index: 0 }]] },
      },
      runData: { Loop: [ran([itemsOf({ done: true }), itemsOf({ turn: 1 })])] },
    };
    expect(evaluate('$("Loop").first().json', loop)).toEqual({ done: true });
    expect(evaluate('$("Loop").first().json', { ...loop, nodes: ['Loop', 'Done', 'Here', 'Body'] })).toEqual({ turn: 1 });
    expect(evaluate('$("Loop").first().json', { ...loop, nodes: ['Loop', 'Body', 'Done', 'Apart'] })).toEqual({ done: true });
  });

  it('are found if several paths lead here', () => {
    const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
    const ways: SampleRun = {
      nodes: ['Start', 'Left', 'Right', 'Join', 'Here'],
      connections: {
        Start: {
          main: [
            [
              { node: 'Left', type: 'main', index: 0 },
              { node: 'Right', type: 'main', index: 0 },
            ],
          ],
        },
        Left: to('Join'),
        Right: to('Join'),
        Join: to('Here'),
      },
      runData: { Start: [ran([itemsOf({ s: 1 })])] },
    };
    expect(evaluate('$("Start").first().json.s', ways)).toBe(1);
    expect(evaluationError('$("Start").item', { ...ways, runData: {} })).toMatchObject({
      code: 'EXPRESSION_FAILED',
      context: { node: 'Here' },
    });
  });

  it('return the only other type of output if they have no main one', () => {
    const tool = {
      startTime: 0,
      executionTime: 0,
      executionIndex: 0,
      executionStatus: 'success',
      source: [],
      data: { ai_tool: [itemsOf({ r: 1 })] },
    } as const;
    expect(evaluate('$("Before").first().json.r', { runData: { Before: [tool] } })).toBe(1);
    expect(evaluate('$("Before").all()', { runData: { Before: [{ ...tool, data: undefined }] } })).toEqual([]);
    expect(evaluate('$("Before").all()', { runData: { Before: [ran([null])] } })).toEqual([]);
  });

  it('may have any name', () => {
    const runData = Object.assign(Object.create(null) as RunData, { constructor: [ran([itemsOf({ c: 1 })])] });
    Object.defineProperty(runData, '__proto__', { value: [ran([itemsOf({ p: 1 })])], enumerable: true });
    const hostile: SampleRun = { nodes: ['constructor', '__proto__', 'toString', 'Here'], connections: {}, runData };
    expect(evaluate('[$("constructor").first().json.c, $("__proto__").first().json.p, $items("constructor")[0].json.c]', hostile)).toEqual([
      1, 1, 1,
    ]);
    expect(evaluationError('$("toString").first()', hostile).message).toBe("Node 'toString' hasn't been executed");
  });
});

describe('the node, its run and its workflow', () => {
  it.each([
    ['$parameter.a', 'plain'],
    ['$parameter.b', 2],
    ['$parameter.c.d', ['={{ $json.name }}', 2]],
    ['$parameter.c.d.map(x => x)', ['={{ $json.name }}', 2]],
    ['Object.keys($parameter)', ['a', 'b', 'c']],
    ['JSON.stringify($parameter.c)', '{"d":["={{ $json.name }}",2]}'],
    ['$parameter["&b"]', undefined],
    ['$rawParameter.b', '={{ $json.n + 1 }}'],
    ['$nodeId', 'h'],
    ['$nodeVersion', 3],
    ['$version', 3],
    ['$runIndex + $thisRunIndex', 0],
    ['$mode', 'manual'],
    ['$workflow', { id: 'w1', name: 'Sample', active: true }],
    ['$execution.id', 'e1'],
    ['$executionId', 'e1'],
    ['$execution.mode', 'test'],
    ['$execution.resumeUrl', 'http://resume'],
    ['$execution.resumeFormUrl', 'http://form'],
    ['$resumeWebhookUrl', 'http://resume'],
    ['$vars.region', 'eu'],
    ['$vars.none', undefined],
    ['$env.HOME', '/home'],
    ['$env.NONE', undefined],
    ['$now.toISO()', '2024-05-30T12:15:30.000+02:00'],
    ['$today.toISO()', '2024-05-30T00:00:00.000+02:00'],
    ['$now.zoneName', 'Europe/Berlin'],
    ['$now < $today.plus({ days: 1 })', true],
    ['Date.now()', sampleNow],
    ['new Date().getTime()', sampleNow],
    ['Date()', 'Thu May 30 2024 12:15:30 GMT+0200 (Central European Summer Time)'],
    ['$agentInfo', undefined],
  ])('%s', (code, value) => expect(evaluate(code, run)).toEqual(value));

  it.each([
    ['manual', 'test'],
    ['evaluation', 'evaluation'],
    ['trigger', 'production'],
    ['webhook', 'production'],
  ] as const)('an execution of mode %s is %s', (mode, expected) => expect(evaluate('$execution.mode', { mode })).toBe(expected));

  it('has no previous node if it has no source', () => {
    expect(evaluate('$prevNode', { sources: [null] })).toEqual({ name: undefined, outputIndex: undefined, runIndex: undefined });
    expect(evaluate('$prevNode', { sources: [null, { previousNode: 'Before' }] })).toEqual({ name: 'Before', outputIndex: 0, runIndex: 0 });
  });

  it('denies access to a blocked environment', () => {
    expect(evaluationError('$env.HOME', { env: undefined })).toMatchObject({
      message: 'access to env vars denied',
      context: { type: 'env_access_denied' },
    });
    expect(evaluate('Object.keys($env)', { env: undefined })).toEqual([]);
  });

  it('stores custom data of the execution', () => {
    const customData = new Map([['old', '1']]);
    expect(
      evaluate(
        '(() => { const c = $execution.customData; c.set("a", 5); c.setAll({ b: true, c: "x".repeat(600) }); return [c.get("a"), c.get("none"), c.getAll().b, c.getAll().old]; })()',
        { customData },
      ),
    ).toEqual(['5', undefined, 'true', '1']);
    expect(customData.get('c')).toHaveLength(512);
    expect(evaluationError('$execution.customData.set("a b", 1)').message).toContain('Custom data keys');
    expect(evaluationError('$execution.customData.set("a-b", 1)').message).toContain('got "a-b"');
    expect(evaluationError('$execution.customData.setAll({ bad: {}, good: 1 })', { customData }).message).toContain('got object');
    expect(customData.get('good')).toBe('1');
    expect(evaluate('$execution.customData.set("k".repeat(60), 1), $execution.customData.getAll()')).toEqual({ ['k'.repeat(50)]: '1' });
  });

  it('stops circular parameters', () => {
    const circle: SampleRun = { nodes: [{ name: 'Here', parameters: { a: '={{ $parameter.b }}', b: '={{ $parameter.a }}' } }] };
    expect(evaluationError('$parameter.a', circle)).toMatchObject({ context: { type: 'circular_parameter' } });
  });

  it('rejects an unknown zone', () => {
    expect(() => sampleScope({ timezone: 'Not/A/Timezone' })).toThrow('Invalid timezone: "Not/A/Timezone"');
    expect(sampleScope({ timezone: 'UTC+2' }).timezone).toBe('UTC+2');
  });
});

describe('additional names', () => {
  const extra = {
    $response: { body: { next: 2 } },
    $json: 'mine',
    Math: 1,
    process: { pid: 5 },
    $item: 'an item',
    $pageCount: 3,
    call: (n: number) => n + 1,
  };
  it.each([
    ['$response.body.next', 2],
    ['$json', 'mine'],
    ['Math', 1],
    ['process.pid', 5],
    ['$item', 'an item'],
    ['$pageCount', 3],
    ['call(1)', 2],
    ['$workflow.id', 'w1'],
    ['this.$response.body.next', 2],
  ])('%s', (code, value) => expect(evaluate(code, { extra })).toEqual(value));

  it('may be functions if a function is passed', () => expect(evaluate('$item(2)', { extra: { $item: (n: number) => n * 2 } })).toBe(4));
  it('do not hide variables', () => expect(evaluate('(($item) => $item(1))((n) => n + 5)', { extra })).toBe(6));
});

describe('lookups from other modules', () => {
  it('return plain JavaScript values with the same meaning', () => {
    const scope = sampleScope({ ...run, extra: { $extra: 1 } });
    const $ = scope.lookup('$') as (name: string) => {
      first: (output?: number, run?: number) => unknown;
      item: { json: unknown };
      all: () => unknown[];
    };
    const $node = scope.lookup('$node') as Record<string, { json: unknown }>;
    const $item = scope.lookup('$item') as (index: number) => { $json: unknown; $node: Record<string, { json: unknown }> };
    const $jmespath = scope.lookup('$jmespath') as (data: unknown, query: string) => unknown;
    expect($('If').first(1, 0)).toEqual(itemsOf({ t: 'first' })[0]);
    expect($node['If']?.json).toEqual({ t: 'later' });
    expect($item(1).$json).toEqual(items[1]?.json);
    expect($item(1).$node['Start']?.json).toEqual({ s: 1 });
    expect($jmespath({ a: [{ b: 1 }] }, 'a[*].b')).toEqual([1]);
    expect([scope.lookup('$extra'), scope.lookup('$nothing'), (scope.lookup('$workflow') as { id: string }).id]).toEqual([
      1,
      undefined,
      'w1',
    ]);
    scope.itemIndex = 1;
    expect((scope.lookup('$input') as { item: { json: unknown } }).item.json).toEqual(items[1]?.json);
    expect(Object.keys($node)).toEqual(['Start', 'If', 'Other', 'Here']);
    expect(() => {
      ($node as Record<string, unknown>)['If'] = 1;
    }).toThrow(TypeError);
    expect(Reflect.deleteProperty($node, 'If')).toBe(false);
    expect(Reflect.defineProperty($node, 'More', { value: 1 })).toBe(false);
    expect(['If' in $node, 'More' in $node]).toEqual([true, false]);
    expect(() => $('None')).toThrow("Referenced node doesn't exist");
  });

  it('have all getters in an item view for plain JavaScript', () => {
    const $item = sampleScope(run).lookup('$item') as (index?: number) => Record<string, unknown>;
    expect([$item(0)['$itemIndex'], $item()['$runIndex']]).toEqual([0, 0]);
  });
});
