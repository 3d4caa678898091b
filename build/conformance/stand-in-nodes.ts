// Node types that exist only in the corpus: a source of given items, and a node that outputs its version.
import { defineNode, type NodeVersion } from '../../engine/sdk/index.ts';
import type { JsonObject } from '../../engine/contract/json.ts';

const base = {
  group: ['input'],
  inputs: ['main'],
  outputs: ['main'],
  defaults: { name: 'Stand-in' },
  displayName: 'Stand-in',
  description: 'Stands in for a node of the corpus',
} as const satisfies Partial<NodeVersion['description']>;

/** Returns one item per element of its parameter `data`; ignores its input. */
export const testDataNode = defineNode({
  type: 'n8n-nodes-testing.testData',
  icon: 'none',
  versions: [
    {
      description: { ...base, version: 1, properties: [{ displayName: 'Data', name: 'data', type: 'json', default: '' }] },
      execute: (ctx) => {
        const raw = ctx.param('data', 0);
        const data = (typeof raw === 'string' ? JSON.parse(raw) : raw) as JsonObject | JsonObject[];
        return [(Array.isArray(data) ? data : [data]).map((json) => ({ json }))];
      },
    },
  ],
});

/** A node that adds its own version to each item. */
export const versionTestNode = defineNode({
  type: 'n8n-nodes-base.versionTest',
  icon: 'none',
  versions: [1, 2].map((version) => ({
    description: {
      ...base,
      version,
      properties: [{ displayName: `V${version}`, name: `versionTest`, type: 'number' as const, default: version }],
    },
    execute: (ctx) => [
      ctx.input().map((_item, index) => ({ json: { versionFromParameter: ctx.param('versionTest', index), versionFromNode: version } })),
    ],
  })),
});
