// Wait: duration, end, and invalid parameters. Requests that end a wait are tested with the webhooks.
import { describe, expect, it } from 'vitest';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.wait';
const start = Date.UTC(2026, 0, 15, 12);

async function waited(parameters: Record<string, unknown>, version = 1.1, timezone?: string): Promise<NodeOutcome & { passed: number }> {
  const clock = fakeClock(start);
  const outcome = await runNode({ type, version, parameters, items: [{ a: 1 }], settings: { timezone }, ports: { clock } });
  return { ...outcome, passed: clock.now() - start };
}

describe('wait', () => {
  it.each([
    ['5 seconds by default', {}, 5000],
    ['seconds', { amount: 64 }, 64_000],
    ['a part of a minute', { amount: 0.5, unit: 'minutes' }, 30_000],
    ['no time', { amount: 0 }, 0],
    ['milliseconds, as found in files', { amount: 250, unit: 'milliseconds' }, 250],
    ['an amount from an expression', { amount: '={{ 2 * $json.a }}' }, 2000],
    ['an amount given as text', { amount: '3' }, 3000],
    ['until a time in the near future', { resume: 'specificTime', dateTime: '2026-01-15T12:00:10Z' }, 10_000],
    ['not at all for a time gone by', { resume: 'specificTime', dateTime: '2020-01-01T00:00:00Z' }, 0],
  ])('holds the execution for %s', async (_, parameters, expected) => {
    const { passed, json, waitTill, error } = await waited(parameters);
    expect(error).toBeUndefined();
    expect(waitTill).toBeUndefined();
    expect(json).toEqual([{ a: 1 }]);
    expect(passed).toBe(expected);
  });

  it('for five seconds by default, in version 1.1', async () => {
    expect(await waited({}, 1.1)).toMatchObject({ passed: 5000, waitTill: undefined });
  });

  it.each([
    ['from 65 seconds on', { amount: 65 }, 1.1, start + 65_000],
    ['for days', { amount: 2, unit: 'days' }, 1.1, start + 172_800_000],
    ['for an hour by default, in version 1', {}, 1, start + 3_600_000],
    ['until a time', { resume: 'specificTime', dateTime: '2026-02-01T00:00:00Z' }, 1.1, Date.UTC(2026, 1, 1)],
  ])('parks the execution %s', async (_, parameters, version, expected) => {
    const { waitTill, passed } = await waited(parameters, version);
    expect(waitTill).toBe(expected);
    expect(passed).toBe(0);
  });

  it("reads a time without a zone in the workflow's", async () => {
    const { waitTill } = await waited({ resume: 'specificTime', dateTime: '2026-02-01T00:00:00' }, 1.1, 'America/New_York');
    expect(waitTill).toBe(Date.UTC(2026, 1, 1, 5));
  });

  it.each([
    ['a negative amount', { amount: -1 }, 'Invalid wait amount'],
    ['an amount that is not a number', { amount: 'soon' }, 'Invalid wait amount'],
    ['an unknown unit', { unit: 'moons' }, 'Invalid wait unit'],
    ['no date', { resume: 'specificTime' }, 'not a valid date'],
    ['an invalid date', { resume: 'specificTime', dateTime: 'tomorrow' }, 'not a valid date'],
    ['a webhook call', { resume: 'webhook' }, 'waits for a webhook call'],
    ['a form', { resume: 'form' }, 'waits for a form'],
    ['an unknown option', { resume: 'tide' }, '"tide" is not a way to resume'],
  ])('rejects %s', async (_, parameters, message) => {
    const { error } = await waited(parameters);
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining(message) as string });
  });

  it.each([
    ['forever', { resume: 'webhook' }, WAIT_FOREVER],
    ['for an hour at most', { resume: 'form', limitWaitTime: true }, start + 3_600_000],
    [
      'until a time',
      { resume: 'webhook', limitWaitTime: true, limitType: 'atSpecifiedTime', maxDateAndTime: '2026-02-01' },
      Date.UTC(2026, 1, 1),
    ],
  ])('waits for a call %s', async (_, parameters, expected) => {
    const instance = { timezone: 'UTC', resumeUrl: (endpoint: string, id: string) => `https://x.test/${endpoint}/${id}` };
    const { waitTill, error } = await runNode({ type, version: 1.1, parameters, instance, ports: { clock: fakeClock(start) } });
    expect([error, waitTill]).toEqual([undefined, expected]);
  });

  it('rejects an invalid limit', async () => {
    const instance = { resumeUrl: () => 'https://x.test' };
    const { error } = await runNode({
      type,
      version: 1.1,
      parameters: { resume: 'webhook', limitWaitTime: true, resumeUnit: 'moons' },
      instance,
    });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining('Invalid wait unit') as string });
  });
});
