import { describe, expect, it } from 'vitest';
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { portsWith, testNode } from '../testing/test-nodes.ts';
import { Executor } from './index.ts';
import { StaticData } from './static-data.ts';

describe('static data', () => {
  it.each<[string, unknown, (data: StaticData) => unknown, unknown]>([
    ['is stored per node', {}, (data) => (data.scope('node', 'A')['n'] = 1), { 'node:A': { n: 1 } }],
    ['is stored for all nodes', {}, (data) => (data.scope('global', 'A')['n'] = 1), { global: { n: 1 } }],
    ['continues from the stored data', { global: { n: 1 } }, (data) => (data.scope('global', 'A')['m'] = 2), { global: { n: 1, m: 2 } }],
    ['continues from data stored as text', '{"global":{"n":1}}', (data) => delete data.scope('global', 'A')['n'], {}],
    [
      'starts empty if the data is not an object',
      '[1]',
      (data) => (data.scope('node', '__proto__')['n'] = 1),
      { 'node:__proto__': { n: 1 } },
    ],
    ['starts empty if the data is not JSON', '{', (data) => (data.scope('node', 'A')['n'] = 1), { 'node:A': { n: 1 } }],
    ['is not stored without access', { global: { n: 1 } }, () => undefined, undefined],
    ['is not stored without changes', { global: { n: 1 } }, (data) => data.scope('global', 'A'), undefined],
    ['is not stored while empty', undefined, (data) => data.scope('node', 'A'), undefined],
  ])('%s', (_name, stored, change, expected) => {
    const data = new StaticData(stored);
    change(data);
    expect(data.changed()).toEqual(expected);
  });

  it('is a copy of the workflow’s', () => {
    const stored = { global: { list: [1] } };
    const data = new StaticData(stored);
    (data.scope('global', 'A')['list'] as number[]).push(2);
    expect(stored).toEqual({ global: { list: [1] } });
  });

  it.each<[string, (data: Record<string, unknown>) => void]>([
    ['refers to itself', (data) => (data['self'] = data)],
    ['contains a big integer', (data) => (data['n'] = 1n)],
  ])('that cannot be stored, since it %s, fails the run and keeps its results', async (_name, change) => {
    const changing = testNode('keep', (ctx) => { change(ctx.staticData('node')); return [[{ json: { ran: true } }]]; }); // oxfmt-ignore
    const workflow = buildWorkflow({ T: { type: 'manualTrigger' }, K: { type: 'test.keep' } }, ['T -> K']);
    const { result, staticData } = await new Executor(portsWith([changing])).start({ workflow, mode: 'manual' }).done;
    expect(result).toMatchObject({ status: 'error', resultData: { error: { message: expect.stringMatching(/static data/i) as string } } });
    expect(result.resultData.runData['K']?.[0]?.data?.['main']?.[0]).toMatchObject([{ json: { ran: true } }]);
    expect(staticData).toBeUndefined();
  });

  const adding = testNode('add', async (ctx) => {
    await ctx.loadStaticData();
    const saved = ctx.staticData('global') as { n?: number };
    saved.n = (saved.n ?? 0) + 1;
    return [[{ json: { n: saved.n } }]];
  });

  it('that another server may have changed is read once, when a run uses it first', async () => {
    const reads: string[] = [];
    const latest = (run: string) => async (): Promise<JsonObject> => {
      reads.push(run);
      return { global: { n: 41 }, 'node:Other': { seen: true } };
    };
    const executor = new Executor(portsWith([adding, testNode('none', () => [[{ json: {} }]])]));
    const options = { staticData: { global: { n: 5 } } };
    const twice = buildWorkflow(
      { T: { type: 'manualTrigger' }, A: { type: 'test.add' }, B: { type: 'test.add' } },
      ['T -> A', 'A -> B'],
      options,
    );
    const never = buildWorkflow({ T: { type: 'manualTrigger' }, N: { type: 'test.none' } }, ['T -> N'], options);
    const outcome = await executor.start({ workflow: twice, mode: 'trigger', latestStaticData: latest('uses it') }).done;
    await executor.start({ workflow: never, mode: 'trigger', latestStaticData: latest('does not') }).done;
    expect(outcome).toMatchObject({
      staticData: { global: { n: 43 }, 'node:Other': { seen: true } },
      staticDataBefore: { global: { n: 41 }, 'node:Other': { seen: true } },
    });
    expect(reads).toEqual(['uses it']);
  });

  it('that cannot be read fails the node, which does not use older data', async () => {
    const workflow = buildWorkflow({ T: { type: 'manualTrigger' }, A: { type: 'test.add' } }, ['T -> A']);
    const latestStaticData = () => Promise.reject(new AppError('STORE_FAILED', 'The database cannot be reached at the moment.'));
    const { result, staticData } = await new Executor(portsWith([adding])).start({ workflow, mode: 'trigger', latestStaticData }).done;
    expect([result.status, result.resultData.error?.message, staticData]).toEqual([
      'error',
      'The database cannot be reached at the moment.',
      undefined,
    ]);
  });

  it('is separate for concurrent runs', async () => {
    const count = testNode('count', async (ctx) => {
      const saved = ctx.staticData('global') as { n?: number };
      saved.n = (saved.n ?? 0) + 1;
      await ctx.sleep(1);
      return [[{ json: { n: saved.n } }]];
    });
    const workflow = buildWorkflow({ T: { type: 'manualTrigger' }, C: { type: 'test.count' } }, ['T -> C'], {
      staticData: { global: { n: 5 } },
    });
    const executor = new Executor(portsWith([count]));
    const outcomes = await Promise.all([0, 1, 2].map(() => executor.start({ workflow, mode: 'manual' }).done));
    expect(outcomes.map(({ staticData }) => staticData)).toEqual([{ global: { n: 6 } }, { global: { n: 6 } }, { global: { n: 6 } }]);
  });
});
