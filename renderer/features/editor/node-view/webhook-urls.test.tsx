// The webhook URLs above the parameters.
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { endForm, showForm } from '../testing/form.tsx';

const settings = {
  urlBaseWebhook: 'https://flow.test/',
  endpointWebhook: 'webhook',
  endpointWebhookTest: 'webhook-test',
  endpointForm: 'form',
  endpointFormTest: 'form-test',
  endpointMcp: 'mcp',
  endpointMcpTest: 'mcp-test',
};
const server = ({ pathname }: URL): unknown => (pathname === '/rest/settings' ? settings : []);

afterEach(() => {
  endForm();
  vi.restoreAllMocks();
});

it('are shown for a webhook and a form with the same name and method', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const webhook = { name: 'default', httpMethod: 'GET', path: 'order', isFullPath: true };
  showForm({ properties: [], node: { webhookId: 'hook' }, description: { webhooks: [webhook, { ...webhook, nodeType: 'form' }] }, server });
  const urls = async (): Promise<string[]> =>
    (await screen.findAllByRole<HTMLInputElement>('textbox', { name: /^(GET|Form)/ })).map(({ value }) => value);
  expect(await urls()).toEqual(['https://flow.test/webhook-test/order', 'https://flow.test/form-test/order']);
  expect(logged).not.toHaveBeenCalled();
});
