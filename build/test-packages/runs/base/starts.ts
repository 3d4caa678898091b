// Nodes that start workflows: polls, and webhooks that are registered at their service and removed.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';
import type { ServiceRequest } from '../services.ts';

const next: Sketch = { type: 'n8n-nodes-base.noOp' };
const everyMinute = { item: [{ mode: 'everyMinute' }] };
const locator = (value: string, mode = 'id'): object => ({ __rl: true, mode, value });
const asked = ({ method, path }: ServiceRequest): string => `${method} ${path}`;

export const starts: readonly RunCase[] = [
  {
    make: 'Polling trigger',
    nodes: 'airtableTrigger',
    checks: 'the poll asks for what is newer than the last one, and a new record starts a run',
    run: async (instance) => {
      const records: { id: string; createdTime: string; fields: object }[] = [];
      const add = (id: string): void => {
        const createdTime = new Date(Date.now() + 1000).toISOString();
        records.push({ id, createdTime, fields: { Name: id, Created: createdTime } });
      };
      instance.services.play({
        'api.airtable.com': ({ query }) => {
          const [, since = ''] = /"([^"]+)"|'([^']+)'/.exec(query['filterByFormula'] ?? '') ?? [];
          return { content: { records: records.filter(({ createdTime }) => since === '' || Date.parse(createdTime) > Date.parse(since)) } };
        },
      });
      const active = await instance.activate({
        Start: {
          type: 'n8n-nodes-base.airtableTrigger',
          credentials: await instance.credential('airtableTokenApi', { accessToken: 'pat-1' }),
          parameters: {
            pollTimes: everyMinute,
            authentication: 'airtableTokenApi',
            baseId: locator('appBase'),
            tableId: locator('tblTable'),
            triggerField: 'Created',
          },
        },
        Next: next,
      });
      add('rec-1');
      const run = await active.next();
      assert.equal(run.status, 'success');
      assert.deepEqual(
        run.json('Next').map(({ id }) => id),
        ['rec-1'],
      );
      await active.deactivate();
      const { requests } = instance.services;
      assert.ok(requests.every(({ headers, path }) => path === '/v0/appBase/tblTable' && headers['authorization'] === 'Bearer pat-1'));
      assert.ok(requests.some(({ query }) => query['filterByFormula']?.includes('Created') === true));
    },
  },
  {
    make: 'Webhook trigger with registration, signature and removal',
    nodes: 'githubTrigger',
    checks:
      'the webhook is created with its URL, events and secret; a signed event starts a run, a forged one does not; deactivation removes it',
    run: async (instance) => {
      const hooks = new Map<number, { config: { url: string; secret: string }; events: string[] }>();
      instance.services.play({
        'api.github.com': (request) => {
          const id = Number(request.path.split('/')[5] ?? 0);
          if (request.method === 'POST') {
            hooks.set(71, request.json() as { config: { url: string; secret: string }; events: string[] });
            return { status: 201, content: { id: 71, active: true } };
          }
          if (request.method === 'DELETE') return { status: hooks.delete(id) ? 204 : 404, content: '' };
          return hooks.has(id) ? { content: { id, ...hooks.get(id) } } : { status: 404, content: { message: 'Not Found' } };
        },
      });
      const active = await instance.activate({
        Start: {
          type: 'n8n-nodes-base.githubTrigger',
          webhookId: 'github-hook',
          credentials: await instance.credential('githubApi', { server: 'https://api.github.com', user: 'ann', accessToken: 'gh-1' }),
          parameters: {
            authentication: 'accessToken',
            owner: locator('ann', 'name'),
            repository: locator('flows', 'name'),
            events: ['push', 'issues'],
          },
        },
        Next: next,
      });
      const [hook] = hooks.values();
      assert.deepEqual(hook?.events, ['push', 'issues']);
      const { url, secret } = hook.config;
      assert.match(url, /^https:\/\/flows\.example\/webhook\/github-hook\/webhook$/);
      assert.ok(secret.length >= 16, 'the webhook has no secret');

      const content = JSON.stringify({ ref: 'refs/heads/main', commits: [{ id: 'c1' }] });
      const send = (key: string): Promise<Response> =>
        instance.call(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-github-event': 'push',
            'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(content).digest('hex')}`,
          },
          body: content,
        });
      assert.equal((await send('another secret')).status, 401);
      assert.equal((await send(secret)).status, 200);
      const run = await active.next();
      assert.equal(run.status, 'success');
      assert.equal((run.json('Next')[0]?.['body'] as { ref?: string } | undefined)?.ref, 'refs/heads/main');

      await active.deactivate();
      assert.equal(hooks.size, 0);
      assert.ok(instance.services.requests.map(asked).includes('DELETE /repos/ann/flows/hooks/71'));
      assert.ok(instance.services.requests.every(({ headers }) => headers['authorization'] === 'token gh-1'));
    },
  },
  {
    make: 'Webhook trigger that downloads files',
    nodes: 'telegramTrigger',
    checks: 'the webhook is set with a secret token; a message with a photo starts a run with the photo as file; deactivation deletes it',
    run: async (instance) => {
      let hook: { url?: string; secret_token?: string } = {};
      instance.services.play({
        'api.telegram.org': (request) => {
          const [, , , method] = request.path.replace('/file', '/').split(/\/+/).length > 3 ? request.path.split('/') : ['', '', '', ''];
          if (request.path.endsWith('/setWebhook')) hook = request.json() as typeof hook;
          if (request.path.endsWith('/deleteWebhook')) hook = {};
          if (request.path.endsWith('/getFile')) return { content: { ok: true, result: { file_id: 'f2', file_path: 'photos/large.jpg' } } };
          if (request.path.endsWith('/photos/large.jpg')) return { headers: { 'content-type': 'image/jpeg' }, content: 'bytes of a photo' };
          return { content: { ok: true, result: request.path.endsWith('/getWebhookInfo') ? hook : (method ?? true) } };
        },
      });
      const active = await instance.activate({
        Start: {
          type: 'n8n-nodes-base.telegramTrigger',
          typeVersion: 1.2,
          webhookId: 'telegram-hook',
          credentials: await instance.credential('telegramApi', { accessToken: '42:token', baseUrl: 'https://api.telegram.org' }),
          parameters: { updates: ['message'], additionalFields: { download: true, imageSize: 'large' } },
        },
        Next: next,
      });
      assert.match(String(hook.url), /^https:\/\/flows\.example\/webhook\/telegram-hook\/webhook$/);
      const photo = [{ file_id: 'f1' }, { file_id: 'f2' }, { file_id: 'f3' }];
      const body = JSON.stringify({ update_id: 1, message: { message_id: 5, chat: { id: 1 }, photo } });
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': String(hook.secret_token) };
      assert.equal((await instance.call(String(hook.url), { method: 'POST', headers, body })).status, 200);
      const run = await active.next();
      const [item] = run.items('Next');
      assert.equal((item?.json['message'] as { message_id?: number } | undefined)?.message_id, 5);
      assert.equal(await instance.file(item), 'bytes of a photo');
      assert.equal(item?.binary?.['data']?.mimeType, 'image/jpeg');
      await active.deactivate();
      assert.deepEqual(hook, {});
    },
  },
];
