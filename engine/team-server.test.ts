// What is around the services of two servers on one database: the keys of credentials, and settings of the instance.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { GeneralSettingsView } from './contract/rest/general.ts';
import type { DataTablePort } from './sdk/index.ts';
import { withoutServers } from './store/index.ts';
import { newDatabase } from './testing/postgres/databases.ts';
import { runningServer } from './testing/running-server.ts';
import { ENCRYPTION_KEY, startTeam, type TestTeam } from './testing/team.ts';

let team: TestTeam | undefined;
afterEach(async () => {
  await team?.close();
  team = undefined;
});

it('a server with another key of the credentials is refused, with the name of the setting', async () => {
  team = await startTeam();
  const { database } = team;
  for (const encryptionKey of ['', 'another key']) {
    await expect(runningServer({ settings: { database, encryptionKey } })).rejects.toMatchObject({
      code: 'VAULT_LOCKED',
      message: expect.stringContaining('cannot join the others') as unknown,
      hint: expect.stringContaining('MILLRACE_ENCRYPTION_KEY') as unknown,
    });
  }
});

it('a server whose setting is the key in the data folder of the first one joins it', async () => {
  const database = await newDatabase();
  const first = await runningServer({ settings: { database, encryptionKey: '' } });
  const encryptionKey = readFileSync(join(first.dataDir, 'master.key'), 'utf8').trim();
  const second = await runningServer({ settings: { database, encryptionKey } });
  expect(await second.data({ url: '/rest/vault' })).toMatchObject({ isOpen: true });
  await second.close();
  await first.close();
});

it('keys are not changed while other servers use the database', async () => {
  team = await startTeam();
  const [here] = team.servers;
  const { recoveryKey } = await here.data<{ recoveryKey: string }>({ method: 'POST', url: '/rest/vault/recovery-key', body: {} });
  const response = await here.send({ method: 'POST', url: '/rest/vault/recover', body: { recoveryKey } });
  expect(response.body).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('other servers') as unknown });
  await expect(withoutServers(team.database, () => Promise.resolve())).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
});

it('settings that are changed at one server hold at the other within a second, and none is lost', async () => {
  team = await startTeam();
  const [here, there] = team.servers;
  const change = (server: typeof here, body: object) =>
    server.data<GeneralSettingsView>({ method: 'PATCH', url: '/rest/settings/general', body });
  const values = async (server: typeof here) => (await server.data<GeneralSettingsView>({ url: '/rest/settings/general' })).values;
  await change(here, { historyCount: 3 });
  await expect.poll(async () => (await values(there)).historyCount).toBe(3);
  await change(there, { pruneCount: 7 });
  expect((await change(here, { pruneAgeHours: 8 })).values).toMatchObject({ historyCount: 3, pruneCount: 7, pruneAgeHours: 8 });
});

it('an address that leads to another server of the team leads to this instance', async () => {
  team = await startTeam({ over: 'socket' });
  const [first] = team.servers;
  const settings = { database: team.database, encryptionKey: ENCRYPTION_KEY, webhookUrl: first.server.url };
  const third = await runningServer({ over: 'socket', settings });
  const url = first.server.url;
  // Until the others know the third one.
  await expect.poll(() => third.data({ method: 'POST', url: '/rest/addresses/check', body: { url } })).toEqual({ result: 'reachable' });
  await third.close();
});

it('two servers that add or change the same row of a data table at the same moment add one', async () => {
  team = await startTeam();
  const { userId } = await team.servers[0].server.services.accounts.setUp.localOwner();
  const { signal } = new AbortController();
  const [here, there] = team.servers.map(({ server }) => server.services.publicApi.dataTables.ofUser(userId, signal)) as [
    DataTablePort,
    DataTablePort,
  ];
  const { id } = await here.create({ name: 'Orders', columns: [{ name: 'key', type: 'string' }] });
  for (let round = 0; round < 10; round++) {
    const key = `order ${round}`;
    const filter = { type: 'and', filters: [{ columnName: 'key', condition: 'eq', value: key }] } as const;
    await Promise.all([here, there].map((each) => each.upsert(id, { filter, data: { key }, dryRun: false })));
  }
  expect(await here.find(id, { filter: { type: 'and', filters: [] }, skip: 0, take: 100 })).toMatchObject({ count: 10 });
});
