// Triggers of community packages: their webhooks are registered at the service, start workflows, and are removed again.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import { PUBLIC_URL } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';
import type { Service, ServiceRequest } from '../services.ts';
import { shop } from './services-cases.ts';

interface TriggerCase {
  readonly name: string;
  /** Type name, without the package. */
  readonly node: string;
  readonly parameters: object;
  readonly credential: readonly [type: string, data: JsonObject];
  readonly host: string;
  readonly service: Service;
  /** Header with the secret. */
  readonly header: readonly [name: string, value: string];
  /** Whether a request registers the webhook, or removes it. */
  readonly registers: (request: ServiceRequest) => boolean;
  readonly removes: (request: ServiceRequest) => boolean;
}

const cases: readonly TriggerCase[] = [
  {
    name: '@formbricks/n8n-nodes-formbricks',
    node: 'formbricks',
    parameters: { events: ['responseCreated'], surveyIds: [] },
    credential: ['formbricksApi', { host: 'https://forms.example', apiKey: 'key-1' }],
    host: 'forms.example',
    service: ({ method }) => ({ content: { data: method === 'GET' ? [] : { id: 'hook-1' } } }),
    header: ['x-api-key', 'key-1'],
    registers: ({ method, path }) => method === 'POST' && path === '/api/v1/webhooks',
    removes: ({ method, path }) => method === 'DELETE' && path === '/api/v1/webhooks/hook-1',
  },
  {
    name: 'n8n-nodes-shopify-custom',
    node: 'shopifyCustomTrigger',
    parameters: { authentication: 'adminApi', resource: 'order', event: 'ORDERS_CREATE' },
    credential: ['shopifyCustomAdminApi', shop],
    host: 'lamps.myshopify.com',
    service: () => ({
      content: {
        data: {
          webhookSubscriptions: { nodes: [], edges: [] },
          webhookSubscriptionCreate: { webhookSubscription: { id: 'gid://shopify/W/1' }, userErrors: [] },
          webhookSubscriptionDelete: { deletedWebhookSubscriptionId: 'gid://shopify/W/1', userErrors: [] },
        },
      },
    }),
    header: ['x-shopify-access-token', 'key-1'],
    registers: ({ body }) => body.includes('webhookSubscriptionCreate'),
    removes: ({ body }) => body.includes('webhookSubscriptionDelete'),
  },
  {
    name: '@respond-io/n8n-nodes-respond-io',
    node: 'respondioTrigger',
    parameters: { triggerEventType: 'newContact' },
    credential: ['respondIoApi', { apiKey: 'key-1' }],
    host: 'app.respond.io',
    service: ({ method }) => (method === 'GET' ? { status: 404 } : { content: { id: 'hook-1' } }),
    header: ['authorization', 'Bearer key-1'],
    registers: ({ method, path }) => method === 'POST' && path === '/integration/n8n-api/subscribe',
    removes: ({ method }) => method === 'DELETE',
  },
];

export const communityTriggers: readonly (RunCase & { readonly name: string })[] = cases.map((each) => ({
  name: each.name,
  make: each.name,
  nodes: each.node,
  checks: 'the webhook is registered at the service with its URL, and removed when the workflow is deactivated',
  run: async (instance) => {
    instance.services.play({ [each.host]: each.service });
    const active = await instance.activate({
      Start: {
        type: `${each.name}.${each.node}`,
        webhookId: 'community-hook',
        parameters: each.parameters,
        credentials: await instance.credential(...each.credential),
      },
      Next: { type: 'n8n-nodes-base.noOp' },
    });
    const registered = [...instance.services.requests];
    assert.ok(
      registered.some((request) => each.registers(request) && request.body.includes(PUBLIC_URL)),
      'no request registers the webhook',
    );
    assert.ok(!registered.some(each.removes), 'the webhook is removed before it is used');
    await active.deactivate();
    const { requests } = instance.services;
    assert.ok(requests.some(each.removes), 'no request removes the webhook');
    const [header, value] = each.header;
    assert.ok(
      requests.every(({ headers }) => headers[header] === value),
      `a request lacks the header ${header}`,
    );
  },
}));
