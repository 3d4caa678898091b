// Matches in a workflow and their context.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { findInWorkflow } from './find-in-workflow.ts';

const types = typeLookup([
  {
    name: 'n8n-nodes-base.httpRequest',
    displayName: 'HTTP Request',
    description: '',
    version: 1,
    group: [],
    defaults: { name: 'HTTP Request' },
    inputs: ['main'],
    outputs: ['main'],
    properties: [],
  },
]);
const node = (name: string, type: string, position: [number, number], more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: `id ${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position,
  parameters: {},
  ...more,
});
const workflow: WorkflowFile = {
  name: 'W',
  connections: {},
  nodes: [
    node('Later', 'httpRequest', [400, 0], {
      parameters: { url: 'https://api.example.com/orders?limit=500', options: { list: [{ retry: 7 }] } },
    }),
    node('Café', 'set', [200, 100], { notes: 'Owner: Anna' }),
    node('__proto__', 'noOp', [200, 0]),
    node('Sticky', 'stickyNote', [0, 0], {
      parameters: { content: '## Orders\nof today, and a text that is much longer than what is shown of it in a list' },
    }),
  ],
};
const namesMatching = (query: string) =>
  findInWorkflow(workflow, types, query).map(({ id, where, text, mark }) => [id, where, text.slice(...mark)]);

describe('finding', () => {
  it.each([
    ['cafe', [['id Café', 'name', 'Café']]],
    ['http req', [['id Later', 'type', 'HTTP Req']]],
    ['noop', [['id __proto__', 'type', 'noOp']]],
    ['ANNA', [['id Café', 'notes', 'Anna']]],
    ['7', [['id Later', 'parameter', '7']]],
    ['proto', [['id __proto__', 'name', 'proto']]],
    ['stickyNote', []],
    ['', []],
    ['  ', []],
    ['nowhere', []],
  ])('%j gives %j', (query, hits) => expect(namesMatching(query)).toEqual(hits));

  it('orders matches from left to right and top to bottom, each node once', () => {
    expect(namesMatching('order').map(([id]) => id)).toEqual(['id Sticky', 'id Later']);
    expect(namesMatching('n8n-nodes-base').map(([id]) => id)).toEqual(['id __proto__', 'id Café', 'id Later']);
  });

  it('shows an excerpt of a long text on one line', () => {
    expect(findInWorkflow(workflow, types, 'orders')).toMatchObject([
      { name: '', text: '## Orders of today, and a text that is much longer th…' },
      { name: 'Later', text: '…api.example.com/orders?limit=500' },
    ]);
  });
});
