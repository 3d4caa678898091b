// Use of models on two servers of one database: none of it is lost, and each server knows that of the other.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ModelPricesView } from '../../contract/rest/models.ts';
import { startTeam, type TestTeam } from '../../testing/team.ts';

let team: TestTeam;
beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team.close());

const call = { tokens: 10, milliseconds: 20, cost: 0.001 };

it('adds up what both use at the same time', async () => {
  const [one, other] = team.servers.map(({ server }) => server.services.rest.models.use) as [
    (typeof team.servers)[0]['server']['services']['rest']['models']['use'],
    (typeof team.servers)[0]['server']['services']['rest']['models']['use'],
  ];
  const rounds = Array.from({ length: 50 }, async (_, round) => {
    one.add('w', call);
    other.add(round % 2 === 0 ? 'w' : 'v', call);
    await Promise.all([one.write(), other.write()]);
  });
  await Promise.all(rounds);
  // Neither has read anything yet, so both read what is stored.
  for (const use of [one, other]) {
    const { workflow, instance } = await use.today('w');
    expect([workflow.tokens, instance.tokens, instance.milliseconds]).toEqual([750, 1000, 2000]);
    expect(instance.cost).toBeCloseTo(0.1, 9);
  }
});

it('uses prices that were changed on the other server', async () => {
  const [here, there] = team.servers;
  const body = { date: '2026-01-31', prices: [{ provider: 'openai', model: 'ours', input: 1 }] };
  await here.data<ModelPricesView>({ method: 'PUT', url: '/rest/settings/model-prices', body });
  await expect.poll(async () => (await there.data<ModelPricesView>({ url: '/rest/settings/model-prices' })).own).toEqual(body);
});
