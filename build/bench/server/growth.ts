// Measures the cost of a long history and large executions: the list with 1,000 and 300,000 rows, and how long opening an execution delays other
// requests.
import { join } from 'node:path';
import { jsonChunks } from '../../../engine/execution/index.ts';
import { ExecutionIndexer } from '../../../engine/services/executions/execution-indexer.ts';
import { Store } from '../../../engine/store/index.ts';
import { failing, itemsOf, json, open } from './hooks.ts';
import { longestWait } from './longest-wait.ts';
import { folder, mebibytes, median, milliseconds, row, server, times } from './report.ts';

const rows = [1000, 300_000] as const;
const filters: Readonly<Record<string, object>> = {
  all: {},
  failed: { status: ['error', 'crashed'] },
  'by hand': { mode: 'manual' },
  'of one workflow': { workflowId: 'w7', finished: true },
  'a rare word': { search: 'order250' },
  'a word of all': { search: 'customer' },
  'a field and a status': { search: 'customer = c7', status: ['error'] },
};

/** Number of rows written in one commit. */
const BATCH = 5000;

/** Creates a data folder with this many executions in its database. */
async function history(count: number): Promise<string> {
  const name = `history-${count}`;
  const store = await Store.open(join(folder, name));
  const add = (n: number): Promise<void> => {
    const mode = n % 200 === 0 ? 'manual' : 'webhook';
    const status = n % 20 === 0 ? 'error' : 'success';
    const record = {
      id: `e${n}`,
      workflowId: `w${n % 50}`,
      workflowName: 'Orders',
      mode,
      status,
      startedAt: n * 1000,
      instance: 'gone',
    } as const;
    return store.executions.writer({ record }).saveEnd({ status, stoppedAt: n * 1000 + 500, payload: payloadOf(n) });
  };
  for (let from = 0; from < count; from += BATCH) {
    await Promise.all(Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => add(from + index)));
  }
  await index(store, count);
  await store.close();
  return name;
}

/** Results with one item. */
const payloadOf = (n: number): Uint8Array =>
  new TextEncoder().encode(
    `{"resultData":{"runData":{"A":[{"data":{"main":[[{"json":{"id":"order${n % 1000}","customer":"c${n % 100}","kind":"customer"}}]]}}]}}}`,
  );

/** Adds all rows to the index of words, and reports its cost. */
async function index(store: Store, count: number): Promise<void> {
  const before = await store.usedBytes();
  const indexer = new ExecutionIndexer({ store, logger: console, isEnabled: true });
  const [spent = 0] = await times(1, () => indexer.all());
  const bytes = ((await store.usedBytes()) - before) / count;
  row(`index of words, ${count} executions: each`, milliseconds(spent / count), `${Math.round(bytes)} B`);
}

export async function growth(): Promise<void> {
  const spent = new Map<string, number[]>();
  for (const count of rows) {
    const ours = await server(await history(count));
    for (const [name, filter] of Object.entries(filters)) {
      const list = `${ours.url}rest/executions?limit=20&filter=${encodeURIComponent(JSON.stringify(filter))}`;
      const ask = async (): Promise<unknown> => (await fetch(list)).json();
      await times(20, ask);
      spent.set(name, [...(spent.get(name) ?? []), median(await times(100, ask))]);
    }
    await statistics(ours.url, count);
    await ours.stop();
  }
  for (const [name, [few = Number.NaN, many = Number.NaN]] of spent) {
    row(`executions list, ${name}: 300,000 rows, 1,000 rows`, milliseconds(many), milliseconds(few), `${(many / few).toFixed(1)} ×`);
  }
}

/** Reports how long the statistics of all executions take, and how long others wait meanwhile. */
async function statistics(url: string, count: number): Promise<void> {
  let spent = 0;
  const wait = await longestWait(url, async () => {
    [spent = 0] = await times(1, async () => (await fetch(`${url}rest/executions/statistics`)).json());
  });
  row(`statistics of ${count} executions`, milliseconds(spent), '', '', `others ≤ ${milliseconds(wait)}`);
}

const ITEMS = 100_000;

async function largeExecution(dataDir: string): Promise<void> {
  const store = await Store.open(join(folder, dataDir));
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    json: { n, name: `Name ${n}`, email: `user${n}@example.com` },
    pairedItem: { item: n },
  }));
  const task = { startTime: 1, executionTime: 1, executionIndex: 0, executionStatus: 'success', source: [], data: { main: [items] } };
  const record = {
    id: 'large',
    workflowId: 'w',
    workflowName: 'W',
    mode: 'manual',
    status: 'success',
    startedAt: 1,
    instance: 'gone',
  } as const;
  const payload = await store.pack(jsonChunks({ resultData: { runData: { A: [task], B: [task] } } }));
  await store.executions.writer({ record }).saveEnd({ status: 'success', stoppedAt: 2, payload });
  await store.close();
}

/** Retries a failed execution with many items, whose results are parsed and stored with the new execution. */
async function retrying(url: string): Promise<void> {
  await open(url, failing('failing'));
  await fetch(`${url}webhook/failing`, { method: 'POST', headers: json, body: itemsOf(ITEMS) });
  const { data } = (await (await fetch(`${url}rest/executions?filter=${encodeURIComponent('{"status":["error"]}')}`)).json()) as {
    data: { results: readonly { id: string }[] };
  };
  const retry = (): Promise<Response> => fetch(`${url}rest/executions/${data.results[0]?.id}/retry`, { method: 'POST' });
  let spent = 0;
  const wait = await longestWait(url, async () => {
    [spent = 0] = await times(1, async () => {
      const { status } = await retry();
      if (status !== 200) throw new Error(`The retry returned status ${status}`);
    });
  });
  row('retry of a failed execution, 100,000 items', milliseconds(spent), '', '', `others ≤ ${milliseconds(wait)}`);
}

export async function large(): Promise<void> {
  await largeExecution('large');
  const ours = await server('large');
  const read = async (): Promise<void> => {
    const { body } = await fetch(`${ours.url}rest/executions/large`);
    for await (const _piece of body ?? []);
  };
  for (const count of [1, 5]) {
    ours.resetPeak();
    const before = ours.memory().now;
    let spent = 0;
    const wait = await longestWait(ours.url, async () => {
      [spent = 0] = await times(1, () => Promise.all(Array.from({ length: count }, read)));
    });
    row(
      `opening 100,000 items twice, ${count} at once`,
      milliseconds(spent),
      '',
      '',
      `others ≤ ${milliseconds(wait)}`,
      `+${mebibytes(ours.memory().peak - before)}`,
    );
  }
  await retrying(ours.url);
  await ours.stop();
}
