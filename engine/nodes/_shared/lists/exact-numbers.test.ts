// Nodes that only move values keep the digits of numbers that JavaScript cannot represent, and tell such numbers apart.
import { expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../../contract/exact-numbers.ts';
import { runNode } from '../../../testing/run-node.ts';

const items = parseExactly(
  '[{"id":7615917337495251231,"list":[7615917337495251232,1],"o":{"id":7615917337495251234}},{"id":7615917337495251233}]',
) as Record<string, unknown>[];

it.each<[string, number, Record<string, unknown>, string]>([
  [
    'renameKeys',
    1,
    { keys: { key: [{ currentKey: 'id', newKey: 'n' }] } },
    '{"list":[7615917337495251232,1],"o":{"id":7615917337495251234},"n":7615917337495251231}',
  ],
  [
    'aggregate',
    1,
    { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'id' }] } },
    '{"id":[7615917337495251231,7615917337495251233]}',
  ],
  ['splitOut', 1, { fieldToSplitOut: 'list' }, '{"list":7615917337495251232}'],
])('%s', async (type, version, parameters, first) => {
  const { json, error } = await runNode({ type: `n8n-nodes-base.${type}`, version, parameters, items });
  expect(error?.message).toBeUndefined();
  expect(stringifyExactly(json[0])).toBe(first);
});

it('merge joins equal numbers only', async () => {
  const ids = parseExactly('[{"id":7615917337495251231},{"id":7615917337495251233}]') as Record<string, unknown>[];
  const parameters = { mode: 'combine', combineBy: 'combineByFields', fieldsToMatchString: 'id', options: {} };
  const { json } = await runNode({ type: 'n8n-nodes-base.merge', version: 3, parameters, inputs: [ids, ids] });
  expect(stringifyExactly(json)).toBe(stringifyExactly(ids));
});
