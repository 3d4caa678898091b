// What callers of a server are told while its Postgres database is away.
import { afterEach, expect, it } from 'vitest';
import { newDatabase } from './testing/postgres/databases.ts';
import { Wire } from './testing/postgres/wire.ts';
import { row } from './testing/run-story.ts';
import { runningServer, type RunningServer } from './testing/running-server.ts';

let wire: Wire;
let running: RunningServer;
afterEach(async () => {
  wire.restore();
  await running.close();
  await wire.close();
});

const hook = { type: 'webhook', typeVersion: 2, parameters: { httpMethod: 'POST', path: 'orders', options: {} }, webhookId: 'orders' };
const form = {
  type: 'formTrigger',
  typeVersion: 2,
  parameters: { path: 'contact', formTitle: 'Contact', formFields: { values: [{ fieldLabel: 'Name' }] }, options: {} },
  webhookId: 'contact',
};

it('REST, webhooks and forms respond with 503, when to try again, and no text of the database', async () => {
  wire = await Wire.to(await newDatabase());
  running = await runningServer({ over: 'socket', settings: { database: wire.address, stopSeconds: 1 } });
  const workflow = row({ Hook: hook, Form: form }, { connections: {}, active: true });
  await running.data({ method: 'POST', url: '/rest/workflows', body: workflow });
  wire.cut();
  const rest = await running.send({ url: '/rest/workflows' });
  expect(rest).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: {
      code: 'STORE_FAILED',
      message: 'The database cannot be reached at the moment.',
      hint: expect.stringContaining('Try again in a few seconds') as unknown,
    },
  });
  const webhook = await running.send({ method: 'POST', url: '/webhook/orders', body: {} });
  expect(webhook).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(webhook.body).toEqual({
    code: 503,
    message: 'The database of Millrace cannot be used at the moment.',
    hint: 'Try again in a few seconds.',
  });
  const page = await running.send({ method: 'POST', url: '/form/contact', body: {} });
  expect([page.status, page.headers['retry-after'], page.text.includes('This form is not available')]).toEqual([503, '5', true]);
  for (const { text } of [rest, webhook, page]) expect(text).not.toMatch(/ECONN|127\.0\.0\.1|terminated|postgres:/i);
});
