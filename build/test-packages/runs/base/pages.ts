// Lists that a service returns in pages.
import assert from 'node:assert/strict';
import type { RunCase } from '../run-cases.ts';

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

export const pages: readonly RunCase[] = [
  {
    make: 'Paginated list, by a cursor in the response',
    nodes: 'airtable',
    checks: 'all three pages are requested, each with the cursor of the one before, and their records come out in order',
    run: async (instance) => {
      const cursors: Record<string, string | undefined> = { '': 'two', two: 'three', three: undefined };
      instance.services.play({
        'api.airtable.com': ({ query }) => {
          const records = [
            { id: `rec-${query['offset'] ?? 'one'}`, createdTime: '2026-01-01T00:00:00.000Z', fields: { Name: query['offset'] ?? 'one' } },
          ];
          return { content: { records, offset: cursors[query['offset'] ?? ''] } };
        },
      });
      const run = await instance.run({
        List: {
          type: 'n8n-nodes-base.airtable',
          typeVersion: 2.1,
          credentials: await instance.credential('airtableTokenApi', { accessToken: 'pat-1' }),
          parameters: {
            operation: 'search',
            base: { __rl: true, mode: 'id', value: 'appBase' },
            table: { __rl: true, mode: 'id', value: 'tblTable' },
            filterByFormula: "{Name} != ''",
            returnAll: true,
          },
        },
      });
      assert.equal(run.error, undefined);
      assert.deepEqual(
        run.json('List').map(({ id, Name }) => [id, Name]),
        [
          ['rec-one', 'one'],
          ['rec-two', 'two'],
          ['rec-three', 'three'],
        ],
      );
      const { requests } = instance.services;
      assert.deepEqual(
        requests.map(({ query, path, headers }) => [path, query['offset'], query['filterByFormula'], headers['authorization']]),
        [undefined, 'two', 'three'].map((offset) => ['/v0/appBase/tblTable', offset, "{Name} != ''", 'Bearer pat-1']),
      );
    },
  },
  {
    make: 'Paginated list, declared',
    nodes: 'sendInBlue',
    checks: 'pages are requested by their offset until all contacts are there',
    run: async (instance) => {
      instance.services.play({
        'api.brevo.com': ({ query }) => {
          const contacts = range(Number(query['offset'] ?? 0), Number(query['limit'] ?? 50)).filter((id) => id < 1700);
          return { content: { contacts: contacts.map((id) => ({ id })), count: 1700 } };
        },
      });
      const run = await instance.run({
        List: {
          type: 'n8n-nodes-base.sendInBlue',
          credentials: await instance.credential('sendInBlueApi', { apiKey: 'key-1' }),
          parameters: { resource: 'contact', operation: 'getAll', returnAll: true },
        },
      });
      assert.equal(run.error, undefined);
      assert.deepEqual(
        run.json('List').map(({ id }) => id),
        range(0, 1700),
      );
      assert.ok(instance.services.requests.every(({ path, headers }) => path === '/v3/contacts' && headers['api-key'] === 'key-1'));
    },
  },
  {
    make: 'GraphQL with a cursor',
    nodes: 'linear',
    checks: 'the query is sent with its variables, and again with the cursor of the page before',
    run: async (instance) => {
      instance.services.play({
        'api.linear.app': (request) => {
          const { variables } = request.json() as { variables: { after?: string | null } };
          const isFirst = variables.after === undefined || variables.after === null;
          const pageInfo = { hasNextPage: isFirst, endCursor: isFirst ? 'cursor-1' : null };
          return { content: { data: { issues: { nodes: [{ id: isFirst ? 'one' : 'two' }], pageInfo } } } };
        },
      });
      const run = await instance.run({
        List: {
          type: 'n8n-nodes-base.linear',
          credentials: await instance.credential('linearApi', { apiKey: 'lin-1' }),
          parameters: { resource: 'issue', operation: 'getAll', returnAll: true },
        },
      });
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('List'), [{ id: 'one' }, { id: 'two' }]);
      const { requests } = instance.services;
      assert.deepEqual(
        requests.map(({ method, path, headers }) => [method, path, headers['authorization']]),
        [1, 2].map(() => ['POST', '/graphql', 'lin-1']),
      );
      assert.equal((requests[1]?.json() as { variables: { after?: string } } | undefined)?.variables.after, 'cursor-1');
    },
  },
];
