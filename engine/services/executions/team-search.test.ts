// The index of words of two servers on one database: one server adds all executions, also those that end late at the other one.
import { expect, it } from 'vitest';
import { noLogger } from '../../logger.ts';
import { Store } from '../../store/index.ts';
import { startTeam } from '../../testing/team.ts';
import { ExecutionIndexer } from './execution-indexer.ts';

it('finds executions that another server ends after later ones were added', async () => {
  const team = await startTeam({ settings: { executionSearch: false } });
  const store = await Store.open('', { database: team.database });
  const [adding, other] = team.servers.map(
    ({ server }) => new ExecutionIndexer({ store, logger: noLogger, isEnabled: true, team: server.services.team }),
  ) as [ExecutionIndexer, ExecutionIndexer];
  const end = async (id: string, startedAt: number): Promise<void> => {
    const record = { id, workflowId: 'w', workflowName: 'W', mode: 'webhook', status: 'success', startedAt, instance: '' } as const;
    const payload = store.packText(JSON.stringify({ resultData: { runData: {} } })) as Uint8Array;
    await store.executions.writer({ record }).saveEnd({ status: 'success', stoppedAt: startedAt + 1, payload });
  };
  await end('later', 1000);
  await adding.all();
  await end('late', 500);
  other.ended('late');
  const missing = (): Promise<readonly string[]> => store.executionSearch.missing(['late', 'later'], { startedAt: 2000, id: '' });
  expect(await missing()).toEqual(['late']);
  await expect
    .poll(async () => {
      other.look(true);
      await adding.all();
      return missing();
    })
    .toEqual([]);
  await store.close();
  await team.close();
});
