// Functions of packages that the editor calls, on a whole server: fields of a called workflow, and actions.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { stubServer } from '../testing/stub-server.ts';
import { runningServer, type As, type RunningServer } from '../testing/running-server.ts';

const name = 'n8n-nodes-fixture-versioned';

let registry: PackageRegistry;
let running: RunningServer;
let called: string;
/** A workflow of the owner of the instance, which members may not call. */
let foreign: string;

beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(join(import.meta.dirname, '../../build/fixtures/versioned'));
  running = await runningServer({ hasPeople: true, settings: { packageRegistry: registry.url } });
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } }, 'owner');
  const workflowInputs = { values: [{ name: 'city' }, { name: 'size', type: 'number' }] };
  const body = buildWorkflow(
    {
      Called: { type: 'executeWorkflowTrigger', typeVersion: 1.1, parameters: { workflowInputs } },
      Secret: { type: 'httpRequest', parameters: { url: 'https://example.com?token=secret' } },
    },
    ['Called -> Secret'],
    { name: 'Called' },
  );
  const saved = async (as: As): Promise<string> =>
    (await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, as)).id;
  [called, foreign] = [await saved('member'), await saved('owner')];
});
afterAll(async () => {
  await running.close();
  await registry.stop();
});

const node = (parameters: object): object => ({
  nodeTypeAndVersion: { name: `${name}.surface`, version: 1 },
  path: 'parameters.use',
  currentNodeParameters: parameters,
});
const chosen = (id = called): object => node({ workflowId: { __rl: true, mode: 'id', value: id } });
const post = (url: string, body: object, as: As) => running.send({ method: 'POST', url: `/rest/${url}`, body }, as);
const fields = (methodName: string, body: object, as: As = 'member') => post('node-mapping-fields', { ...body, methodName }, as);
const act = (handler: string, payload: unknown, as: As) =>
  post('dynamic-node-parameters/action-result', { ...node({ use: 'list' }), handler, payload }, as);

it('a node learns the inputs of the workflow that is chosen in it', async () => {
  const { status, body } = await fields('calledFields', chosen());
  expect([status, body]).toMatchObject([200, { data: { fields: [{ id: 'city' }, { id: 'size' }] } }]);
});

it.each<[what: string, ask: () => ReturnType<typeof fields>, message: RegExp]>([
  ['other nodes of that workflow', () => fields('spiedFields', chosen()), /httpRequest" is not a trigger/],
  ['any workflow if none is chosen', () => fields('calledFields', node({})), /No workflow is chosen/],
  ['a workflow that does not exist', () => fields('calledFields', node({ workflowId: 'none' })), /"none"/],
  ['a workflow of somebody else', () => fields('calledFields', chosen(foreign)), /may not be called/],
])('a node does not learn of %s', async (_what, ask, message) => {
  const { status, body } = await ask();
  expect(status).toBeGreaterThanOrEqual(400);
  expect((body as { message: string }).message).toMatch(message);
});

it('an action of a node returns the value of its parameter', async () => {
  expect(await act('create', { name: 'Things' }, 'member')).toMatchObject({
    status: 200,
    body: { data: { __rl: true, mode: 'list', value: 'list Things' } },
  });
  expect(await act('nothing', undefined, 'owner')).toMatchObject({ status: 200, body: { data: null } });
});

it('what functions for the editor return is JSON', async () => {
  const { status, body } = await act('count', undefined, 'owner');
  expect([status, body]).toEqual([200, { data: { exact: 7, large: '1180591620717411303424', at: '1970-01-01T00:00:00.000Z' } }]);
});

it('an action is refused without its name, to strangers, and for other functions of the node', async () => {
  expect((await act('tables', {}, 'member')).status).toBe(400);
  expect((await act('', {}, 'member')).status).toBe(400);
  expect((await act('create', { name: 'x' }, 'nobody')).status).toBe(401);
});

it.each([
  ['the status of a service that refused', 401, '401'],
  ['the status of another error', 404, '404'],
  ['no status of a service that refused the connection', undefined, undefined],
])('the error of a list has %s', async (_what, status, httpCode) => {
  const service = await stubServer((_request, response) => response.writeHead(status ?? 200).end());
  if (status === undefined) await service.close();
  const query = new URLSearchParams({
    nodeTypeAndVersion: JSON.stringify({ name: `${name}.surface`, version: 1 }),
    path: 'parameters.use',
    methodName: 'remote',
    currentNodeParameters: JSON.stringify({ url: service.address }),
  });
  const { status: own, body } = await running.send({ method: 'GET', url: `/rest/nodes-list-search?${query.toString()}` }, 'member');
  if (status !== undefined) await service.close();
  const failure = body as { readonly code: string; readonly httpCode?: string };
  expect([own, failure.code, failure.httpCode]).toEqual([400, 'NODE_REQUEST_FAILED', httpCode]);
});
