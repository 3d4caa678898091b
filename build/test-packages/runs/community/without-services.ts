// Community packages that need no service: one operation of each, and one that cannot succeed.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { RunCase } from '../run-cases.ts';

interface PlainCase {
  readonly name: string;
  readonly node: string;
  readonly parameters: object;
  /** Fields of the item that comes out. */
  readonly item: JsonObject;
  /** Parameters with which the node fails; absent if it accepts everything. */
  readonly failing?: object;
}

/** `{"alg":"none"}` and `{"sub":"ann"}`, without a signature. */
const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.';

const cases: readonly PlainCase[] = [
  {
    name: 'n8n-nodes-turndown-html-to-markdown',
    node: 'mdTurndown',
    parameters: { operation: 'htmlToMarkdown', input: '<h2>Title</h2><p>A <b>bold</b> word</p>', outputKey: 'text' },
    item: { text: 'Title\n-----\n\nA **bold** word' },
  },
  {
    name: 'n8n-nodes-jwt-validate',
    node: 'jwtValidate',
    parameters: { operation: 'decode', jwtToken: token },
    item: { jwtPayload: { sub: 'ann' } },
    failing: { operation: 'decode', jwtToken: 'no token' },
  },
];

export const withoutServices: readonly (RunCase & { readonly name: string })[] = cases.map((each) => ({
  name: each.name,
  make: each.name,
  nodes: each.node,
  checks: each.failing === undefined ? 'the result comes out' : 'the result comes out; wrong input is told',
  run: async (instance) => {
    const node = (parameters: object) => ({ type: `${each.name}.${each.node}`, parameters });
    const run = await instance.run({ Node: node(each.parameters) });
    assert.equal(run.error, undefined);
    assert.partialDeepStrictEqual(run.json('Node'), [each.item]);
    if (each.failing !== undefined) assert.equal((await instance.run({ Node: node(each.failing) })).status, 'error');
  },
}));
