// Errors of services, and nodes that wait.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { rowOf, type Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';
import type { Service } from '../services.ts';

/** Links that programs open in advance, to show what is behind them, are no answers. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Has the issue 1 only. */
const github: Service = ({ path }) =>
  path.endsWith('/1') ? { content: { number: 1, title: 'One' } } : { status: 404, content: { message: 'Not Found', status: '404' } };

export const errors: readonly RunCase[] = [
  {
    make: 'Error with each setting of "on error"',
    nodes: 'github',
    checks:
      'the run stops with the message of the service; or goes on with the error as an item; or the failed item leaves by the error output',
    run: async (instance) => {
      instance.services.play({ 'api.github.com': github });
      const credentials = await instance.credential('githubApi', { server: 'https://api.github.com', user: 'ann', accessToken: 'gh-1' });
      const get = (onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput'): Sketch => ({
        type: 'n8n-nodes-base.github',
        typeVersion: 1.1,
        credentials,
        onError,
        parameters: {
          authentication: 'accessToken',
          resource: 'issue',
          operation: 'get',
          owner: { __rl: true, mode: 'name', value: 'ann' },
          repository: { __rl: true, mode: 'name', value: 'flows' },
          issueNumber: '={{ $json.number }}',
        },
      });
      const items = [{ number: 1 }, { number: 2 }, { number: 1 }];

      const stopped = await instance.run({ Get: get('stopWorkflow') }, items);
      assert.equal(stopped.status, 'error');
      assert.match(stopped.error ?? '', /could not be found/);
      assert.equal(instance.services.requests.length, 2, 'items after the failed one were sent');

      const regular = await instance.run({ Get: get('continueRegularOutput') }, items);
      assert.equal(regular.status, 'success');
      assert.deepEqual(
        regular.json('Get').map(({ title, error }) => title ?? typeof error),
        ['One', 'string', 'One'],
      );

      const split = await instance.run({ Get: get('continueErrorOutput') }, items);
      assert.equal(split.status, 'success');
      assert.deepEqual([split.items('Get', 0).length, split.items('Get', 1).length], [2, 1]);
      assert.equal(typeof split.json('Get', 1)[0]?.['error'], 'string');
    },
  },
  {
    make: 'Waiting for an answer',
    nodes: 'slack',
    checks: 'a message with links is sent, the execution waits, and the visited link goes on with the answer',
    run: async (instance) => {
      instance.services.play({ 'slack.com': () => ({ content: { ok: true, ts: '1.2', channel: 'C1', message: { ts: '1.2' } } }) });
      const path = randomUUID();
      const active = await instance.activate({
        Hook: {
          type: 'n8n-nodes-base.webhook',
          typeVersion: 2,
          webhookId: path,
          parameters: { path, httpMethod: 'POST', options: {} },
        },
        Ask: {
          type: 'n8n-nodes-base.slack',
          typeVersion: 2.3,
          webhookId: 'ask-slack',
          credentials: await instance.credential('slackApi', { accessToken: 'xoxb-1' }),
          parameters: {
            authentication: 'accessToken',
            resource: 'message',
            operation: 'sendAndWait',
            select: 'channel',
            channelId: { __rl: true, mode: 'id', value: 'C1' },
            message: 'Ship it?',
            responseType: 'approval',
            approvalOptions: { values: { approvalType: 'double' } },
            options: {},
          },
        },
        Next: { type: 'n8n-nodes-base.noOp' },
      });
      assert.equal((await instance.call(`${instance.url}webhook/${path}`, { method: 'POST' })).status, 200);
      const waiting = await active.next();
      assert.equal(waiting.status, 'waiting');
      const [request] = instance.services.requests;
      assert.deepEqual([request?.path, request?.headers['authorization']], ['/api/chat.postMessage', 'Bearer xoxb-1']);
      const links = [...(request?.body.toString() ?? '').matchAll(/https:\/\/flows\.example\/[^"\\|>\s]+/g)].map(([link]) => link);
      const yes = links.find((link) => link.includes('approved=true'));
      assert.ok(yes !== undefined && links.some((link) => link.includes('approved=false')), 'the message lacks a link for each answer');
      const response = await instance.call(yes, { headers: { 'user-agent': BROWSER } });
      assert.equal(response.status, 200);
      const ended = await active.next();
      assert.equal(ended.status, 'success');
      assert.equal((ended.json('Next')[0]?.['data'] as { approved?: unknown } | undefined)?.approved, true);
      await active.deactivate();
    },
  },
  {
    make: 'Retries',
    nodes: 'trello',
    checks: 'a failed request is sent again by the settings of the node, with the key and the token in its query',
    run: async (instance) => {
      let calls = 0;
      instance.services.play({
        'api.trello.com': () => (++calls < 3 ? { status: 500, content: 'Busy' } : { content: { id: 'card-1', name: 'Card' } }),
      });
      const node: Sketch = {
        type: 'n8n-nodes-base.trello',
        retryOnFail: true,
        maxTries: 3,
        waitBetweenTries: 0,
        credentials: await instance.credential('trelloApi', { apiKey: 'key-1', apiToken: 'token-1', oauthSecret: '' }),
        parameters: { resource: 'card', operation: 'create', listId: 'list-1', name: 'Card', description: 'Text', additionalFields: {} },
      };
      const file = rowOf({ Start: { type: 'n8n-nodes-base.manualTrigger' }, Create: node }) as WorkflowFile;
      const run = await instance.runFile(file);
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Create'), [{ id: 'card-1', name: 'Card' }]);
      const { requests } = instance.services;
      assert.equal(requests.length, 3);
      assert.ok(
        requests.every(
          ({ method, path, query }) => method === 'POST' && path === '/1/cards' && query['key'] === 'key-1' && query['token'] === 'token-1',
        ),
      );
    },
  },
];
