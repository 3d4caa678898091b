// The benchmark's webhook workflows, and calls to them.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load } from './load.ts';

const node = (name: string, type: string, typeVersion: number, parameters: object): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  ...(type === 'webhook' ? { webhookId: name } : {}),
});
const to = (target: string): readonly object[] => [{ node: target, type: 'main', index: 0 }];
/** Which executions are saved; `progress`: also while they run. */
export type Saves = 'all' | 'none' | 'progress';
function settings(saves: Saves): object {
  const results = saves === 'none' ? 'none' : 'all';
  const progress = saves === 'progress';
  return { executionOrder: 'v1', saveDataSuccessExecution: results, saveDataErrorExecution: results, saveExecutionProgress: progress };
}
const assignments = (name: string, value: string): object => ({
  assignments: { assignments: [{ id: name, name, type: 'number', value }] },
  options: {},
});

export function hook(path: string, saves: Saves, binary: boolean): object {
  const end = binary ? node('End', 'noOp', 1, {}) : node('Set', 'set', 3.4, assignments('n', '={{ $json.body.n * 2 }}'));
  const webhook = {
    path,
    httpMethod: 'POST',
    responseMode: binary ? 'onReceived' : 'lastNode',
    options: binary ? { binaryData: true } : {},
  };
  return {
    name: path,
    nodes: [node('Webhook', 'webhook', 2, webhook), end],
    connections: { Webhook: { main: [to(binary ? 'End' : 'Set')] } },
    settings: settings(saves),
  };
}

/** A chain of Set nodes that the request passes through. */
export function chain(path: string, saves: Saves, length: number): object {
  const webhook = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
  const name = (index: number): string => (index === 0 ? 'Webhook' : `Set ${index}`);
  const sets = Array.from({ length }, (_, index) => {
    const parameters = { ...assignments('n', '={{ ($json.n || 0) + 1 }}'), includeOtherFields: true };
    return node(name(index + 1), 'set', 3.4, parameters);
  });
  return {
    name: path,
    nodes: [node('Webhook', 'webhook', 2, webhook), ...sets],
    connections: Object.fromEntries(sets.map((_, index) => [name(index), { main: [to(name(index + 1))] }])),
    settings: settings(saves),
  };
}

/** Returns the request. */
export function echo(path: string, saves: Saves): object {
  const webhook = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
  return {
    name: path,
    nodes: [node('Webhook', 'webhook', 2, webhook), node('End', 'noOp', 1, {})],
    connections: { Webhook: { main: [to('End')] } },
    settings: settings(saves),
  };
}

/** Splits the list `items` of the body; with `loop`, each item is one iteration of a loop. */
export function list(path: string, saves: Saves, loop: boolean): object {
  const webhook = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
  const set = node('Set', 'set', 3.4, assignments('m', '={{ $json.n * 2 }}'));
  const nodes = [node('Webhook', 'webhook', 2, webhook), node('Split', 'splitOut', 1, { fieldToSplitOut: 'body.items', options: {} }), set];
  const end = node('End', 'limit', 1, { maxItems: 1 });
  return {
    name: path,
    nodes: [...nodes, end, ...(loop ? [node('Loop', 'splitInBatches', 3, { batchSize: 1, options: {} })] : [])],
    connections: {
      Webhook: { main: [to('Split')] },
      Split: { main: [to(loop ? 'Loop' : 'Set')] },
      ...(loop ? { Loop: { main: [to('End'), to('Set')] } } : {}),
      Set: { main: [to(loop ? 'Loop' : 'End')] },
    },
    settings: settings(saves),
  };
}

/** Splits the list `items` of the body, and fails. */
export function failing(path: string): object {
  const webhook = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
  return {
    name: path,
    nodes: [
      node('Webhook', 'webhook', 2, webhook),
      node('Split', 'splitOut', 1, { fieldToSplitOut: 'body.items', options: {} }),
      node('Stop', 'stopAndError', 1, { errorMessage: 'No.' }),
    ],
    connections: { Webhook: { main: [to('Split')] }, Split: { main: [to('Stop')] } },
    settings: settings('all'),
  };
}

/** Sends a request for each entry of the list `items` of the body, signed if there is a credential for it. */
export function requesting(path: string, url: string, credentials?: object): object {
  const webhook = { path, httpMethod: 'POST', responseMode: 'lastNode', responseData: 'noData', options: {} };
  const request = {
    method: 'POST',
    url,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: '{"n":21}',
    options: {},
    ...(credentials === undefined ? {} : { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' }),
  };
  return {
    name: path,
    nodes: [
      node('Webhook', 'webhook', 2, webhook),
      node('Split', 'splitOut', 1, { fieldToSplitOut: 'body.items', options: {} }),
      { ...node('Request', 'httpRequest', 4.2, request), ...(credentials === undefined ? {} : { credentials }) },
    ],
    connections: { Webhook: { main: [to('Split')] }, Split: { main: [to('Request')] } },
    settings: settings('none'),
  };
}

export const json = { 'content-type': 'application/json' };
/** A body for `list` and `failing`. `id`: text of a number that each entry has. */
export const itemsOf = (count: number, id?: string): string => {
  const more = id === undefined ? '' : `,"id":${id}`;
  return `{"items":[${Array.from({ length: count }, (_, n) => `{"n":${n},"name":"Name ${n}"${more}}`).join(',')}]}`;
};

/** Saves a workflow and activates it. */
export async function open(url: string, workflow: object): Promise<void> {
  const send = (path: string, method: string, body: object): Promise<Response> =>
    fetch(`${url}rest/${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { data } = (await (await send('workflows', 'POST', workflow)).json()) as { data: { id: string } };
  const { status } = await send(`workflows/${data.id}`, 'PATCH', { active: true });
  if (status !== 200) throw new Error(`The workflow could not be activated: ${status}`);
}

/** Calls a webhook once. */
export async function call(url: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} returned status ${response.status}`);
}

export async function load(url: string, connections: number): Promise<Load> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'load.ts'), url, String(connections), '4']);
  const result = JSON.parse(stdout) as Load;
  if (result.failures > 0 || result.total === 0) throw new Error(`${url}: ${result.failures} of ${result.total} calls failed`);
  return result;
}
