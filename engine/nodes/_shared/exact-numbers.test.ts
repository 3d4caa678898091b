// Nodes that pick, copy, write or compare values keep the digits of numbers that JavaScript cannot represent, and tell such numbers apart.
import { afterAll, describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { runNode, type NodeCase } from '../../testing/run-node.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.stop());

const a = '7615917337495251231';
/** Has the same nearest number as `a`. */
const b = '7615917337495251232';
const read = (text: string): Record<string, unknown>[] => parseExactly(text) as Record<string, unknown>[];
const items = read(`[{"id":${a},"list":[${a}]},{"id":${b},"list":[${b}]}]`);

async function run(type: string, version: number, parameters: Record<string, unknown>, more: Partial<NodeCase> = {}): Promise<string[]> {
  const { outputs, error } = await runNode({ type: `n8n-nodes-base.${type}`, version, parameters, items, ports: { sandbox }, ...more });
  expect(error?.message).toBeUndefined();
  return outputs.map((output) => stringifyExactly((output ?? []).map(({ json }) => json)));
}

const summarized = (aggregation: string): Record<string, unknown> => ({
  fieldsToSummarize: { values: [{ aggregation, field: 'id' }] },
});
/** Returns the items with these ids as text. */
const those = (ids: readonly string[]): string => stringifyExactly(items.filter((_, index) => ids.includes(index === 0 ? a : b)));

describe('Summarize', () => {
  it.each([
    ['append', `[{"appended_id":[${a},${b}]}]`],
    ['concatenate', `[{"concatenated_id":"${a},${b}"}]`],
    ['min', `[{"min_id":${a}}]`],
    ['max', `[{"max_id":${b}}]`],
    ['countUnique', '[{"unique_count_id":2}]'],
    ['sum', `[{"sum_id":${Number(a) * 2}}]`],
  ])('%s', async (aggregation, expected) => expect(await run('summarize', 1.1, summarized(aggregation))).toEqual([expected]));

  it('groups by the digits', async () => {
    const parameters = { ...summarized('count'), fieldsToSplitBy: 'id' };
    expect(await run('summarize', 1.1, parameters)).toEqual([`[{"id":${a},"count_id":1},{"id":${b},"count_id":1}]`]);
  });
});

describe('comparisons', () => {
  const filter = (operation: string, rightValue: unknown, type = 'number'): Record<string, unknown> => ({
    conditions: { options: { version: 2 }, conditions: [{ leftValue: '={{ $json.id }}', rightValue, operator: { type, operation } }] },
    looseTypeValidation: true,
  });
  it.each([
    ['equals', b, [b]],
    ['notEquals', b, [a]],
    ['equals', '={{ $("Input 0").first().json.id }}', [a]],
    ['gt', a, [b]],
    ['gte', a, [a, b]],
    ['lt', b, [a]],
    ['lte', a, [a]],
  ])('Filter %s %s', async (operation, right, expected) => {
    expect(await run('filter', 2.2, filter(operation, right))).toEqual([those(expected)]);
  });

  it('a number of a file', async () => {
    const parameters = parseExactly(
      `{"conditions":{"options":{"version":2},"conditions":[{"leftValue":"={{ $json.id }}","rightValue":${b},"operator":{"type":"number","operation":"equals"}}]}}`,
    ) as Record<string, unknown>;
    expect(await run('if', 2.2, parameters)).toEqual([stringifyExactly([items[1]]), stringifyExactly([items[0]])]);
  });

  it('lists contain equal numbers only', async () => {
    const conditions = [
      {
        leftValue: '={{ $json.list }}',
        rightValue: '={{ $("Input 0").last().json.id }}',
        operator: { type: 'array', operation: 'contains', rightType: 'any' },
      },
    ];
    expect(await run('filter', 2.2, { conditions: { options: {}, conditions } })).toEqual([stringifyExactly([items[1]])]);
  });

  it.each([
    ['equal', [a]],
    ['notEqual', [b]],
    ['larger', [b]],
    ['smallerEqual', [a]],
  ])('If 1 %s', async (operation, expected) => {
    const conditions = { number: [{ value1: '={{ $json.id }}', operation, value2: '={{ $("Input 0").first().json.id }}' }] };
    const [matched] = await run('if', 1, { conditions });
    expect(matched).toBe(those(expected));
  });

  it('Switch 1', async () => {
    const rules = { rules: [{ operation: 'equal', value2: '={{ $("Input 0").last().json.id }}', output: 1 }] };
    const outputs = await run('switch', 1, { dataType: 'number', value1: '={{ $json.id }}', rules });
    expect(outputs[1]).toBe(stringifyExactly([items[1]]));
  });

  it.each([
    ['ascending', items],
    ['descending', items.toReversed()],
  ])('Sort %s', async (order, expected) => {
    const parameters = { sortFieldsUi: { sortField: [{ fieldName: 'id', order }] } };
    for (const input of [items, items.toReversed()])
      expect(await run('sort', 1, parameters, { items: input })).toEqual([stringifyExactly(expected)]);
  });

  it.each([false, true])('Compare Datasets (fuzzy: %s)', async (fuzzyCompare) => {
    const [one, other] = [
      read(`[{"k":1,"v":${a},"o":{"v":${a}}},{"k":2,"v":${a}}]`),
      read(`[{"k":1,"v":${b},"o":{"v":${a}}},{"k":2,"v":${a}}]`),
    ];
    const parameters = { mergeByFields: { values: [{ field1: 'k', field2: 'k' }] }, fuzzyCompare, options: {} };
    expect(await run('compareDatasets', 2.3, parameters, { inputs: [one, other] })).toEqual([
      '[]',
      `[{"k":2,"v":${a}}]`,
      `[{"keys":{"k":1},"same":{"k":1,"o":{"v":${a}}},"different":{"v":{"inputA":${a},"inputB":${b}}}}]`,
      '[]',
    ]);
  });
});

describe('copies', () => {
  it.each<[string, number, Record<string, unknown>, string]>([
    ['xml', 1, { mode: 'jsonToxml', options: { headless: true } }, `<root>\n  <id>${a}</id>\n  <list>${a}</list>\n</root>`],
    ['html', 1.2, { operation: 'convertToHtmlTable', options: { customStyling: true } }, `<td>${a}</td><td>[${a}]</td>`],
    ['html', 1.2, { operation: 'generateHtmlTemplate', html: '<b>{{ $json.id }}</b>' }, `<b>${a}</b>`],
    ['set', 3.4, { include: 'selected', includeFields: 'id', includeOtherFields: true, options: {} }, `{"id":${a}}`],
    ['set', 3.4, { mode: 'raw', jsonOutput: '{"big": 1e400, "small": 1e-400}', options: {} }, '{"big":1e400,"small":1e-400}'],
    ['code', 2, { jsCode: 'return $input.all();' }, `{"id":${a},"list":[${a}]}`],
    ['code', 2, { mode: 'runOnceForEachItem', jsCode: 'return { json: { renamed: $json.id } };' }, `{"renamed":${a}}`],
    ['splitOut', 1, { fieldToSplitOut: 'id' }, `{"id":${a}}`],
  ])('%s %s %s', async (type, version, parameters, expected) => {
    const [text = ''] = await run(type, version, parameters);
    expect(text.replaceAll('\\n', '\n')).toContain(expected);
  });

  it('Merge by position renames fields', async () => {
    const parameters = {
      mode: 'combine',
      combineBy: 'combineByPosition',
      options: { clashHandling: { values: { resolveClash: 'addSuffix' } } },
    };
    const inputs = [read(`[{"id":${a}}]`), read(`[{"id":${b}}]`)];
    expect(await run('merge', 3, parameters, { inputs })).toEqual([`[{"id_1":${a},"id_2":${b}}]`]);
  });

  it('Merge by SQL', async () => {
    const inputs = [read(`[{"id":${a},"o":{"id":${b}}}]`), read('[{"n":1}]')];
    const query = 'SELECT input1.*, input1.id AS other, MAX(input1.id) AS top FROM input1';
    expect(await run('merge', 3.2, { mode: 'combineBySql', query }, { inputs })).toEqual([
      `[{"id":${a},"o":{"id":${b}},"other":${a},"top":${a}}]`,
    ]);
  });

  it('Convert to/from Binary Data writes them', async () => {
    const { outputs } = await runNode({ type: 'n8n-nodes-base.moveBinaryData', parameters: { mode: 'jsonToBinary', options: {} }, items });
    const file = outputs[0]?.[0]?.binary?.['data'] as { readonly data: string };
    expect(Buffer.from(file.data, 'base64').toString()).toBe(`{"id":${a},"list":[${a}]}`);
  });

  it('Stop and Error', async () => {
    const parameters = { errorType: 'errorObject', errorObject: `{"message": ${a}, "id": ${b}}` };
    const { error } = await runNode({ type: 'n8n-nodes-base.stopAndError', parameters });
    expect([error?.message, stringifyExactly(error?.context?.['metadata'])]).toEqual([a, `{"message":${a},"id":${b}}`]);
  });
});
