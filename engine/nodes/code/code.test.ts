import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import { runNode, type NodeCase } from '../../testing/run-node.ts';
import { description } from './description.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.stop());

const run = (parameters: Record<string, unknown>, more: Partial<NodeCase> = {}) =>
  runNode({ type: 'n8n-nodes-base.code', version: 2, parameters, items: [{ n: 1 }, { n: 2 }], ports: { sandbox }, ...more });

const each = { mode: 'runOnceForEachItem' };

describe('Code', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['a list of items', { jsCode: 'return [{ json: { a: 1 } }, { json: { a: 2 } }]' }, [{ a: 1 }, { a: 2 }]],
    ['a list of plain objects', { jsCode: 'return $input.all().map(({ json }) => ({ twice: json.n * 2 }))' }, [{ twice: 2 }, { twice: 4 }]],
    ['one object', { jsCode: 'return { sum: items.reduce((sum, item) => sum + item.json.n, 0) }' }, [{ sum: 3 }]],
    ['an empty list', { jsCode: 'return []' }, []],
    ['each item', { ...each, jsCode: 'return { json: { n: $json.n, at: $itemIndex } }' }, [{ n: 1, at: 0 }, { n: 2, at: 1 }]], // oxfmt-ignore
    ['some of the items', { ...each, jsCode: 'if ($json.n > 1) return $input.item' }, [{ n: 2 }]],
    [
      'other nodes',
      { jsCode: "return { first: $('Input 0').first().json.n, all: $('Input 0').all().length, ran: $('Start').isExecuted }" },
      [{ first: 1, all: 2, ran: true }],
    ],
    [
      'JSON, as other nodes receive it',
      { jsCode: 'return { at: new Date(0), n: NaN, u: undefined, set: new Set([1]), list: [undefined, 5n] }' },
      [{ at: '1970-01-01T00:00:00.000Z', n: null, set: {}, list: [null, 5] }],
    ],
    [
      'JSON for each item',
      { ...each, jsCode: 'return { json: { at: new Date($json.n), json: undefined } }' },
      [{ at: '1970-01-01T00:00:00.001Z' }, { at: '1970-01-01T00:00:00.002Z' }],
    ],
    ['the stored code', {}, [{ n: 1, myNewField: 1 }, { n: 2, myNewField: 1 }]], // oxfmt-ignore
    ['the stored code, for each item', each, [{ n: 1, myNewField: 1 }, { n: 2, myNewField: 1 }]], // oxfmt-ignore
  ])('returns %s', async (_name, parameters, expected) => {
    const { json, error } = await run(parameters);
    expect([error?.message, json]).toStrictEqual([undefined, expected]);
  });

  it('computes dates of JavaScript in UTC, and $now in the zone of the workflow, as its form says', async () => {
    const jsCode = "return { hour: new Date('2025-01-15T12:00:00Z').getHours(), zone: $now.zoneName }";
    const { json } = await run({ jsCode }, { settings: { timezone: 'Asia/Tokyo' } });
    expect(json).toEqual([{ hour: 12, zone: 'Asia/Tokyo' }]);
    const shown = description.properties.filter(({ name }) => name === 'jsCode');
    expect(shown.length).toBeGreaterThan(0);
    for (const property of shown) expect(property.description).toContain('are in UTC');
  });

  it.each<[version: number, parameters: object, outcome: string]>([
    [1, { jsCode: 'return { ok: 1 }' }, '[{"ok":1}]'],
    [2, { language: 'javaScript', jsCode: 'return { ok: 1 }' }, '[{"ok":1}]'],
    [2, { language: 'pythonNative', pythonCode: 'return []' }, 'Python code is not supported yet.'],
    [2, { language: 'python', pythonCode: 'return []' }, 'Python code is not supported yet.'],
  ])('runs the code of every version, and refuses what it cannot run (%d, %j)', async (version, parameters, outcome) => {
    const { json, error } = await run({ ...parameters }, { version });
    expect(error?.message ?? JSON.stringify(json)).toBe(outcome);
  });

  it('keeps lineage: as returned, by item, or from a single input', async () => {
    const lineage = async (parameters: Record<string, unknown>, more?: Partial<NodeCase>) =>
      (await run(parameters, more)).outputs[0]?.map((item) => item.pairedItem);
    expect(await lineage({ ...each, jsCode: 'if ($json.n > 1) return $input.item' })).toEqual([{ item: 1 }]);
    expect(await lineage({ jsCode: 'return [{ json: {}, pairedItem: 1 }]' })).toEqual([1]);
    expect(await lineage({ jsCode: 'return [{}, {}, {}]' }, { items: [{}] })).toEqual([{ item: 0 }, { item: 0 }, { item: 0 }]);
  });

  it.each<[string, string, unknown]>([
    ['in another order', 'return $input.all().reverse()', [{ item: 2 }, { item: 1 }, { item: 0 }]],
    ['in part', 'return [items[2], items[1]]', [{ item: 2 }, { item: 1 }]],
    ['as copies', 'return items.slice(1).map((item) => ({ ...item, json: { k: 1 } }))', [{ item: 1 }, { item: 2 }]],
    ['among new items', 'return [{ json: {} }, $input.last()]', [undefined, { item: 2 }]],
    ['as a single one', 'return [$input.last()]', [{ item: 2 }]],
    ['replaced by a single new one', 'return { sum: 3 }', [{ item: 0 }]],
    ['replaced by several new ones', 'return [{}, {}]', [undefined, undefined]],
  ])('pairs input items that are returned %s', async (_name, jsCode, expected) => {
    // Items come with the links of the node that made them.
    const items = [0, 1, 2].map((n) => ({ json: { n }, pairedItem: { item: 0 } }));
    const { outputs } = await run({ jsCode }, { items });
    expect(outputs[0]?.map((item) => item.pairedItem)).toEqual(expected);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no result', { jsCode: 'const a = 1' }, "Code doesn't return items properly"],
    ['a text', { jsCode: 'return "x"' }, "Code doesn't return items properly"],
    ['texts in a list', { jsCode: 'return [{}, "x"]' }, "Code doesn't return items properly [item 1]"],
    ['json that is not an object', { jsCode: 'return { json: "test" }' }, "A 'json' property isn't an object [item 0]"],
    ['undefined json', { jsCode: 'return [{ json: undefined }]' }, "A 'json' property isn't an object [item 0]"],
    ['a function as the json of an item', { ...each, jsCode: 'return { json: () => 1 }' }, "A 'json' property isn't an object [item 0]"],
    ['a date as json', { jsCode: 'return { json: new Date(0) }' }, "A 'json' property isn't an object [item 0]"],
    ['a date', { jsCode: 'return new Date(0)' }, "Code doesn't return items properly"],
    ['binary that is not an object', { jsCode: 'return { json: {}, binary: 1 }' }, "A 'binary' property isn't an object [item 0]"],
    ['a key next to json', { jsCode: 'return { json: {}, name: 1 }' }, 'Unknown top-level item key: name [item 0]'],
    ['a list for one item', { ...each, jsCode: 'return [1]' }, "Code doesn't return a single object [item 0]"],
    ['an error', { jsCode: '\nthrow new Error("no")' }, 'no [line 2]'],
    ['Python', { language: 'python', pythonCode: 'return []' }, 'Python code is not supported yet.'],
    ['native Python', { language: 'pythonNative', pythonCode: 'return []' }, 'Python code is not supported yet.'],
  ])('rejects %s', async (_name, parameters, message) => {
    expect((await run(parameters)).error?.message).toBe(message);
  });

  it('continues with the other items if set', async () => {
    const { json } = await run(
      { ...each, jsCode: 'if ($json.n === 1) throw new Error("one"); return $input.item' },
      { node: { onError: 'continueRegularOutput' } },
    );
    expect(json).toEqual([{ error: 'one [line 1, for item 0]' }, { n: 2 }]);
    expect((await run({ jsCode: 'throw new Error("all")' }, { node: { onError: 'continueRegularOutput' } })).json).toEqual([
      { error: 'all [line 1]' },
    ]);
  });

  it('keeps static data', async () => {
    const { staticData } = await run(
      { jsCode: 'const data = $getWorkflowStaticData("node"); data.runs = (data.runs ?? 0) + 1; return []' },
      { staticData: { 'node:Node': { runs: 1 } } },
    );
    expect(staticData).toEqual({ 'node:Node': { runs: 2 } });
  });
});
