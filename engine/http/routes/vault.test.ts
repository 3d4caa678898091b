// Routes for the vault, on a whole server: who may call them, and a start with the wrong key.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { vaultRoutes, type VaultStatusView } from '../../contract/rest/vault.ts';
import { row, start } from '../../testing/run-story.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';

let running: RunningServer;
afterEach(() => running.close());

const post = (path: string, as: As, body: object = {}) => running.send({ method: 'POST', url: `/rest/vault${path}`, body }, as);
const password = { currentPassword: 'Secret-12345' };
const header = { name: 'Header', type: 'httpHeaderAuth', data: { name: 'x-key', value: 'a secret value' } };

describe('the recovery key', () => {
  it('is given to the instance owner, for the password', async () => {
    running = await runningServer({ hasPeople: true });
    expect(await running.data({ url: '/rest/vault' }, 'member')).toEqual({ isOpen: true, place: 'file' });
    const changes = Object.values(vaultRoutes).filter(({ method }) => method === 'POST');
    const bodies = { recoveryKey: 'x', confirmation: 'delete stored secrets', ...password };
    for (const { path } of changes) expect([path, (await post(path.slice('/vault'.length), 'member', bodies)).status]).toEqual([path, 403]);
    expect((await post('/recovery-key', 'owner')).status).toBe(400);
    expect((await post('/recovery-key', 'owner', { currentPassword: 'a wrong one' })).status).toBe(400);
    const response = await post('/recovery-key', 'owner', password);
    expect([response.status, response.headers['cache-control'], response.body]).toEqual([
      200,
      'no-store',
      { data: { recoveryKey: expect.stringMatching(/^MR1-/) as string } },
    ]);
  });

  it('needs no password before an owner is set up', async () => {
    running = await runningServer();
    expect((await post('/recovery-key', 'default')).status).toBe(200);
  });
});

describe('a start with a wrong key', () => {
  it('leaves all that needs no credential working, and the recovery key opens the rest', async () => {
    running = await runningServer();
    const { dataDir } = running;
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body: header });
    const { recoveryKey } = await running.data<{ recoveryKey: string }>({ method: 'POST', url: '/rest/vault/recovery-key', body: {} });
    const before = await running.data<{ instanceId: string }>({ url: '/rest/settings' });
    await running.close(true);
    writeFileSync(join(dataDir, 'master.key'), 'the key of another data folder');

    running = await runningServer({ dataDir });
    const status = await running.data<VaultStatusView>({ url: '/rest/vault' });
    expect(status).toMatchObject({ isOpen: false, problem: { message: /another key than that in master\.key/, hint: /recovery key/ } });
    expect((await running.data<{ instanceId: string }>({ url: '/rest/settings' })).instanceId).toBe(before.instanceId);
    expect(await running.data({ url: '/rest/credentials' })).toMatchObject([{ id, name: 'Header' }]);
    const opening = await running.send({ url: `/rest/credentials/${id}?includeData=true` });
    expect([opening.status, opening.body]).toMatchObject([503, { code: 'VAULT_LOCKED', message: /another key/ }]);
    expect((await running.send({ method: 'POST', url: '/rest/credentials', body: header })).status).toBe(503);
    expect((await running.send({ method: 'POST', url: '/rest/workflows', body: row({ Start: start }) })).status).toBe(200);

    expect(await running.data({ method: 'POST', url: '/rest/vault/retry', body: {} })).toMatchObject({ isOpen: false });
    const wrong = `${recoveryKey.slice(0, -1)}${recoveryKey.endsWith('0') ? '1' : '0'}`;
    expect((await post('/recover', 'default', { recoveryKey: wrong })).status).toBe(400);
    expect(await running.data({ method: 'POST', url: '/rest/vault/recover', body: { recoveryKey } })).toEqual({
      isOpen: true,
      place: 'file',
    });
    expect(await running.data({ url: `/rest/credentials/${id}?includeData=true` })).toMatchObject({ data: { name: 'x-key' } });
  });

  it('can start anew without the stored secrets', async () => {
    running = await runningServer();
    const { dataDir } = running;
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body: header });
    await running.close(true);
    rmSync(join(dataDir, 'master.key'));

    running = await runningServer({ dataDir });
    expect((await post('/reset', 'default', { confirmation: 'yes' })).status).toBe(400);
    expect(await running.data({ method: 'POST', url: '/rest/vault/reset', body: { confirmation: 'delete stored secrets' } })).toEqual({
      isOpen: true,
      place: 'file',
    });
    expect(await running.data({ url: `/rest/credentials/${id}?includeData=true` })).toMatchObject({ name: 'Header', data: {} });
  });

  it('cannot start anew once the credentials are open, so that a page that still shows the repair removes nothing', async () => {
    running = await runningServer();
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body: header });
    const response = await post('/reset', 'default', { confirmation: 'delete stored secrets' });
    expect([response.status, response.body]).toMatchObject([400, { code: 'BAD_REQUEST', message: /are open, so nothing was removed/ }]);
    expect(await running.data({ url: `/rest/credentials/${id}?includeData=true` })).toMatchObject({ data: { name: 'x-key' } });
  });
});
