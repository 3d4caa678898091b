// Previews and runs agree on JavaScript dates: both are in the zone of the workflow, wherever browser and server are.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { previewExpression } from '../../../../engine/expression/index.ts';
import { buildWorkflow } from '../../../../engine/testing/build-workflow.ts';
import { runNode } from '../../../../engine/testing/run-node.ts';
import { previewScope } from './preview-scope.ts';

const settings = { executionOrder: 'v1', timezone: 'America/New_York' } as const;
const now = Date.UTC(2025, 0, 15, 2, 30);

async function run(code: string): Promise<unknown> {
  const assignments = [{ id: 'a', name: 'result', type: 'string', value: `={{ String(${code}) }}` }];
  const { json, error } = await runNode({
    type: 'n8n-nodes-base.set',
    version: 3.4,
    parameters: { assignments: { assignments } },
    settings,
  });
  expect(error).toBeUndefined();
  return json[0]?.['result'];
}

function preview(code: string): unknown {
  const workflow = buildWorkflow({ Here: { type: 'noOp', typeVersion: 1 } }, [], { settings });
  const [node] = workflow.nodes;
  if (node === undefined) throw new Error('The workflow has no node.');
  const types = { description: () => undefined };
  const scope = previewScope({ workflow, workflowId: 'w1', node, types, runData: {}, timezone: 'UTC', now: () => now });
  const result = previewExpression(`={{ String(${code}) }}`, scope);
  return result.ok ? result.value : result.text;
}

describe.each([
  ['Asia/Tokyo', -540],
  ['Pacific/Kiritimati', -840],
  ['America/Los_Angeles', 480],
])('on a computer in %s', (zone, offset) => {
  const before = process.env['TZ'];
  beforeEach(() => {
    process.env['TZ'] = zone;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it.each([
    ["new Date('2025-01-15T17:00:00Z').getHours()", '12'],
    ['new Date(2025, 0, 15, 12).toISOString()', '2025-01-15T17:00:00.000Z'],
    ['new Date(2025, 6, 15, 12).toISOString()', '2025-07-15T16:00:00.000Z'],
    ["new Date('2025-01-15T12:00').toISOString()", '2025-01-15T17:00:00.000Z'],
    ["new Date('2025-01-15T12:00:00Z').getTimezoneOffset()", '300'],
    ["new Date('2025-01-15T02:30:00Z').getDate()", '14'],
    ["new Date('2025-01-15T02:30:00Z').toLocaleDateString('en-US')", '1/14/2025'],
    ["DateTime.fromISO('2025-01-15T12:00').toUTC().toISO()", '2025-01-15T17:00:00.000Z'],
    ['JSON.stringify([new Date(2025, 0, 15)])', '["2025-01-15T05:00:00.000Z"]'],
  ])('%s is %s', async (code, expected) => {
    expect(new Date(2025, 0, 15).getTimezoneOffset()).toBe(offset);
    expect([preview(code), await run(code)]).toEqual([expected, expected]);
  });
});
