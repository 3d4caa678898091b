// Use of models per day in the store: of several processes, after failures, and until it is removed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelTotals } from '../../contract/model-use.ts';
import { noLogger } from '../../logger.ts';
import { Store, type ModelUseRepository } from '../../store/index.ts';
import { DailyUse } from './daily-use.ts';

/** 23:59:58 in Berlin. */
const NIGHT = Date.UTC(2026, 0, 15, 22, 59, 58);
const call: ModelTotals = { tokens: 100, milliseconds: 250, cost: 0.0000005 };

let folder: string;
let store: Store;
let time: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-model-use-'));
  store = await Store.open(folder);
  time = NIGHT;
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const dailyUse = (open: () => Promise<ModelUseRepository> = async () => store.modelUse): DailyUse =>
  new DailyUse({ open, now: () => time, zone: () => 'Europe/Berlin', logger: noLogger });

describe('the use of a day', () => {
  it('counts at once, for the workflow and for the instance', async () => {
    const use = dailyUse();
    expect((await use.today('w')).instance.tokens).toBe(0);
    use.add('w', call);
    use.add('v', call);
    expect(await use.today('w')).toMatchObject({ workflow: call, instance: { tokens: 200, milliseconds: 500, cost: 0.000001 } });
  });

  it('ends at midnight in the time zone of the instance', async () => {
    const use = dailyUse();
    use.add('w', call);
    time += 3000;
    expect(use.day).toBe('2026-01-16');
    expect((await use.today('w')).workflow.tokens).toBe(0);
    use.add('w', call);
    await use.write();
    expect((await store.modelUse.of('2026-01-15', 'w')).workflow).toEqual(call);
    expect((await store.modelUse.of('2026-01-16', 'w')).workflow).toEqual(call);
  });

  it('contains what other processes have used, and nothing twice', async () => {
    const [one, other] = [dailyUse(), dailyUse()];
    await one.today('w');
    one.add('w', call);
    other.add('w', call);
    other.add('', call);
    await other.write();
    expect((await one.today('w')).instance.tokens).toBe(100);
    time -= 60_000;
    const fresh = dailyUse();
    expect((await fresh.today('w')).instance.tokens).toBe(200);
    await one.write();
    await one.write();
    expect((await dailyUse().today('w')).instance).toMatchObject({ tokens: 300, cost: 0.0000015 });
  });

  it('is read again after a few seconds', async () => {
    time -= 60_000;
    const [one, other] = [dailyUse(), dailyUse()];
    await one.today('w');
    other.add('w', call);
    await other.write();
    one.add('w', call);
    time += 3000;
    expect((await one.today('w')).workflow.tokens).toBe(200);
  });

  it('survives the end of the process, and a failed write', async () => {
    let isBroken = true;
    const use = dailyUse(async () => {
      if (isBroken) throw new Error('The disk is full.');
      return store.modelUse;
    });
    use.add('w', call);
    await expect(use.write()).rejects.toThrow('The disk is full.');
    use.add('w', call);
    isBroken = false;
    await use.stop();
    expect((await dailyUse().today('w')).workflow.tokens).toBe(200);
  });

  it('is removed after a month', async () => {
    const use = dailyUse();
    use.add('w', call);
    await use.write();
    time += 31 * 24 * 60 * 60 * 1000;
    await use.prune();
    expect((await store.modelUse.of('2026-01-15', 'w')).workflow.tokens).toBe(100);
    time += 24 * 60 * 60 * 1000;
    await use.prune();
    expect((await store.modelUse.of('2026-01-15', 'w')).workflow.tokens).toBe(0);
  });
});
