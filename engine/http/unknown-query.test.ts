// Parameters of the query that a call does not have.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

let running: RunningServer;
beforeAll(async () => {
  running = await runningServer();
});
afterAll(() => running.close());

it.each([
  ['/rest/executions?workflowId=abc', 'workflowId', 'Its parameters are: filter, firstId, lastId, limit'],
  ['/rest/executions-current?status=running', 'status', 'Its parameters are: filter.'],
  ['/rest/executions/abc?includeData=true', 'includeData', 'Leave it out'],
  ['/rest/workflows?__proto__=1', '__proto__', 'Its parameters are: '],
])('%s is refused instead of ignored', async (url, field, hint) => {
  const { status, body } = await running.send({ url });
  expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST', hint: expect.stringContaining(hint) as string }]);
  expect(JSON.stringify(body)).toContain(`\\"${field}\\"`);
});
