// A backup, made while the application runs, is restored to an empty folder, from which the application starts with the same data.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { seriousFindings } from '../../build/journeys/page-checks.ts';
import { hasDesktop, isRealElectron, launch, launchUntilExit, startPage, type DesktopApp } from '../testing/launch.ts';

interface Response {
  readonly status: number;
  readonly body: string;
}

interface Started {
  readonly app: DesktopApp;
  readonly call: (request: object) => Promise<Response>;
}

async function started(dataDir: string): Promise<Started> {
  const app = await launch({ dataDir });
  const page = await app.firstWindow();
  await page.waitForFunction(`'millrace' in window`);
  return { app, call: (request) => page.evaluate<Response>(`millrace.request(${JSON.stringify({ sessionId: 'backup', ...request })})`) };
}

describe.skipIf(!hasDesktop)('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-backup-'));
  const dataDir = join(folder, 'data');
  let first: Started;
  beforeAll(async () => {
    first = await started(dataDir);
    const workflow = { name: 'Kept', nodes: [], connections: {} };
    expect(await first.call({ method: 'POST', path: 'workflows', body: JSON.stringify(workflow) })).toMatchObject({ status: 200 });
  });
  afterAll(async () => {
    await first.app.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is restored to an empty folder with workflows and credentials', async () => {
    const [restoredDir, file] = [join(folder, 'restored'), join(folder, 'by-command.backup')];
    const env = { MILLRACE_BACKUP_PASSPHRASE: 'a long passphrase' };
    const credential = { name: 'Key', type: 'httpHeaderAuth', data: { name: 'x-key', value: 'secret-value' } };
    const created = await first.call({ method: 'POST', path: 'credentials', body: JSON.stringify(credential) });
    expect(created.status, created.body).toBe(200);

    const saved = await launchUntilExit({ dataDir, env, args: ['backup', file] });
    expect(saved.code, saved.log).toBe(0);
    const again = await launchUntilExit({ dataDir, env, args: ['restore', file] });
    expect(again, 'a folder with data').toMatchObject({ code: 2, log: expect.stringContaining('not empty') as string });
    // A data folder that contains only the window's settings counts as empty, so the backup is restored into it.
    mkdirSync(join(restoredDir, 'desktop'), { recursive: true });
    writeFileSync(join(restoredDir, 'desktop/settings.json'), '{}');
    const restored = await launchUntilExit({ dataDir: restoredDir, env, args: ['restore', file] });
    expect(restored.code, restored.log).toBe(0);

    expect(readFileSync(join(restoredDir, 'desktop/settings.json'), 'utf8')).toBe('{}');
    const second = await started(restoredDir);
    onTestFinished(() => second.app.close());
    expect((await second.call({ method: 'GET', path: 'workflows' })).body).toContain('"name":"Kept"');
    const { id } = (JSON.parse(created.body) as { readonly data: { readonly id: string } }).data;
    // It can be decrypted: a locked vault would fail.
    const test = await second.call({ method: 'PATCH', path: `credentials/${id}`, body: JSON.stringify({ data: { name: 'x-other' } }) });
    expect(test.status, test.body).toBe(200);
    expect((await second.call({ method: 'GET', path: 'vault' })).body).toContain('"isOpen":true');
  });

  // The last test, because it ends the application.
  it.skipIf(isRealElectron)('by the menu replaces the data after a question, and keeps the previous data', async () => {
    const { app, call } = first;
    const file = join(folder, 'all.backup');
    const page = await startPage(app);
    const addWorkflow = (name: string): Promise<Response> =>
      call({ method: 'POST', path: 'workflows', body: JSON.stringify({ name, nodes: [], connections: {} }) });
    const open = (item: string): Promise<void> =>
      app.evaluate(({ Menu }, id) => void Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), item);
    const response = (next: object): Promise<void> => app.evaluate(({ standIn }, choice) => void standIn.responses.push(choice), next);
    await open('backUp');
    const dialog = '[role="dialog"]';
    // Colors that are still changing have no contrast of their own.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByLabel('Repeat the passphrase').waitFor();
    expect(await seriousFindings(page, 'the dialog of a backup', dialog)).toEqual([]);
    await page.getByLabel('Passphrase', { exact: true }).fill('a long passphrase');
    await page.getByLabel('Repeat the passphrase').fill('a long passphrase');
    await response({ canceled: false, filePath: file });
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await page.getByText(`Saved as ${file}`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await addWorkflow('Later');

    await open('restore');
    const restore = page.getByRole('button', { name: 'Restore', exact: true });
    expect(await restore.isDisabled()).toBe(true);
    expect(await seriousFindings(page, 'the dialog of a restore', dialog)).toEqual([]);
    await response({ canceled: false, filePaths: [file] });
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await page.getByText('all.backup').waitFor();
    const passphrase = page.getByLabel('Passphrase', { exact: true });
    await passphrase.fill('a wrong passphrase');
    await restore.click();
    await page.getByRole('alert').filter({ hasText: 'passphrase' }).waitFor();
    await passphrase.fill('a long passphrase');
    await response({ response: 1 });
    await restore.click();
    await expect.poll(() => app.evaluate(({ standIn }) => standIn.responses.length)).toBe(0);
    await expect.poll(() => restore.isEnabled()).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.includes('restore'))).toEqual([]);
    expect((await call({ method: 'GET', path: 'workflows' })).body).toContain('"name":"Later"');
    await response({ response: 0 });
    await restore.click();
    expect(await app.exited).toBe(0);

    const second = await started(dataDir);
    onTestFinished(() => second.app.close());
    const { body } = await second.call({ method: 'GET', path: 'workflows' });
    expect([body.includes('"name":"Kept"'), body.includes('"name":"Later"')]).toEqual([true, false]);
    expect((await second.call({ method: 'GET', path: 'vault' })).body).toContain('"isOpen":true');
    const [previous = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
    expect(existsSync(join(dataDir, previous, 'db/millrace.sqlite'))).toBe(true);
    const message = (): Promise<string[]> =>
      second.app.evaluate(({ standIn }) => standIn.calls.map(({ args }) => (args[0] as { message?: string } | undefined)?.message ?? ''));
    await expect.poll(message).toContain('The backup is restored');
  });
});
