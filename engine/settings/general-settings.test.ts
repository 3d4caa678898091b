// Settings that the owner changes while the instance runs: the time zone at the first start, precedence of the environment, effect at once.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import type { GeneralSettingsView } from '../contract/rest/general.ts';
import type { SavedWorkflow, WorkflowStarts } from '../contract/rest/workflows.ts';
import { runningServer, type As, type RunningServer, type RunningServerOptions } from '../testing/running-server.ts';
import { readSettings } from './read-settings.ts';
import { systemTimezone, withStored } from './general-settings.ts';

let running: RunningServer;
afterEach(() => running.close());

const zoneByDefault = { timezone: 'America/New_York' };
/** Starts an instance whose environment sets nothing. */
async function start(options: RunningServerOptions = {}): Promise<void> {
  running = await runningServer({ ...options, settings: { ...zoneByDefault, ...options.settings } });
}
async function restart(options: RunningServerOptions = {}): Promise<void> {
  const { dataDir } = running;
  await running.close(true);
  await start({ dataDir, ...options });
}
const read = (as: As = 'default') => running.data<GeneralSettingsView>({ url: '/rest/settings/general' }, as);
const change = (body: object) => running.send({ method: 'PATCH', url: '/rest/settings/general', body });
const create = (body: object) => running.data<SavedWorkflow>({ method: 'POST', url: '/rest/workflows', body });
const starts = (id: string) => running.data<WorkflowStarts>({ url: `/rest/workflows/${id}/starts` });
const daily = (settings: object = {}): object => ({
  name: 'Daily',
  active: true,
  nodes: [
    {
      id: 'd',
      name: 'Daily',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
      position: [0, 0],
      parameters: { rule: { interval: [{ field: 'cronExpression', expression: '0 9 * * *' }] } },
    },
  ],
  connections: {},
  settings,
});
const hourIn = (time: string | undefined, timeZone: string): string =>
  new Date(String(time)).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

describe('the time zone', () => {
  it('is that of the computer from the first start on, and stays when the computer moves', async () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      await start();
      expect((await read()).values.timezone).toBe('Asia/Tokyo');
      process.env['TZ'] = 'Asia/Kolkata';
      await restart();
      expect(await read()).toMatchObject({ values: { timezone: 'Asia/Tokyo' }, systemTimezone: systemTimezone() });
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('of an instance from before stays that of its schedules', async () => {
    await start();
    const { dataDir } = running;
    await running.close(true);
    const database = new DatabaseSync(join(dataDir, 'db', 'millrace.sqlite'));
    database.exec("delete from setting where key = 'general'");
    database.close();
    await start({ dataDir });
    expect((await read()).values.timezone).toBe('America/New_York');
  });

  it('moves the schedules of active workflows, except those with their own', async () => {
    await start();
    await change({ timezone: 'Europe/Berlin' });
    const [moving, own] = [await create(daily()), await create(daily({ timezone: 'Asia/Tokyo' }))];
    await change({ timezone: 'Asia/Kolkata' });
    expect(await starts(moving.id)).toMatchObject({ timezone: 'Asia/Kolkata' });
    expect(hourIn((await starts(moving.id)).nodes[0]?.runs[0], 'Asia/Kolkata')).toBe('09:00');
    const listed = async (id: string) =>
      (await running.data<{ id: string; nextRun?: string; nextRunZone?: string }[]>({ url: '/rest/workflows' })).find(
        (each) => each.id === id,
      );
    await expect.poll(async () => hourIn((await listed(moving.id))?.nextRun, 'Asia/Kolkata')).toBe('09:00');
    expect(hourIn((await listed(own.id))?.nextRun, 'Asia/Tokyo')).toBe('09:00');
    expect([(await listed(moving.id))?.nextRunZone, (await listed(own.id))?.nextRunZone]).toEqual(['Asia/Kolkata', 'Asia/Tokyo']);
  });
});

describe('a change', () => {
  it('applies at once, to new runs and to the editor, and after a restart', async () => {
    await start();
    const manual = {
      nodes: [{ id: 'm', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} }],
      connections: {},
    };
    const { id } = await create({ name: 'By hand', ...manual });
    const expiries = async (): Promise<unknown[]> => {
      await running.data({ method: 'POST', url: '/rest/workflows/run', body: { workflowData: { ...manual, id } } });
      await running.server.services.executions.idle();
      const { results } = await running.data<{ results: { expiresAt?: string }[] }>({ url: '/rest/executions' });
      return results.map(({ expiresAt }) => expiresAt === undefined);
    };
    expect(await expiries()).toEqual([false]);
    expect((await change({ saveManual: true, executionTimeout: 60 })).body).toMatchObject({ data: { values: { saveManual: true } } });
    expect(await expiries()).toEqual([true, false]);
    expect(await running.data({ url: '/rest/settings' })).toMatchObject({ saveManualExecutions: true, executionTimeout: 60 });
    await restart();
    expect((await read()).values).toMatchObject({ saveManual: true, executionTimeout: 60 });
  });

  it('keeps what another change at the same time has stored', async () => {
    await start();
    await Promise.all([change({ saveManual: true }), change({ pruneCount: 7 })]);
    await restart();
    expect((await read()).values).toMatchObject({ saveManual: true, pruneCount: 7 });
  });

  it('of a setting in the environment is refused, and changes nothing else', async () => {
    await start({ environment: { EXECUTIONS_DATA_MAX_AGE: '24' }, settings: { pruneAgeHours: 24 } });
    expect((await read()).fixed).toEqual({ pruneAgeHours: 'EXECUTIONS_DATA_MAX_AGE' });
    const { status, body } = await change({ prune: false, pruneAgeHours: 48 });
    expect([status, body]).toMatchObject([409, { code: 'SETTING_FIXED', hint: expect.stringContaining('EXECUTIONS_DATA_MAX_AGE') }]);
    expect((await read()).values).toMatchObject({ prune: true, pruneAgeHours: 24 });
  });

  it('to an unknown zone, language or number is refused', async () => {
    await start();
    for (const body of [{ timezone: 'Moon/Base' }, { locale: 'xx' }, { pruneAgeHours: 0 }, { productionLimit: -2 }, { port: 1 }])
      expect(await change(body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

it('stored values that are invalid or unknown are left out', async () => {
  await start();
  const settings = readSettings({});
  const stored = JSON.parse('{"timezone":"Moon/Base","port":1,"__proto__":{"host":"x"},"pruneCount":7,"prune":"yes"}') as unknown;
  expect(withStored(settings, {}, stored)).toEqual({ ...settings, pruneCount: 7 });
  expect(withStored(settings, { MILLRACE_PRUNE_MAX_COUNT: '10000' }, stored)).toEqual(settings);
});
