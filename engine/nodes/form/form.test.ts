// The Form node without a server. The order of pages is tested with the webhooks.
import { describe, expect, it } from 'vitest';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';

const start = Date.UTC(2026, 0, 15, 12);
const run = (parameters: Record<string, unknown>, version = 2.3): Promise<NodeOutcome> =>
  runNode({
    type: 'n8n-nodes-base.form',
    version,
    parameters,
    items: [{ a: 1 }],
    ports: { clock: fakeClock(start) },
    instance: { resumeUrl: (endpoint, id) => `https://x.test/${endpoint}/${id}` },
  });

describe('a page', () => {
  it.each<[string, Record<string, unknown>, number]>([
    ['forever', {}, WAIT_FOREVER],
    ['for some time', { limitWaitTime: true, resumeAmount: 2, resumeUnit: 'minutes' }, start + 120_000],
    ['until a time', { limitWaitTime: true, limitType: 'atSpecifiedTime', maxDateAndTime: '2026-02-01T00:00:00Z' }, Date.UTC(2026, 1, 1)],
  ])('waits %s', async (_, parameters, expected) => {
    expect(await run(parameters)).toMatchObject({ waitTill: expected });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['fields that are not JSON', { defineForm: 'json', jsonOutput: '[{' }, /fields cannot be read/],
    ['fields that are not a list', { defineForm: 'json', jsonOutput: '={{ {} }}' }, /is not a list/],
    ['an invalid limit', { limitWaitTime: true, resumeAmount: -1 }, /Invalid wait amount/],
  ])('rejects %s', async (_, parameters, message) => {
    expect((await run(parameters)).error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringMatching(message) as string });
  });

  it('needs a server', async () => {
    const { error } = await runNode({ type: 'n8n-nodes-base.form', version: 2.3, parameters: {} });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringMatching(/requires a running server/) as string });
  });
});

describe('the end', () => {
  it('passes its items on if no caller is waiting', async () => {
    expect(await run({ operation: 'completion', completionTitle: 'Over' })).toMatchObject({
      json: [{ a: 1 }],
      hints: [{ type: 'warning' }],
    });
  });

  it('rejects a missing file', async () => {
    const { error } = await run({ operation: 'completion', respondWith: 'returnBinary', inputDataFieldName: 'x' });
    expect(error).toMatchObject({ message: 'The first item has no file "x" to show at the end of the form.' });
  });
});
