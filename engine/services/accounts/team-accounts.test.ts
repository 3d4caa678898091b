// Accounts on two servers of one database: what ends on one of them ends on the other, and both count attempts together.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../store/index.ts';
import { startTeam, type TestTeam } from '../../testing/team.ts';
import type { Server } from '../../server.ts';
import { AttemptLimiter } from './attempt-limiter.ts';
import type { AccountServices } from './index.ts';

const owner = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };
const from = '192.0.2.1';

let team: TestTeam;
let servers: readonly [Server, Server];
let [first, second]: AccountServices[] = [];
beforeAll(async () => {
  team = await startTeam();
  servers = [team.servers[0].server, team.servers[1].server];
  await servers[0].services.accounts.setUp.setUp(owner);
});
beforeEach(() => {
  [first, second] = servers.map(({ services }) => services.accounts);
});
afterAll(() => team.close());

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const accounts = (): readonly [AccountServices, AccountServices] => [first, second] as readonly [AccountServices, AccountServices];

describe('sessions', () => {
  it('of one server are known to the other, whose open streams learn at once of their end', async () => {
    const [here, there] = accounts();
    const { session } = await here.signIn.signIn({ ...owner, from });
    expect(await there.sessions.find(session)).toMatchObject({ role: 'owner' });
    const ends: unknown[] = [];
    const unlisten = there.sessions.ends.listen((end) => ends.push(end));
    await here.signIn.signOut(hashOf(session));
    await expect.poll(() => ends).toEqual([{ session: hashOf(session) }]);
    expect(await there.sessions.find(session)).toBeUndefined();
    unlisten();
  });

  it('of a user end on all servers when the password changes', async () => {
    const [here, there] = accounts();
    const { user } = await here.signIn.signIn({ ...owner, from });
    const ends: unknown[] = [];
    const unlisten = there.sessions.ends.listen((end) => ends.push(end));
    await here.passwords.changeOwn(user.id, { currentPassword: owner.password, newPassword: owner.password });
    await expect.poll(() => ends).toEqual([{ userId: user.id }]);
    unlisten();
  });
});

describe('attempts', () => {
  it('to sign in count on all servers', async () => {
    const [here, there] = accounts();
    const attempt = { email: 'nobody@example.com', password: 'wrong', from: '192.0.2.7' };
    for (let count = 0; count < 5; count++) await expect(here.signIn.signIn(attempt)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    await expect.poll(() => there.signIn.signIn(attempt).catch((error: { code?: string }) => error.code)).toBe('TOO_MANY_REQUESTS');
  });

  it('are forgotten, and taken back, on all servers', async () => {
    const limits = { free: 2, firstPause: 1000, longestPause: 1000 };
    const [here, there] = servers.map(({ services }) => new AttemptLimiter(limits, () => 1, { team: services.team, name: 'test' })) as [
      AttemptLimiter,
      AttemptLimiter,
    ];
    const isPaused = (limiter: AttemptLimiter) => (): boolean => {
      try {
        limiter.take('key');
        limiter.giveBack('key');
        return false;
      } catch {
        return true;
      }
    };
    here.take('key');
    here.take('key');
    await expect.poll(isPaused(there)).toBe(true);
    there.giveBack('key');
    await expect.poll(isPaused(here)).toBe(false);
    there.take('key');
    here.take('key');
    await expect.poll(isPaused(there)).toBe(true);
    here.forget('key');
    await expect.poll(isPaused(there)).toBe(false);
  });
});

describe('links', () => {
  it('that are redeemed at two servers at the same moment work once', async () => {
    const stores = [await Store.open('', { database: team.database }), await Store.open('', { database: team.database })] as const;
    await stores[0].users.invite('ben', 'ben@example.com', 1);
    const key = { purpose: 'reset', now: 1 } as const;
    for (let round = 0; round < 20; round++) {
      const hash = `link ${round}`;
      await stores[0].userTokens.add({ ...key, hash }, 'ben', 100);
      const redeemed = await Promise.all(
        stores.map((store, index) => store.userTokens.redeem({ ...key, hash }, { passwordHash: `password ${round} of ${index}` })),
      );
      expect(redeemed.filter(Boolean)).toHaveLength(1);
      const { passwordHash } = (await stores[0].users.get('ben')) ?? {};
      expect(passwordHash).toBe(`password ${round} of ${redeemed.indexOf(true)}`);
    }
    for (const store of stores) await store.close();
  });
});
