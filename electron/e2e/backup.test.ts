// A backup, made while the application runs, is restored to an empty folder, from which the application starts with the same data.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasDesktop, launch, launchUntilExit, type DesktopApp } from '../testing/launch.ts';

interface Response {
  readonly status: number;
  readonly body: string;
}

async function started(dataDir: string): Promise<{ readonly app: DesktopApp; readonly call: (request: object) => Promise<Response> }> {
  const app = await launch({ dataDir });
  onTestFinished(() => app.close());
  const page = await app.firstWindow();
  await page.waitForFunction(`'millrace' in window`);
  return { app, call: (request) => page.evaluate<Response>(`millrace.request(${JSON.stringify({ sessionId: 'backup', ...request })})`) };
}

describe.skipIf(!hasDesktop)('a backup', () => {
  it('is restored to an empty folder with workflows and credentials', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const [dataDir, restoredDir, file] = [join(folder, 'data'), join(folder, 'restored'), join(folder, 'all.backup')];
    const env = { MILLRACE_BACKUP_PASSPHRASE: 'a long passphrase' };
    const first = await started(dataDir);
    const workflow = { name: 'Kept', nodes: [], connections: {} };
    expect(await first.call({ method: 'POST', path: 'workflows', body: JSON.stringify(workflow) })).toMatchObject({ status: 200 });
    const credential = { name: 'Key', type: 'httpHeaderAuth', data: { name: 'x-key', value: 'secret-value' } };
    const created = await first.call({ method: 'POST', path: 'credentials', body: JSON.stringify(credential) });
    expect(created.status, created.body).toBe(200);

    const saved = await launchUntilExit({ dataDir, env, args: ['backup', file] });
    expect(saved.code, saved.log).toBe(0);
    const again = await launchUntilExit({ dataDir, env, args: ['restore', file] });
    expect(again, 'a folder with data').toMatchObject({ code: 2, log: expect.stringContaining('not empty') as string });
    // The data of the application itself does not count.
    mkdirSync(join(restoredDir, 'desktop'), { recursive: true });
    writeFileSync(join(restoredDir, 'desktop/settings.json'), '{}');
    const restored = await launchUntilExit({ dataDir: restoredDir, env, args: ['restore', file] });
    expect(restored.code, restored.log).toBe(0);

    expect(readFileSync(join(restoredDir, 'desktop/settings.json'), 'utf8')).toBe('{}');
    const second = await started(restoredDir);
    expect((await second.call({ method: 'GET', path: 'workflows' })).body).toContain('"name":"Kept"');
    const { id } = (JSON.parse(created.body) as { readonly data: { readonly id: string } }).data;
    // It can be decrypted: a locked vault would refuse.
    const test = await second.call({ method: 'PATCH', path: `credentials/${id}`, body: JSON.stringify({ data: { name: 'x-other' } }) });
    expect(test.status, test.body).toBe(200);
    expect((await second.call({ method: 'GET', path: 'vault' })).body).toContain('"isOpen":true');
  });
});
