// Paths of webhooks.
import { expect, it } from 'vitest';
import { webhookPath } from './webhook-path.ts';

it.each<[webhookId: string | undefined, path: string, isFullPath: boolean, isResume: boolean, expected: string]>([
  ['id-1', 'orders', false, false, 'id-1/orders'],
  ['id-1', 'orders', true, false, 'orders'],
  ['id-1', '', true, false, 'id-1'],
  [undefined, 'orders', true, false, 'w1/my%20hook%2F1/orders'],
  ['id-1', 'waiting', false, true, 'waiting'],
])('webhook id %s, path %j, full %s, resume %s', (webhookId, path, isFullPath, isResume, expected) => {
  expect(webhookPath('w1', { name: 'My Hook/1', webhookId }, path, isFullPath, isResume)).toBe(expected);
});

it('starts with the webhook id by default', () => {
  expect(webhookPath('w1', { name: 'Hook', webhookId: 'id' }, 'a')).toBe('id/a');
});
