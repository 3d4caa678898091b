import { describe, expect, it } from 'vitest';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { previewExpression } from '../../../../engine/expression/index.ts';
import { sampleScope } from '../../../../engine/testing/sample-run.ts';
import type { NodeDescription, WebhookDescription } from '../../../../engine/workflow/node-type.ts';
import { webhookAddresses } from './webhook-addresses.ts';

const endpoints = {
  urlBaseWebhook: 'https://flow.test',
  endpointWebhook: 'webhook',
  endpointWebhookTest: 'webhook-test',
  endpointForm: 'form',
  endpointFormTest: 'form-test',
  endpointMcp: 'mcp',
  endpointMcpTest: 'mcp-test',
};
const node: WorkflowNode = {
  id: '1',
  name: 'Hook',
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  webhookId: 'h1',
};

function addressesOf(webhooks: readonly Partial<WebhookDescription>[], base = endpoints.urlBaseWebhook) {
  const scope = sampleScope({ items: [{ json: { method: 'PUT', path: 'orders', yes: true, no: false } }] });
  return webhookAddresses({
    workflowId: 'w1',
    node,
    description: {
      webhooks: webhooks.map((one) => ({ name: 'default', httpMethod: 'GET', path: 'x', ...one })),
    } as unknown as NodeDescription,
    endpoints: { ...endpoints, urlBaseWebhook: base },
    evaluate: (text) => previewExpression(text, scope),
  });
}

describe('the addresses of a node', () => {
  it.each([
    ['with a slash', 'https://flow.test/'],
    ['without', 'https://flow.test'],
  ])('start with the base URL %s', (_what, base) => {
    expect(addressesOf([{ path: 'orders', isFullPath: true }], base)).toMatchObject([
      { test: 'https://flow.test/webhook-test/orders', production: 'https://flow.test/webhook/orders', methods: ['GET'] },
    ]);
  });

  it('do not include links that the node itself sends', () =>
    expect(
      addressesOf([
        { path: '={{ $nodeId }}', restartWebhook: true },
        { path: '={{ $json.path }}', restartWebhook: true },
      ]),
    ).toHaveLength(1));

  it('have method and path from expressions', () =>
    expect(addressesOf([{ httpMethod: '={{ $json.method }}', path: '={{ $json.path }}', isFullPath: true }])).toMatchObject([
      { methods: ['PUT'], production: 'https://flow.test/webhook/orders' },
    ]));

  it('are limited to those whose condition is met', () => {
    const addresses = addressesOf([
      { name: 'a', path: 'a', isFullPath: true, when: '={{ $json.yes }}' },
      { name: 'b', path: 'b', isFullPath: true, when: '={{ $json.no }}' },
    ]);
    expect(addresses.map(({ name }) => name)).toEqual(['a']);
  });

  it('of a form are one link, opened in a browser', () => {
    const form = { nodeType: 'form', path: 'f', isFullPath: true };
    const addresses = addressesOf([form, { ...form, name: 'setup', httpMethod: 'POST' }]);
    expect(addresses).toMatchObject([{ isForm: true, test: 'https://flow.test/form-test/f', production: 'https://flow.test/form/f' }]);
  });

  it('of a server for models have a prefix of their own', () => {
    const addresses = addressesOf([{ nodeType: 'mcp', path: 'tools/sse', isFullPath: true }]);
    expect(addresses).toMatchObject([{ test: 'https://flow.test/mcp-test/tools/sse', production: 'https://flow.test/mcp/tools/sse' }]);
  });

  it('of several methods are listed separately, without duplicates', () => {
    const addresses = addressesOf([{ isFullPath: true }, { isFullPath: true, httpMethod: 'POST' }, { isFullPath: true }]);
    expect(addresses.map(({ methods }) => methods)).toEqual([['GET'], ['POST']]);
  });

  it('are marked if they resume an execution', () =>
    expect(addressesOf([{ restartWebhook: true, path: '' }])).toMatchObject([{ isResume: true }]));

  it('are empty if the type has none', () => expect(addressesOf([])).toEqual([]));
});
