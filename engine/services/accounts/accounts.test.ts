// Accounts over the whole server: set-up, sign-in under attack, invitations, passwords, and the data of removed users.
import { afterEach, describe, expect, it } from 'vitest';
import { anna, bea, carl, newestLink, withPeople, type People } from '../../testing/account-people.ts';
import { accountServer, type AccountServer } from '../../testing/account-server.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
let server: AccountServer;
let people: People;
afterEach(() => server.close());

const start = async (...[options]: Parameters<typeof withPeople>): Promise<void> => {
  people = await withPeople(options);
  ({ server } = people);
};
/** Returns the error code of a rejected promise; undefined if it resolves. */
const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error as { code?: unknown }).code,
  );
const signIn = (email: string, password: string, from = '192.0.2.1') => server.accounts.signIn.signIn({ email, password, from });

describe('the owner', () => {
  it('is created once, even by repeated and concurrent starts', async () => {
    server = await accountServer();
    const ids = await Promise.all([1, 2, 3].map(() => server.accounts.ensureOwner()));
    expect(new Set(ids).size).toBe(1);
    expect(await server.store.users.list()).toHaveLength(1);
    await server.store.users.addOwner('second', 0);
    expect(await server.store.users.list()).toHaveLength(1);
  });

  it('is set up once, even by concurrent requests', async () => {
    server = await accountServer();
    const tries = [anna, bea].map((person) => server.accounts.setUp.setUp(person));
    const codes = await Promise.all(tries.map(codeOf));
    expect(new Set(codes)).toEqual(new Set(['OWNER_EXISTS', undefined]));
  });

  it('can be set up again after a reset, which keeps the workflows', async () => {
    await start();
    await server.store.workflows.save('w1', { id: 'w1', name: 'One', nodes: [], connections: {} }, 0);
    await server.accounts.setUp.reset();
    expect(await server.accounts.users.list('')).toMatchObject([{ isDefaultUser: true, email: null }]);
    expect(await server.accounts.userManagementSettings()).toMatchObject({ showSetupOnFirstLoad: true });
    expect(await server.store.workflows.get('w1')).toBeDefined();
    expect(await server.store.users.workflowsOf(people.ownerId)).toEqual(['w1']);
    expect(await codeOf(server.accounts.setUp.setUp(bea))).toBeUndefined();
  });
});

describe('sign-in', () => {
  it('slows down guessing, including concurrent guesses, and lets other callers sign in', async () => {
    await start();
    const guesses = Array.from({ length: 20 }, () => codeOf(signIn(anna.email, 'guess')));
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === 'SIGN_IN_FAILED')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(15);
    expect(await codeOf(signIn(anna.email, anna.password))).toBe('TOO_MANY_REQUESTS');
    expect(await codeOf(signIn(anna.email, anna.password, '192.0.2.2'))).toBeUndefined();
    expect(await codeOf(signIn(bea.email, bea.password))).toBeUndefined();
    server.clock.advance(1000);
    expect(await codeOf(signIn(anna.email, 'guess'))).toBe('SIGN_IN_FAILED');
    server.clock.advance(1000);
    expect(await codeOf(signIn(anna.email, anna.password))).toBe('TOO_MANY_REQUESTS');
    server.clock.advance(1000);
    expect(await codeOf(signIn(anna.email, anna.password))).toBeUndefined();
    expect(await codeOf(signIn(anna.email, 'guess'))).toBe('SIGN_IN_FAILED');
  });

  it('slows down guesses for an unknown address too', async () => {
    await start();
    for (let i = 0; i < 5; i++) expect(await codeOf(signIn('x@example.com', 'guess'))).toBe('SIGN_IN_FAILED');
    expect(await codeOf(signIn('X@Example.com', 'guess'))).toBe('TOO_MANY_REQUESTS');
  });

  it('slows down a caller who tries one password with many addresses', async () => {
    await start();
    const codes: unknown[] = [];
    for (let i = 0; i < 52; i++) codes.push(await codeOf(signIn(`x${i}@example.com`, 'guess', `2001:db8::${i}`)));
    expect(codes.slice(0, 50)).toEqual(Array(50).fill('SIGN_IN_FAILED'));
    expect(codes.slice(50)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  });

  it('slows down many callers who try one address, except those who signed in before', async () => {
    await start();
    expect(await codeOf(signIn(anna.email, anna.password, '192.0.2.200'))).toBeUndefined();
    const codes: unknown[] = [];
    for (let i = 0; i < 31; i++) codes.push(await codeOf(signIn(anna.email, 'guess', `198.51.100.${i}`)));
    expect(codes).toEqual([...Array<string>(30).fill('SIGN_IN_FAILED'), 'TOO_MANY_REQUESTS']);
    expect(await codeOf(signIn(anna.email, anna.password, '192.0.2.200'))).toBeUndefined();
    expect(await codeOf(signIn(bea.email, bea.password, '198.51.100.99'))).toBeUndefined();
    for (const pause of [1000, 2000, 4000]) {
      server.clock.advance(pause - 1);
      expect(await codeOf(signIn(anna.email, 'guess', '203.0.113.1'))).toBe('TOO_MANY_REQUESTS');
      server.clock.advance(1);
      expect(await codeOf(signIn(anna.email, 'guess', `203.0.113.${pause / 100}`))).toBe('SIGN_IN_FAILED');
    }
  });

  it('counts all addresses of this computer as one caller', async () => {
    await start();
    const from = ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.1.1.1', '127.200.0.1'];
    for (const address of from) expect(await codeOf(signIn(anna.email, 'guess', address))).toBe('SIGN_IN_FAILED');
    expect(await codeOf(signIn(anna.email, 'guess', '127.0.0.77'))).toBe('TOO_MANY_REQUESTS');
  });

  it('opens no session if the password was changed in the meantime', async () => {
    await start();
    const user = await server.store.users.byEmail(bea.email);
    await server.accounts.passwords.changeOwn(people.memberId, { currentPassword: bea.password, newPassword: 'Fresh-Start-9' });
    expect(await codeOf(server.accounts.sessions.start({ id: people.memberId, passwordHash: user?.passwordHash ?? '' }))).toBe(
      'SIGN_IN_FAILED',
    );
  });
});

describe('an invitation', () => {
  it('leads to the editor, contains no user id, and works once', async () => {
    await start();
    const { inviteeId, inviterId } = people.invitation;
    expect(server.smtp.received[1]?.text).toContain(`https://flows.example/base/signup?inviterId=${inviterId}&inviteeId=${inviteeId}`);
    expect(inviteeId).toMatch(/^[\w-]{43}$/);
    const both = [1, 2].map(() => codeOf(server.accounts.invitations.signUp({ ...carl, ...people.invitation })));
    expect(new Set(await Promise.all(both))).toEqual(new Set(['TOKEN_INVALID', undefined]));
    expect(await codeOf(server.accounts.invitations.resolve(inviteeId, inviterId))).toBe('TOKEN_INVALID');
    expect(await codeOf(signIn(carl.email, carl.password))).toBeUndefined();
  });

  it('expires after seven days', async () => {
    await start();
    const { inviteeId, inviterId } = people.invitation;
    server.clock.advance(7 * DAY - 1);
    expect(await codeOf(server.accounts.invitations.resolve(inviteeId, inviterId))).toBeUndefined();
    server.clock.advance(1);
    expect(await codeOf(server.accounts.invitations.signUp({ ...carl, ...people.invitation }))).toBe('TOKEN_INVALID');
  });

  it('is replaced when sent again, by e-mail or as a link', async () => {
    await start();
    const { invitations } = server.accounts;
    await invitations.reinvite(people.pendingId, people.ownerId);
    const second = newestLink(server) as People['invitation'];
    expect(await codeOf(invitations.resolve(people.invitation.inviteeId, people.ownerId))).toBe('TOKEN_INVALID');
    await invitations.invite([carl.email], people.ownerId);
    const third = newestLink(server) as People['invitation'];
    expect(await codeOf(invitations.resolve(second.inviteeId, people.ownerId))).toBe('TOKEN_INVALID');
    expect(await codeOf(invitations.signUp({ ...carl, ...third }))).toBeUndefined();
    expect(await server.store.users.list()).toHaveLength(3);
  });

  it('becomes invalid when the user is removed', async () => {
    await start();
    await server.accounts.users.remove(people.pendingId, people.ownerId, undefined);
    expect(await codeOf(server.accounts.invitations.signUp({ ...carl, ...people.invitation }))).toBe('TOKEN_INVALID');
  });

  it('can be shared by the owner if its e-mail is rejected', async () => {
    await start({ mail: (command) => (command.includes('dora') ? '550 no such mailbox' : undefined) });
    const results = await server.accounts.invitations.invite(['dora@example.com', 'ed@example.com', 'ED@example.com'], people.ownerId);
    expect(results).toMatchObject([
      { user: { email: 'dora@example.com', emailSent: false, inviteAcceptUrl: expect.stringContaining('/signup?') as unknown } },
      { user: { email: 'ed@example.com', emailSent: true } },
    ]);
    expect(results[0]?.error).toContain('The e-mail could not be sent');
    expect(results[1]?.user).not.toHaveProperty('inviteAcceptUrl');
    const link = Object.fromEntries(new URL(results[0]?.user.inviteAcceptUrl ?? '').searchParams) as unknown as People['invitation'];
    expect(await codeOf(server.accounts.invitations.signUp({ ...carl, ...link }))).toBeUndefined();
  });

  it('stops after the first address if the mail server is unreachable', async () => {
    await start();
    await server.smtp.close();
    const results = await server.accounts.invitations.invite(['dora@example.com', 'ed@example.com'], people.ownerId);
    expect(results.map(({ user, error }) => ({ hasLink: user.inviteAcceptUrl !== undefined, error }))).toEqual(
      [1, 2].map(() => ({
        hasLink: true,
        error:
          'The e-mail could not be sent: the mail server cannot be reached under its host and port, or its certificate is not trusted.',
      })),
    );
  });

  it('requires a mail server, as do password links', async () => {
    server = await accountServer({ mail: 'none' });
    const id = await server.accounts.ensureOwner();
    await server.accounts.setUp.setUp(anna);
    const [invited] = await server.accounts.invitations.invite([bea.email], id);
    expect(invited).toMatchObject({
      user: { email: bea.email, emailSent: false, inviteAcceptUrl: expect.stringContaining('/signup?') as unknown },
    });
    expect(invited?.error).toBeUndefined();
    const again = await server.accounts.invitations.reinvite(invited?.user.id ?? '', id);
    const link = new URL(again === true ? '' : again.inviteAcceptUrl);
    const first = new URL(invited?.user.inviteAcceptUrl ?? '');
    const inviterId = link.searchParams.get('inviterId') ?? '';
    expect(await codeOf(server.accounts.invitations.resolve(first.searchParams.get('inviteeId') ?? '', inviterId))).toBe('TOKEN_INVALID');
    expect(await codeOf(server.accounts.invitations.resolve(link.searchParams.get('inviteeId') ?? '', inviterId))).toBeUndefined();
    expect(() => server.accounts.passwords.forgot(anna.email, '192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'EMAIL_NOT_SET_UP' }) as Error,
    );
  });
});

describe('a new password', () => {
  const fresh = 'Fresh-Start-9';

  it('can be set once per link, and ends all sessions', async () => {
    await start();
    const { passwords } = server.accounts;
    const both = [1, 2].map(() => codeOf(passwords.change(people.reset.token, people.ownerId, fresh)));
    expect(new Set(await Promise.all(both))).toEqual(new Set(['TOKEN_INVALID', undefined]));
    expect((await people.as('owner')({ url: '/rest/me' })).status).toBe(401);
    expect((await people.as('member')({ url: '/rest/me' })).status).toBe(200);
    expect(await codeOf(signIn(anna.email, anna.password))).toBe('SIGN_IN_FAILED');
    expect(await codeOf(signIn(anna.email, fresh))).toBeUndefined();
  });

  it('can be set for 20 minutes, until a newer link, a new address or a new password', async () => {
    await start();
    const { passwords, profile } = server.accounts;
    const isGood = async ({ token, userId }: People['reset']) => (await codeOf(passwords.resolve(token, userId))) === undefined;
    const next = async (email: string): Promise<People['reset']> => {
      passwords.forgot(email, '192.0.2.2');
      await passwords.settled();
      return newestLink(server) as People['reset'];
    };
    server.clock.advance(20 * MINUTE - 1);
    expect(await isGood(people.reset)).toBe(true);
    const second = await next(anna.email);
    expect([await isGood(people.reset), await isGood(second)]).toEqual([false, true]);
    await profile.update(people.ownerId, { firstName: 'Ann' });
    expect(await isGood(second)).toBe(true);
    await profile.update(people.ownerId, { email: 'ann@example.com', currentPassword: anna.password });
    expect(await isGood(second)).toBe(false);
    server.clock.advance(DAY);
    const third = await next('ann@example.com');
    expect(await isGood(third)).toBe(true);
    await passwords.changeOwn(people.ownerId, { currentPassword: anna.password, newPassword: fresh });
    expect(await isGood(third)).toBe(false);
    server.clock.advance(DAY);
    const fourth = await next('ann@example.com');
    server.clock.advance(20 * MINUTE);
    expect(await isGood(fourth)).toBe(false);
  });

  it('ends all other sessions when changed by the user, who gets a new one', async () => {
    await start();
    const other = await signIn(bea.email, bea.password);
    const secret = await server.accounts.passwords.changeOwn(people.memberId, { currentPassword: bea.password, newPassword: fresh });
    expect((await people.as('member')({ url: '/rest/me' })).status).toBe(401);
    expect(await server.accounts.sessions.find(other.session)).toBeUndefined();
    expect(await server.accounts.sessions.find(secret)).toMatchObject({ userId: people.memberId });
  });

  it('cannot be set by guessing the current one', async () => {
    await start();
    const guess = () => codeOf(server.accounts.passwords.changeOwn(people.memberId, { currentPassword: 'x', newPassword: fresh }));
    for (let i = 0; i < 5; i++) expect(await guess()).toBe('BAD_REQUEST');
    expect(await guess()).toBe('TOO_MANY_REQUESTS');
  });

  it('is sent to users only, with the same response for everyone', async () => {
    await start();
    const { passwords } = server.accounts;
    const before = server.smtp.received.length;
    expect(passwords.forgot('x@example.com', '192.0.2.2')).toBe(true);
    expect(passwords.forgot(carl.email, '192.0.2.2')).toBe(true);
    await passwords.settled();
    expect(server.smtp.received).toHaveLength(before);
    expect(passwords.forgot(' BEA@example.com', '192.0.2.2')).toBe(true);
    await passwords.settled();
    expect(server.smtp.received.at(-1)).toMatchObject({ to: [bea.email] });
  });

  it('can be requested only a few times, for known and unknown addresses', async () => {
    await start();
    for (const email of [bea.email, 'x@example.com']) {
      const ask = (from: string) => codeOf((async () => server.accounts.passwords.forgot(email, from))());
      expect([await ask('192.0.2.1'), await ask('192.0.2.2'), await ask('192.0.2.3')]).toEqual([undefined, undefined, undefined]);
      expect(await ask('192.0.2.4')).toBe('TOO_MANY_REQUESTS');
      server.clock.advance(30_000);
      expect(await ask('192.0.2.5')).toBeUndefined();
    }
  });

  it('is logged without address and secret if the e-mail fails', async () => {
    await start();
    await server.smtp.close();
    server.accounts.passwords.forgot(anna.email, '192.0.2.2');
    await server.accounts.settled();
    expect(server.logged).toEqual([
      'A link for a new password could not be sent: The e-mail could not be sent: the mail server cannot be reached under its host and port, or its certificate is not trusted.',
    ]);
  });
});

describe('a removed user', () => {
  const credential = { name: 'Key', type: 'httpHeaderAuth', nodesAccess: [], createdAt: 0, updatedAt: 0, data: new Uint8Array([1]) };

  async function withBelongings(): Promise<void> {
    await start();
    const { workflows, credentials } = server.store;
    for (const [id, userId] of [
      ['of-bea', people.memberId],
      ['of-anna', people.ownerId],
    ] as const) {
      await workflows.add({ id, file: { id, name: id, nodes: [], connections: {} }, now: 0, userId });
      await credentials.add({ ...credential, id, ownerId: userId });
    }
  }

  it('loses workflows, credentials, sessions and keys', async () => {
    await withBelongings();
    const { apiKey } = await server.accounts.apiKeys.create(people.memberId, { label: 'Key' });
    await server.accounts.users.remove(people.memberId, people.ownerId, undefined);
    expect((await server.store.workflows.list()).map(({ id }) => id)).toEqual(['of-anna']);
    expect((await server.store.credentials.list()).map(({ id }) => id)).toEqual(['of-anna']);
    expect(server.removedWorkflows).toEqual(['of-bea']);
    expect(await server.accounts.apiKeys.find(apiKey)).toBeUndefined();
  });

  it('passes all of it on to the chosen heir', async () => {
    await withBelongings();
    await server.accounts.users.remove(people.memberId, people.ownerId, people.pendingId);
    expect(await server.store.users.workflowsOf(people.pendingId)).toEqual(['of-bea']);
    expect(await server.store.credentials.list(people.pendingId)).toMatchObject([{ id: 'of-bea' }]);
    expect(server.removedWorkflows).toEqual([]);
  });

  it('keeps everything if the removal is rejected', async () => {
    await withBelongings();
    const { users } = server.accounts;
    for (const [id, transferId] of [
      [people.ownerId, undefined],
      [people.memberId, people.memberId],
      [people.memberId, 'nobody'],
    ] as const) {
      expect(await codeOf(users.remove(id, people.ownerId, transferId))).toBeDefined();
    }
    // The database also rejects the removal of the owner.
    expect(await server.store.users.remove(people.ownerId, undefined)).toBe(false);
    expect(await server.store.workflows.list()).toHaveLength(2);
    expect(await server.store.credentials.list()).toHaveLength(2);
  });
});

describe('a profile', () => {
  it('stores the survey answers', async () => {
    await start();
    await server.accounts.profile.answerSurvey(people.memberId, { version: 'v3', goals: ['a'] });
    expect(await server.accounts.profile.get(people.memberId)).toMatchObject({ personalizationAnswers: { version: 'v3', goals: ['a'] } });
    const responsesFor = async (id: string) => (await server.accounts.users.list(id)).map((user) => user.personalizationAnswers !== null);
    expect(await responsesFor(people.memberId)).toEqual([false, true, false]);
    expect(await responsesFor(people.ownerId)).toEqual([false, false, false]);
  });

  it('changes the address only with the password, and slows down guesses', async () => {
    await start();
    const change = (currentPassword?: string) =>
      codeOf(
        server.accounts.profile.update(people.memberId, {
          email: 'new@example.com',
          ...(currentPassword === undefined ? {} : { currentPassword }),
        }),
      );
    expect(await change()).toBe('BAD_REQUEST');
    for (let i = 0; i < 5; i++) expect(await change('guess')).toBe('BAD_REQUEST');
    expect(await change(bea.password)).toBe('TOO_MANY_REQUESTS');
    server.clock.advance(1000);
    expect(await change(bea.password)).toBeUndefined();
    expect(await codeOf(server.accounts.profile.update(people.memberId, { lastName: 'Alm', email: 'New@example.com' }))).toBeUndefined();
  });

  it('cannot use an address that another user has, even concurrently', async () => {
    await start();
    const email = 'same@example.com';
    const both = [[people.ownerId, anna.password] as const, [people.memberId, bea.password] as const].map(([id, currentPassword]) =>
      codeOf(server.accounts.profile.update(id, { email, currentPassword })),
    );
    expect(new Set(await Promise.all(both))).toEqual(new Set(['EMAIL_TAKEN', undefined]));
  });
});
