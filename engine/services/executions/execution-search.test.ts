// Search in the data of executions, notes and highlights: over REST for the words of real runs, and in a store for many executions.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExecutionStatistics, ExecutionSummary } from '../../contract/rest/executions.ts';
import type { SavedWorkflow } from '../../contract/rest/workflows.ts';
import { Store, type ExecutionSpan, type WordQuery } from '../../store/index.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';
import { statisticsOf } from './execution-statistics.ts';
import { ExecutionIndexer } from './execution-indexer.ts';
import { customMatchOf, matchOf, wordsOf, wordsOfText } from './execution-words.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const fileOf = (name: string, data: object): object => ({
  name,
  settings: { saveManualExecutions: true },
  nodes: [
    { id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    { id: 's', name: 'Set', type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [200, 0], parameters: { mode: 'raw', jsonOutput: JSON.stringify(data) } },
    { id: 'd', name: 'Data', type: 'n8n-nodes-base.executionData', typeVersion: 1, position: [400, 0],
      parameters: { operation: 'save', dataToSave: { values: [{ key: 'customer', value: name }] } } },
  ],
  connections: { Start: { main: [[{ node: 'Set', type: 'main', index: 0 }]] }, Set: { main: [[{ node: 'Data', type: 'main', index: 0 }]] } },
}); // oxfmt-ignore

const end = async (store: Store, id: string, startedAt: number, json: object): Promise<void> => {
  const record = { id, workflowId: 'w', workflowName: 'W', mode: 'webhook', status: 'success', startedAt, instance: '' } as const;
  const task = { startTime: 1, executionTime: 1, executionIndex: 0, source: [], data: { main: [[{ json }]] } };
  const payload = store.packText(JSON.stringify({ resultData: { runData: { A: [task] } } }));
  await store.executions.writer({ record }).saveEnd({ status: 'success', stoppedAt: startedAt + 1, payload: payload as Uint8Array });
};

describe('on a server', () => {
  let running: RunningServer;
  beforeAll(async () => {
    running = await runningServer({ hasPeople: true });
    await run('Ada', { email: 'ada@example.com', address: { city: 'Bern', zip: '3000' }, paid: true, total: 10.5, tags: ['new', 'vip'] });
    await run('Bob', {
      email: 'bob@example.com',
      address: { city: 'Basel Bern' },
      paid: false,
      note: 'says "hello"',
      __proto__: 1,
      link: 'https://x.example/p?a=b&c=d==',
      text: '新しい注文がABCに届きました',
    });
    await run('Cyd', { email: 'cyd@example.com' }, 'member');
    await running.server.services.indexer.all();
  });
  afterAll(() => running.close());

  async function run(name: string, data: object, as: As = 'owner'): Promise<void> {
    const workflow = await running.data<SavedWorkflow>({ method: 'POST', url: '/rest/workflows', body: fileOf(name, data) }, as);
    await running.data({ method: 'POST', url: '/rest/workflows/run', body: { workflowData: workflow } }, as);
    await running.server.services.executions.idle();
  }

  const listed = (filter: object, as: As = 'owner') =>
    running.data<{ results: ExecutionSummary[]; count: number }>(
      { url: `/rest/executions?filter=${encodeURIComponent(JSON.stringify(filter))}` },
      as,
    );
  const names = async (filter: object, as: As = 'owner'): Promise<string[]> =>
    (await listed(filter, as)).results.map(({ workflowName }) => workflowName);

  it.each([
    ['ada@example.com', ['Ada']],
    ['example', ['Cyd', 'Bob', 'Ada']],
    ['exam', ['Cyd', 'Bob', 'Ada']],
    ['BERN', ['Bob', 'Ada']],
    ['bern bob', ['Bob']],
    ['"basel bern"', ['Bob']],
    ['"bern basel"', []],
    ['city=Bern', ['Ada']],
    ['city = Bern', ['Ada']],
    ['address.city = "Basel Bern"', ['Bob']],
    ['city = Base', []],
    ['paid=true', ['Ada']],
    ['total=10.5', ['Ada']],
    ['tags=vip', ['Ada']],
    ['paid=false email=bob@example.com', ['Bob']],
    ['example paid=true', ['Ada']],
    ['hello', ['Bob']],
    [' ', ['Cyd', 'Bob', 'Ada']],
    ['"', []],
    ['***', []],
    ['\u{1f389}', []],
    ['*** bob', ['Bob']],
    ['x\0 OR', []],
    ['example\0', ['Cyd', 'Bob', 'Ada']],
    ['注文', ['Bob']],
    ['abc', ['Bob']],
    ['文注', []],
    ['text = 新しい注文がABCに届きました', ['Bob']],
    ['text = 注文', []],
    ['https://x.example/p?a=b', ['Bob']],
    ['https://x.example/p?a=c', []],
    ['link=https://x.example/p?a=b&c=d==', ['Bob']],
    ['link = https://x.example/p?a=b', []],
    ['d==', ['Bob']],
    ['* OR NEAR( AND', []],
    ["' or 1=1 --", []],
    ['custom : ada', ['Ada']],
  ])('%s finds %j', async (search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  it('finds custom data, together with other filters', async () => {
    expect(await names({ customData: { key: 'customer', value: 'Ada' } })).toEqual(['Ada']);
    expect(await names({ customData: { key: 'customer' } })).toEqual(['Cyd', 'Bob', 'Ada']);
    expect(await names({ customData: { key: 'customer', value: 'Ad' } })).toEqual([]);
    expect(await names({ customData: { key: 'customer', value: 'Ada' }, search: 'basel' })).toEqual([]);
    expect(await names({ search: 'example', status: 'error' })).toEqual([]);
    expect(await names({ search: 'example', status: ['error', 'success'] })).toEqual(['Cyd', 'Bob', 'Ada']);
    expect(await names({ search: 'example', mode: 'manual' })).toEqual(['Cyd', 'Bob', 'Ada']);
    expect(await names({ search: 'example', mode: 'webhook' })).toEqual([]);
    const [{ workflowId } = { workflowId: '' }] = (await listed({ search: 'ada' })).results;
    expect(await names({ search: 'example', workflowId })).toEqual(['Ada']);
    expect(await names({ search: 'example', startedAfter: '2099-01-01' })).toEqual([]);
    for (const customData of [{ key: 'a b' }, 'text', { key: 'customer', value: 1 }]) {
      expect(await running.send({ url: `/rest/executions?filter=${encodeURIComponent(JSON.stringify({ customData }))}` }, 'owner')).toMatchObject({ status: 400 }); // oxfmt-ignore
    }
  });

  it('shows members their own executions only', async () => {
    expect(await names({ search: 'example' }, 'member')).toEqual(['Cyd']);
    expect((await listed({ search: 'ada' }, 'member')).count).toBe(0);
  });

  it('notes and highlights are stored, and found', async () => {
    const id = (await listed({ search: 'ada' })).results[0]?.id ?? '';
    const annotate = (body: object, as: As = 'owner') => running.send({ method: 'PATCH', url: `/rest/executions/${id}`, body }, as);
    expect((await annotate({ note: ' Look at this ', isHighlighted: true })).body.data).toMatchObject({
      note: 'Look at this',
      isHighlighted: true,
    });
    expect(await names({ isHighlighted: true })).toEqual(['Ada']);
    expect(await names({ isHighlighted: true, search: 'bob' })).toEqual([]);
    expect(await names({ isHighlighted: false })).toEqual(['Cyd', 'Bob']);
    expect((await annotate({})).body.data).toMatchObject({ note: 'Look at this', isHighlighted: true });
    expect((await annotate({ note: 'x' }, 'member')).status).toBe(404);
    expect((await annotate({ note: 'x'.repeat(2001) })).status).toBe(400);
    expect((await annotate({ note: '', isHighlighted: false })).body.data).not.toHaveProperty('note');
    expect(await names({ isHighlighted: true })).toEqual([]);
  });

  it('statistics are those of the executions that are found', async () => {
    const statistics = (filter: object, as: As = 'owner') =>
      running.data<ExecutionStatistics>({ url: `/rest/executions/statistics?filter=${encodeURIComponent(JSON.stringify(filter))}` }, as);
    const today = new Date().toISOString().slice(0, 10);
    const all = await statistics({});
    expect(all).toMatchObject({ total: 3, failed: 0, median: expect.any(Number) as number, isPartial: false });
    expect(all.days.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(3);
    expect(all.days.at(-1)?.day).toBe(today);
    expect((await statistics({ search: 'ada' })).total).toBe(1);
    expect((await statistics({}, 'member')).total).toBe(1);
    expect(await statistics({ status: 'error' })).toEqual({ total: 0, failed: 0, days: [], isPartial: false });
  });

  it('a deletion of what a search finds leaves the rest', async () => {
    await run('Eve', { email: 'eve@example.com', batch: 7 });
    await run('Eva', { email: 'eve@example.com', batch: 8 });
    await running.server.services.indexer.all();
    const body = { deleteBefore: '2999-01-01', filters: { search: 'batch=7' } };
    expect(await running.data({ method: 'POST', url: '/rest/executions/delete', body }, 'member')).toEqual({ deleted: 0 });
    const ofSigns = { ...body, filters: { search: '***' } };
    expect(await running.data({ method: 'POST', url: '/rest/executions/delete', body: ofSigns }, 'owner')).toEqual({ deleted: 0 });
    expect(await running.data({ method: 'POST', url: '/rest/executions/delete', body }, 'owner')).toEqual({ deleted: 1 });
    expect(await names({ search: 'eve' })).toEqual(['Eva']);
    await running.data({ method: 'POST', url: '/rest/executions/delete', body: { ...body, filters: { search: 'batch=8' } } }, 'owner');
    expect((await listed({})).count).toBe(3);
  });

  it('deleted executions are not found', async () => {
    const id = (await listed({ search: 'bob' })).results[0]?.id ?? '';
    await running.data({ method: 'POST', url: '/rest/executions/delete', body: { ids: [id] } }, 'owner');
    expect(await listed({ search: 'basel' })).toEqual({ results: [], count: 0, estimated: false });
  });
});

it('an instance without the index says how it is switched on', async () => {
  const running = await runningServer({ settings: { executionSearch: false } });
  const response = await running.send({ url: `/rest/executions?filter=${encodeURIComponent('{"search":"x"}')}` });
  expect([response.status, response.body.hint]).toEqual([400, expect.stringContaining('MILLRACE_EXECUTION_SEARCH') as string]);
  await running.close();
});

describe('the index', () => {
  it('is in the order of starts, whenever executions end, and pages through many of one millisecond', async () => {
    const store = await Store.inMemory();
    const indexer = new ExecutionIndexer({ store, logger: silent, isEnabled: true });
    for (let n = 0; n < 120; n++)
      await end(store, `e${String(n).padStart(3, '0')}`, 5_000_000_000_000 + Math.floor(n / 60), { n, word: 'same' });
    await indexer.all();
    // It started first, and ended last.
    await end(store, 'early', 9000, { word: 'same' });
    indexer.ended('early');
    // What has ended is looked at in the round after the next.
    for (let round = 0; round < 3; round++) await indexer.all();
    const same: WordQuery = [[{ text: 'same', isPrefix: true }]];
    const found: string[] = [];
    for (let lastId: string | undefined; ; lastId = found.at(-1)) {
      const page = await store.executionSearch.list(same, {}, { limit: 50, ...(lastId === undefined ? {} : { lastId }) });
      if (page.length === 0) break;
      found.push(...page.map(({ id }) => id));
    }
    expect([found.length, new Set(found).size, found.at(-1)]).toEqual([121, 121, 'early']);
    const ascending = await store.executionSearch.list(same, {}, { limit: 2, oldestFirst: true });
    expect(ascending.map(({ id }) => id)).toEqual(['early', 'e000']);
    expect(await store.executionSearch.count(same, {}, 100)).toBe(100);
    const cut = vi.fn<() => void>();
    for (const most of [50, 1000]) for await (const _spans of store.executionSearch.spans(same, {}, cut, most));
    expect(cut).toHaveBeenCalledTimes(1);
    expect(await store.executionSearch.count(same, { startedBefore: 5_000_000_000_001, startedAfter: 5_000_000_000_000 }, 100)).toBe(60);
    await store.close();
  });

  it('highlighted executions are not pruned, but deleted', async () => {
    const store = await Store.inMemory();
    for (const id of ['a', 'b']) await end(store, id, 1000, {});
    await store.executions.annotate('a', { isHighlighted: true });
    expect(await store.executionList.pruneBefore(5000)).toBe(1);
    expect((await store.executions.get('a'))?.isHighlighted).toBe(true);
    expect(await store.executionList.remove({ ids: ['a'] }, 0)).toBe(1);
    await store.close();
  });
});

describe('statistics', () => {
  async function* slices(spans: readonly ExecutionSpan[], size: number): AsyncGenerator<readonly ExecutionSpan[]> {
    for (let from = 0; from < spans.length; from += size) yield spans.slice(from, from + size);
  }
  const span = (startedAt: string, duration: number, status: ExecutionSpan['status'] = 'success'): ExecutionSpan => ({
    startedAt: Date.parse(startedAt),
    stoppedAt: Date.parse(startedAt) + duration,
    status,
  });

  it('count per day of the time zone, with the median of the ends that are known', async () => {
    const spans = [
      span('2026-03-29T22:10:00Z', 900, 'crashed'),
      span('2026-03-29T21:50:00Z', 30, 'error'),
      span('2026-03-29T00:10:00Z', 10),
      span('2026-03-28T23:10:00Z', 20),
      span('2026-03-28T22:50:00Z', 500, 'waiting'),
    ];
    expect(await statisticsOf(slices(spans, 2), 'Europe/Berlin')).toEqual({
      total: 5,
      failed: 2,
      median: 20,
      days: [
        { day: '2026-03-28', succeeded: 0, failed: 0, other: 1 },
        { day: '2026-03-29', succeeded: 2, failed: 1, other: 0 },
        { day: '2026-03-30', succeeded: 0, failed: 1, other: 0 },
      ],
      isPartial: false,
    });
  });

  it('have a median that is 1 % off at most for many executions', async () => {
    const spans = Array.from({ length: 50_001 }, (_, n) => span('2026-01-01T00:00:00Z', n * 10));
    const { median = 0 } = await statisticsOf(slices(spans, 5000), 'UTC');
    expect(Math.abs(median - 250_000) / 250_000).toBeLessThan(0.011);
  });

  it('read rows in slices, each once', async () => {
    const store = await Store.inMemory();
    for (let n = 0; n < 60; n++) await end(store, `e${n}`, 1000 + Math.floor(n / 3), {});
    let count = 0;
    for await (const rows of store.executionList.spans({})) count += rows.length;
    expect(count).toBe(60);
    await store.close();
  });
});

describe('words', () => {
  it('of damaged and deeply nested results are those that are there', () => {
    expect(wordsOf(undefined)).toEqual({ data: '', custom: '' });
    expect(wordsOf({ runData: { A: null, B: [null, { data: { main: [null, [null, { json: 'x' }]] } }] }, metadata: 1 }).data).toContain(
      'x',
    );
    let deep: unknown = 'bottom';
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    expect(wordsOf({ runData: { A: [{ data: { main: [[{ json: { deep } }]] } }] } }).data).toContain('bottom');
  });

  it('of the beginning of large results are values with their names', () => {
    const { data } = wordsOfText(
      '{"runData":{"A":[{"startTime":1,"data":{"main":[[{"json":{"city":"B\\u00e9rn","n":-1.5,"list":["x"]}}]]}}]}},"cut":"of',
    );
    expect(data).toContain('city \u{e000} Bérn \u{e001}');
    expect(data).toContain('n \u{e000} -1.5 \u{e001}');
    expect(data).not.toContain('startTime');
  });

  it('of searches are phrases, without operators of users', () => {
    expect(matchOf('a "b c" d=e')).toEqual([
      [{ text: 'a', isPrefix: true }],
      [{ text: 'b c' }],
      [{ text: 'e' }],
      [{ text: 'd \u{e000} e \u{e001}' }],
    ]);
    expect([matchOf(''), matchOf(' '), matchOf(' , ')]).toEqual([undefined, undefined, [[{ text: '\u{e003}' }]]]);
    expect(matchOf('x="a ""')).not.toBeUndefined();
    expect(customMatchOf('k', 'a"b')).toEqual([[{ text: 'k \u{e000} a"b \u{e001}', column: 'custom' }]]);
  });
});
