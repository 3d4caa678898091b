// Lists that the editor loads while a node is edited, and runs with what was chosen.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';
import type { Service } from '../services.ts';

const locator = (value: string, mode = 'list'): object => ({ __rl: true, mode, value });

/** Repositories of a user, two per page. */
const github: Service = (request) => {
  const { path, query } = request;
  if (request.method === 'POST') return { status: 201, content: { number: 12, ...(request.json() as object) } };
  const all = ['flows', 'flowers', 'floor'].map((name) => ({ name, html_url: `https://github.com/ann/${name}`, full_name: `ann/${name}` }));
  const page = Number(query['page'] ?? 1);
  if (path === '/search/repositories') return { content: { total_count: 250, items: page === 1 ? all.slice(0, 2) : all.slice(2) } };
  return { status: 404, content: { message: 'Not Found' } };
};

/** A workspace of Baserow with a table per database. */
const baserow: Service = (request) => {
  const { method, path } = request;
  if (path === '/api/user/token-auth/') return { content: { token: 'jwt-1', access_token: 'jwt-1' } };
  if (request.headers['authorization'] !== 'JWT jwt-1') return { status: 401, content: { error: 'ERROR_INVALID_TOKEN' } };
  if (path === '/api/applications/')
    return {
      content: [
        { id: 1, name: 'Sales', type: 'database' },
        { id: 2, name: 'Stock', type: 'database' },
      ],
    };
  if (path === '/api/database/tables/database/2/') return { content: [{ id: 21, name: 'Parts' }] };
  if (path === '/api/database/fields/table/21/')
    return {
      content: [
        { id: 211, name: 'Part', type: 'text' },
        { id: 212, name: 'Count', type: 'number' },
      ],
    };
  if (path === '/api/database/rows/table/21/' && method === 'POST')
    return { content: { id: 5, order: '1', ...(request.json() as object) } };
  return { status: 404, content: { error: `Nothing at ${path}` } };
};

function sheets(granted: string[]): Service {
  return (request) => {
    const { method, path, query } = request;
    if (request.host === 'oauth2.googleapis.com') {
      granted.push(String(new URLSearchParams(request.body.toString()).get('grant_type')));
      return { content: { access_token: 'google-1', token_type: 'Bearer', expires_in: 3600 } };
    }
    if (request.headers['authorization'] !== 'Bearer google-1') return { status: 401, content: { error: { message: 'No token' } } };
    if (path === '/drive/v3/files') {
      const name = query['q']?.includes("contains 'Bud") === true ? 'Budget' : 'Other';
      return { content: { files: [{ id: 'sheet-1', name, webViewLink: 'https://docs.google.com/spreadsheets/d/sheet-1' }] } };
    }
    if (path === '/v4/spreadsheets/sheet-1')
      return { content: { sheets: [{ properties: { sheetId: 0, title: 'May', sheetType: 'GRID', gridProperties: {} } }] } };
    if (path.includes('/values/') && method === 'GET')
      return { content: { range: "'May'!1:1", majorDimension: 'ROWS', values: [['Item', 'Cost']] } };
    return { content: { updates: { updatedRows: 1 } } };
  };
}

export const lists: readonly RunCase[] = [
  {
    make: 'Resource locator with search and pages',
    nodes: 'github',
    checks:
      'the list is searched by text, its second page is fetched with the token of the first, and the chosen repository is used in a run',
    run: async (instance) => {
      instance.services.play({ 'api.github.com': github });
      const node: Sketch = {
        type: 'n8n-nodes-base.github',
        typeVersion: 1.1,
        credentials: await instance.credential('githubApi', { server: 'https://api.github.com', user: 'ann', accessToken: 'gh-1' }),
        parameters: {
          authentication: 'accessToken',
          resource: 'issue',
          operation: 'create',
          owner: locator('ann', 'name'),
          repository: locator('floor'),
          title: '={{ $json.title }}',
          body: 'Text',
          labels: [{ label: 'bug' }],
          assignees: [],
        },
      };
      const first = await instance.search(node, 'getRepositories', { filter: 'flo' });
      assert.deepEqual(
        first.results.map(({ name, value }) => [name, value]),
        [
          ['flows', 'flows'],
          ['flowers', 'flowers'],
        ],
      );
      assert.match(instance.services.requests[0]?.query['q'] ?? '', /flo.*user:ann/);
      assert.ok(first.paginationToken !== undefined, 'the first page has no token for the next one');
      const second = await instance.search(node, 'getRepositories', { filter: 'flo', paginationToken: String(first.paginationToken) });
      assert.deepEqual(
        second.results.map(({ value }) => value),
        ['floor'],
      );
      const run = await instance.run({ Create: node }, [{ title: 'One' }, { title: 'Two' }]);
      assert.deepEqual(
        run.json('Create').map(({ number, title, labels }) => [number, title, labels]),
        ['One', 'Two'].map((title) => [12, title, ['bug']]),
      );
      assert.equal(instance.services.requests.at(-1)?.path, '/repos/ann/floor/issues');
    },
  },
  {
    make: 'Load options that depend on each other',
    nodes: 'baserow',
    checks:
      'tables are those of the chosen database, fields those of the chosen table; the token is fetched once by code of the credential; a row is created',
    run: async (instance) => {
      instance.services.play({ 'base.example': baserow });
      const credentials = await instance.credential('baserowApi', { host: 'https://base.example', username: 'ann', password: 'secret-1' });
      const fieldsUi = {
        fieldValues: [
          { fieldId: 211, fieldValue: '={{ $json.part }}' },
          { fieldId: 212, fieldValue: '3' },
        ],
      };
      const node = (chosen: object): Sketch => ({
        type: 'n8n-nodes-base.baserow',
        typeVersion: 1.1,
        credentials,
        parameters: { authentication: 'usernamePassword', operation: 'create', dataToSend: 'defineBelow', fieldsUi, ...chosen },
      });
      assert.deepEqual(await instance.options(node({}), 'getDatabaseIds'), [
        { name: 'Sales', value: 1 },
        { name: 'Stock', value: 2 },
      ]);
      assert.deepEqual(await instance.options(node({ databaseId: 2 }), 'getTableIds'), [{ name: 'Parts', value: 21 }]);
      const fields = await instance.options(node({ databaseId: 2, tableId: 21 }), 'getTableFields');
      assert.deepEqual(
        fields.map(({ name, value }) => [name, value]),
        [
          ['Part', 211],
          ['Count', 212],
        ],
      );
      const run = await instance.run({ Create: node({ databaseId: 2, tableId: 21 }) }, [{ part: 'Bolt' }]);
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Create'), [{ id: 5, order: '1', Part: 'Bolt', Count: '3' }]);
    },
  },
  {
    make: 'Resource mapper, with an account that signs by a key',
    nodes: 'googleSheets',
    checks: 'documents, sheets and columns are listed; the token is fetched with a signed assertion; the mapped row is appended',
    run: async (instance) => {
      const granted: string[] = [];
      const service = sheets(granted);
      instance.services.play({ 'oauth2.googleapis.com': service, 'www.googleapis.com': service, 'sheets.googleapis.com': service });
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const credentials = await instance.credential('googleApi', {
        email: 'robot@project.example',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
        region: 'global',
      });
      const node = (schema: readonly object[]): Sketch => ({
        type: 'n8n-nodes-base.googleSheets',
        typeVersion: 4.5,
        credentials,
        parameters: {
          authentication: 'serviceAccount',
          resource: 'sheet',
          operation: 'append',
          documentId: locator('sheet-1'),
          sheetName: locator('gid=0'),
          columns: { mappingMode: 'defineBelow', value: { Item: '={{ $json.what }}', Cost: 12 }, matchingColumns: [], schema },
          options: {},
        },
      });
      const spreadsheets = await instance.search(node([]), 'spreadSheetsSearch', { filter: 'Bud' });
      assert.deepEqual(
        spreadsheets.results.map(({ name, value }) => [name, value]),
        [['Budget', 'sheet-1']],
      );
      const tabs = await instance.search(node([]), 'sheetsSearch');
      assert.deepEqual(
        tabs.results.map(({ name }) => name),
        ['May'],
      );
      const columns = await instance.fields(node([]), 'getMappingColumns');
      assert.deepEqual(
        columns.map(({ id }) => id),
        ['Item', 'Cost'],
      );
      const run = await instance.run({ Append: node(columns) }, [{ what: 'Paper' }]);
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Append'), [{ Item: 'Paper', Cost: 12 }]);
      const written = instance.services.requests.filter(({ method, host }) => method !== 'GET' && host === 'sheets.googleapis.com');
      assert.deepEqual((written.at(-1)?.json() as { values: unknown } | undefined)?.values, [['Paper', 12]]);
      assert.ok(granted.every((grant) => grant === 'urn:ietf:params:oauth:grant-type:jwt-bearer') && granted.length > 0);
    },
  },
];
