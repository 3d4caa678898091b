import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { userCommand } from './commands/access.ts';

let folder: CliFolder;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => folder.remove());

describe('millrace user', () => {
  it('reset restores the state before set-up and keeps workflows', async () => {
    await folder.look(async ({ users, workflows, sessions }) => {
      await users.addOwner('o', 1);
      await users.setUpOwner({ email: 'o@example.com', firstName: 'O', lastName: 'O', passwordHash: 'x' }, 'owner-set-up', 1);
      await users.invite('m', 'm@example.com', 1);
      await sessions.add('session', { id: 'o', passwordHash: 'x' }, { now: 1, expiresAt: 9e12 });
      await workflows.add({ id: 'w', file: buildWorkflow({}, []), now: 1, userId: 'm' });
    });
    const { code, out, err } = await folder.call(userCommand, 'reset');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^All accounts in .*data were removed and all users are signed out\. .*\n1 member was removed\.\n$/);
    await folder.look(async ({ users, workflows, settings, sessions }) => {
      expect(await users.list()).toMatchObject([{ id: 'o', email: null, passwordHash: null, role: 'owner' }]);
      expect(await workflows.find('w')).toMatchObject({ ownerId: 'o' });
      expect(await sessions.find('session', 2)).toBeUndefined();
      expect(await settings.get('owner-set-up')).toBeUndefined();
    });
    expect((await folder.call(userCommand, 'reset')).out).not.toContain('member');
  });

  it.each([[[]], [['remove']], [['reset', 'now']]])('rejects wrong arguments: %j', async (args) => {
    expect(await folder.call(userCommand, ...args)).toEqual({ code: 2, out: '', err: 'Specify the action: millrace user reset\n' });
  });
});
