// The application without a window: commands with their words and exit codes, and a server that is asked to quit.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasDesktop, launch, launchUntilExit } from '../testing/launch.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-without-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

describe.skipIf(!hasDesktop)('without a window', () => {
  it('prints the version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await launchUntilExit({ args: ['--version'] })).toEqual({ code: 0, log: `${version}\n` });
  });

  it('runs workflow files with the words and exit codes of the command line', async () => {
    const folder = temporaryFolder();
    const file = (name: string, jsCode: string): string => {
      const nodes = [
        { id: '1', name: 'Begin', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
        { id: '2', name: 'Code', type: 'n8n-nodes-base.code', typeVersion: 2, position: [200, 0], parameters: { jsCode } },
      ];
      const connections = { Begin: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } };
      writeFileSync(join(folder, name), JSON.stringify({ name, nodes, connections }));
      return join(folder, name);
    };
    const good = file('good.json', 'return [{ json: { sum: 40 + 2 } }];');
    const bad = file('bad.json', "throw new Error('Enough');");
    const [succeeded, failed, misused] = [
      await launchUntilExit({ args: ['run', good, '--json'] }),
      await launchUntilExit({ args: ['run', good, bad] }),
      await launchUntilExit({ args: ['run', '--jsn', good] }),
    ];
    expect(succeeded.code).toBe(0);
    expect(JSON.parse(succeeded.log)).toMatchObject({ file: good, status: 'success' });
    expect(succeeded.log).toContain('"sum":42');
    expect(failed).toMatchObject({ code: 1, log: expect.stringContaining('Enough') as string });
    expect(misused).toMatchObject({ code: 2, log: expect.stringContaining('millrace help run') as string });
  });

  it('prints why a start fails', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'db'));
    writeFileSync(join(dataDir, 'db/millrace.sqlite'), 'no database at all, but long enough to be read as its header'.repeat(20));
    const { code, log } = await launchUntilExit({ dataDir, args: ['--headless'] });
    expect(code).toBe(2);
    expect(log).toMatch(/database/);
  });

  it.each([
    ['many', '"many" is not a port'],
    ['65536', '"65536" is not a port'],
  ])('refuses the port %s', async (port, reason) => {
    expect(await launchUntilExit({ args: ['--headless', '--port', port] })).toMatchObject({
      code: 2,
      log: expect.stringContaining(reason) as string,
    });
  });

  it.each([[['strat']], [['--headless', 'strat']]])('refuses a mistyped command instead of starting: %j', async (args) => {
    expect(await launchUntilExit({ args })).toEqual({ code: 2, log: expect.stringContaining('There is no command "strat"') as string });
  });

  it('serves until it is asked to quit, with a link to get in', async () => {
    const app = await launch({ args: ['--headless'] });
    onTestFinished(() => app.close());
    await expect.poll(() => app.log()).toMatch(/Millrace is ready: http:\/\/\S+/);
    const [url = ''] = /http:\/\/\S+/.exec(app.log()) ?? [];
    expect((await fetch(`${url}healthz`)).status).toBe(200);
    await expect.poll(() => app.log()).toMatch(/open this link/);
    const [link = ''] = /http:\/\/\S+local-access\S+/.exec(app.log()) ?? [];
    const opened = await fetch(link, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(`${url}rest/workflows`, { headers: { cookie } })).status).toBe(200);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
    await app.evaluate(({ app: application }) => application.quit()).catch(() => undefined);
    expect(await app.exited).toBe(0);
    expect(existsSync(join(app.dataDir, 'db'))).toBe(true);
  });
});
