// Static data of executions that follow each other on different servers of a team.
import { afterEach, expect, it } from 'vitest';
import { row } from '../../testing/run-story.ts';
import type { RunningServer } from '../../testing/running-server.ts';
import { startTeam, type TestTeam } from '../../testing/team.ts';

let team: TestTeam | undefined;
afterEach(async () => {
  await team?.close();
  team = undefined;
});

const hook = (path: string) => ({
  type: 'webhook',
  typeVersion: 2,
  parameters: { path, responseMode: 'lastNode', options: {} },
  webhookId: path,
});

async function activeOn(servers: TestTeam['servers'], path: string, nodes: Parameters<typeof row>[0]): Promise<string> {
  const [first] = servers;
  const body = { ...row({ Hook: hook(path), ...nodes }), active: true };
  const { id } = await first.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
  for (const { server } of servers)
    await expect.poll(async () => (await fetch(new URL(`webhook/${path}`, server.url), { method: 'OPTIONS' })).status).toBe(204);
  return id;
}

const call = async ({ server }: RunningServer, path: string): Promise<unknown> =>
  (await fetch(new URL(`webhook/${path}`, server.url))).json();

it('each continues with the changes of the one before it, also the first one', async () => {
  team = await startTeam({ over: 'socket' });
  const [here, there] = team.servers;
  const jsCode = "const all = $getWorkflowStaticData('global'); all.n = (all.n ?? 0) + 1; return [{ json: { n: all.n } }];";
  const id = await activeOn(team.servers, 'count', { Count: { type: 'code', typeVersion: 2, parameters: { jsCode } } });
  const counts: unknown[] = [];
  for (const server of [here, there, there, here, there, here]) counts.push(await call(server, 'count'));
  expect(counts).toEqual([1, 2, 3, 4, 5, 6].map((n) => ({ n })));
  expect(here.server.services.executions.states.get(id)).toEqual({ global: { n: 6 } });
});

it('items that were seen on one server are duplicates on the other', async () => {
  team = await startTeam({ over: 'socket' });
  const [here, there] = team.servers;
  await activeOn(team.servers, 'seen', {
    Unique: {
      type: 'removeDuplicates',
      typeVersion: 2,
      parameters: { operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: 'always the same', options: {} },
    },
    Done: { type: 'code', typeVersion: 2, parameters: { jsCode: 'return [{ json: { isNew: true } }];' } },
  });
  const responses = [await call(here, 'seen'), await call(there, 'seen'), await call(here, 'seen')];
  expect(responses.map((response) => (response as { readonly isNew?: boolean }).isNew === true)).toEqual([true, false, false]);
});

it('executions without static data do not read any', async () => {
  team = await startTeam({ over: 'socket' });
  const [here] = team.servers;
  const reads: (readonly string[])[] = [];
  const { states } = here.server.services.executions;
  const reader = states.reader.bind(states);
  states.reader = (id, known) => {
    const read = reader(id, known);
    return read === undefined
      ? undefined
      : async () => {
          reads.push([id]);
          return read();
        };
  };
  await activeOn(team.servers, 'none', {
    Done: { type: 'code', typeVersion: 2, parameters: { jsCode: 'return [{ json: { ok: true } }];' } },
  });
  expect(await call(here, 'none')).toEqual({ ok: true });
  expect(reads).toEqual([]);
});
