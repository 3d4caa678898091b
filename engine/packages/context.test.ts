// What code of a node reads of the node itself: its parameters, with their defaults and without values.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowNode } from '../contract/workflow.ts';
import { Executor } from '../execution/index.ts';
import type { NodeRegistry } from '../registry/index.ts';
import { fakeClock, fakePorts } from '../testing/fake-ports.ts';
import { installedFixture, type InstalledFixture } from '../testing/installed-fixture.ts';
import { runNode, type NodeCase } from '../testing/run-node.ts';

const name = 'n8n-nodes-fixture-versioned';
const type = `${name}.mirror`;

let installed: InstalledFixture;
let nodes: NodeRegistry;

beforeAll(async () => {
  installed = await installedFixture('versioned');
  ({ nodes } = installed);
});
afterAll(async () => {
  await installed.close();
});

/** Runs the node and returns what its function `which` read. `argument`: argument of the function. */
async function use(which: string, argument: unknown = [], more: Partial<NodeCase> = {}): Promise<unknown> {
  const parameters = { use: which, argument: JSON.stringify(argument), ...more.parameters };
  const { json, error } = await runNode({ ...more, type, parameters, ports: { nodes, ...more.ports } });
  if (error !== undefined) throw new Error(`${error.message} ${error.description ?? ''}`.trim());
  return json[0]?.['result'];
}

const mirror = (title: string, parameters: WorkflowNode['parameters']): WorkflowNode => ({
  name: title,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

describe('the parameters of a node', () => {
  const defaults = { text: 'initial', options: {}, rows: { row: [{ cell: 'empty' }] } };

  it('have the defaults of those that are shown, with expressions as text', async () => {
    expect(await use('node')).toEqual({ use: 'node', argument: '[]', ...defaults });
    const stored = {
      text: '={{ $json.a }}',
      rows: { row: [{}, { cell: '={{ 1 }}' }] },
      options: { x: '=b' },
      hidden: 'stored',
      unknown: 1,
    };
    expect(await use('node', [], { parameters: stored })).toEqual({
      use: 'node',
      argument: '[]',
      text: '={{ $json.a }}',
      options: { x: '=b' },
      rows: { row: [{ cell: 'empty' }, { cell: '={{ 1 }}' }] },
    });
  });

  it('have their defaults in the nodes before it', async () => {
    const before = mirror('Before', { text: '={{ 1 }}' });
    const after = mirror('Node', { use: 'parents' });
    const { result } = await new Executor(fakePorts({ nodes })).start({
      workflow: { nodes: [before, after], connections: { Before: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } } },
      mode: 'manual',
      startNode: 'Before',
      pinData: { Before: [{ json: {} }] },
    }).done;
    expect(result.resultData.runData['Node']?.[0]?.data?.['main']?.[0]?.[0]?.json).toEqual({
      result: [['Before', { use: '', argument: '[]', ...defaults, text: '={{ 1 }}' }]],
    });
  });

  it('have their defaults in functions that the editor calls', async () => {
    const node = mirror('Node', { text: '={{ 1 }}' });
    const request = { mode: 'internal', signal: AbortSignal.timeout(10_000) } as const;
    const detachedNode = await new Executor(fakePorts({ nodes })).detachedNode({ nodes: [node], connections: {} }, 'Node', request);
    const options = await detachedNode.type.methods?.loadOptions?.['stored']?.(detachedNode.context);
    expect(JSON.parse(String(options?.[0]?.value))).toEqual({ use: '', argument: '[]', ...defaults, text: '={{ 1 }}' });
  });
});

describe('a parameter', () => {
  const absent = (path: string) => ['Could not get parameter', `The node has no parameter "${path}".`];
  const items = [{ email: 'a@b', list: [{ cell: 1 }] }, {}];
  const read = (parameters: NodeCase['parameters'], ...paths: readonly string[]): Promise<unknown> =>
    use('read', paths, { items, parameters });

  it('is undefined where its expression has no value, also with a fallback', async () => {
    const none = ['undefined', 'undefined'];
    expect(await read({ text: '={{ $json.email }}' }, 'text')).toEqual([[['a@b', 'a@b'], none]]);
    expect(await read({ text: '={{ $json.a?.b }}' }, 'text')).toEqual([[none, none]]);
    expect(await read({ text: '={{ $json.nosuch.b }}' }, 'text')).toEqual([[none, none]]);
    expect(await read({ options: { x: '={{ $json.nosuch }}' } }, 'options', 'options.x')).toEqual([
      [
        [{}, {}],
        [{}, {}],
      ],
      [none, none],
    ]);
    const rows = { row: [{ cell: 'a' }, { cell: '={{ $json.nosuch }}' }] };
    expect(await read({ rows }, 'rows.row[0].cell', 'rows.row[1].cell')).toEqual([
      [
        ['a', 'a'],
        ['a', 'a'],
      ],
      [none, none],
    ]);
  });

  it('that the node does not have is its fallback, or refused by name', async () => {
    const stored = { text: '={{ $json.email }}', hidden: 'x', options: { x: '={{ $json.nosuch }}' } };
    const paths = [
      'nosuch',
      'hidden',
      'options.y',
      'options.x.z',
      'text.length',
      'rows.row[7].cell',
      '__proto__',
      'options.constructor',
      '',
    ];
    const rejected = paths.map((path) => items.map(() => [absent(path), 'fallback']));
    expect(await read(stored, ...paths)).toEqual(rejected);
    expect(await read({ ...stored, text: 'constant', options: {} }, ...paths)).toEqual(rejected);
  });

  it('whose expression is a collection has the fields of its value', async () => {
    const fallbacks = [absent('rows.row[0].cell'), 'fallback'];
    expect(await read({ rows: '={{ { row: $json.list } }}' }, 'rows.row[0].cell')).toEqual([[[1, 1], fallbacks]]);
  });

  it.each<[stored: unknown, ensured: readonly unknown[]]>([
    ['={{ null }}', ['string', 'number', 'boolean', 'object', 'array', 'json'].map(() => ["Parameter 'text' could not be 'null'", null])],
    ['={{ [1] }}', ['[1]', 1, true, ["Parameter 'text' must be an object, but we got '[1]'", null], [1], [1]]],
    [
      '{"a":1}',
      [
        '{"a":1}',
        ["Parameter 'text' must be a number, but we got '{\"a\":1}'", null],
        true,
        { a: 1 },
        ["Parameter 'text' must be an array, but we got '{\"a\":1}'", null],
        { a: 1 },
      ],
    ],
    [
      '5',
      [
        '5',
        5,
        true,
        ["Parameter 'text' must be an object, but we got '5'", null],
        ["Parameter 'text' must be an array, but we got '5'", null],
        5,
      ],
    ],
  ])('has the type that is asked for, or is refused: %j', async (stored, ensured) => {
    const types = ['string', 'number', 'boolean', 'object', 'array', 'json'];
    expect(await use('ensured', types, { parameters: { text: stored as string } })).toEqual(ensured);
  });

  it('without a value has no type', async () => {
    const rejection = ["Parameter 'text' could not be 'undefined'", null];
    const types = ['string', 'number', 'boolean', 'object', 'array', 'json'];
    expect(await use('ensured', types, { parameters: { text: '={{ $json.nosuch }}' } })).toEqual(types.map(() => rejection));
  });
});

it('items are made of items, of plain values, and of values with files, but not of a mixture', async () => {
  const inconsistent = ['Inconsistent item format', null];
  const cases: readonly (readonly [given: unknown, made: unknown])[] = [
    [[{ binary: {} }], [{ json: {}, binary: {} }]],
    [[{ x: 1, binary: {} }], [{ json: { x: 1 }, binary: {} }]],
    [{ x: 1, binary: { data: { data: '' } } }, [{ json: { x: 1 }, binary: { data: { data: '' } } }]],
    [
      [{ x: 1, binary: {} }, { binary: {} }],
      [
        { json: { x: 1 }, binary: {} },
        { json: {}, binary: {} },
      ],
    ],
    [[{ json: { a: 1 }, binary: {} }], [{ json: { a: 1 }, binary: {} }]],
    [{ a: null }, [{ json: { a: null } }]],
    [
      [1, null],
      [{ json: 1 }, { json: null }],
    ],
    [[{ binary: 'a text' }], [{ json: { binary: 'a text' } }]],
    [[], []],
    [[{ x: 1, binary: {} }, { x: 1 }], inconsistent],
    [[{ x: 1, binary: {} }, null], inconsistent],
    [[{ json: {} }, { binary: {} }], inconsistent],
    [[{ json: {} }, { x: 1 }], inconsistent],
  ];
  expect(
    await use(
      'normalized',
      cases.map(([input]) => input),
    ),
  ).toEqual(cases.map(([, expected]) => expected));
});

it('the dates of expressions are objects, in the timezone of the workflow', async () => {
  const ports = { clock: fakeClock(Date.UTC(2026, 0, 15, 20)) };
  expect(await use('dates', [], { ports, settings: { timezone: 'Asia/Tokyo' } })).toEqual({
    now: ['2026-01-16T05:00:00.000+09:00', 'Asia/Tokyo', true],
    today: ['2026-01-16T00:00:00.000+09:00', '2026-01-17'],
    between: 'PT5H',
    twoHours: 'PT2H',
  });
});

describe('an execution that waits', () => {
  const wait = (argument: readonly unknown[]) =>
    runNode({
      type,
      parameters: { use: 'wait', argument: JSON.stringify(argument) },
      settings: { timezone: 'Asia/Tokyo' },
      ports: { nodes },
    });

  it.each([
    ['date', '2030-01-01T00:00:00Z'],
    ['dateTime', '2030-01-01T00:00:00Z'],
    ['plain', '2030-01-01T00:00:00Z'],
    ['plain', '2030-01-01 09:00'],
    ['plain', Date.UTC(2030, 0, 1)],
  ])('has the time of a date: %s %s', async (...argument) => {
    expect((await wait(argument)).waitTill).toBe(Date.UTC(2030, 0, 1));
  });

  it.each([['plain', 'zzz'], ['date', 'zzz'], ['dateTime', 'zzz'], ['plain', null], ['plain', {}], ['plain', ''], ['none']])(
    'is refused without a date: %s %s',
    async (...argument) => {
      const { waitTill, error } = await wait(argument);
      expect([waitTill, error?.message]).toEqual([
        undefined,
        'putExecutionToWait was called with a value that is not a date, so the execution cannot wait.',
      ]);
    },
  );
});

it('values of expressions that are dates are such objects too, wherever they are', async () => {
  const ports = { clock: fakeClock(Date.UTC(2026, 0, 15, 20)) };
  const now = ['DateTime', '2026-01-16T05:00:00.000+09:00', 'en-US'];
  const german = ['DateTime', '2026-01-15T21:00:00.000+01:00', 'de'];
  const parameters = {
    text: '={{ $now }}',
    options: { x: "={{ $now.setZone('Europe/Berlin').setLocale('de') }}" },
    rows: { row: [{ cell: '={{ $now }}' }, { cell: '={{ new Date(0) }}' }, { cell: '={{ $now.toISO() }}' }, { cell: '=at {{ $now }}' }] },
  };
  const expressions = ['={{ $now }}', '$now', '={{ $now.toISO() }}', "={{ DateTime.fromISO('never') }}"];
  expect(await use('given', expressions, { ports, parameters, settings: { timezone: 'Asia/Tokyo' } })).toEqual({
    parameter: now,
    option: german,
    optionByPath: german,
    cells: [now, ['Date', '1970-01-01T00:00:00.000Z'], now[1], `at ${now[1]}`],
    cellByPath: ['Date', '1970-01-01T00:00:00.000Z'],
    text: now[1],
    proxy: [now, german],
    evaluated: [now, '$now', now[1], ['DateTime', null, null]],
    list: [now, now],
  });
});

it('an input that nothing is connected to has no items; one that the node does not have is refused', async () => {
  const rejection = ['Could not get input with given index (2)', null];
  expect(await use('inputs', [0, 1, 2], { items: [{ a: 1 }] })).toEqual([[{ a: 1 }], [], rejection]);
});

it('values that are no text are evaluated to themselves', async () => {
  expect(await use('evaluated', [5, '', null, { a: '={{ 1 }}' }, '{{ 1 }}'])).toEqual([5, '', null, { a: '={{ 1 }}' }, 1]);
});

it('a file is made of a text, and of no value that has no content', async () => {
  const rejected = (input: string): string => `The content of a file must be a buffer, a text or a stream, not ${input}.`;
  expect(await use('contents', ['text', null, 5])).toEqual(['text/plain', rejected('null'), rejected('a value of the type "number"')]);
});
