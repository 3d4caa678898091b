// Runs over the bridge: events arrive, code runs in a process that Node confines, and files come over app://.
import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PushEvent } from '../../engine/contract/push.ts';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { hasDesktop } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

const trigger = { id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };
const code = (jsCode: string): object => ({
  id: 'c',
  name: 'Code',
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  position: [200, 0],
  parameters: { jsCode },
});
const afterStart = { Start: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } };

/** Data of the node's first item. */
interface Item {
  readonly json: Readonly<Record<string, unknown>>;
  readonly binary?: Readonly<Record<string, { readonly id?: string; readonly mimeType: string }>>;
}

/** Id of the file in the first item of the node. */
function fileOf(events: readonly PushEvent[]): string {
  const after = events.find((event) => event.type === 'nodeExecuteAfter' && event.nodeName === 'Code');
  const [item] = (after as unknown as { data: { data?: { main: Item[][] } } }).data.data?.main[0] ?? [];
  const id = item?.binary?.['data']?.id;
  if (id === undefined) throw new Error(`There is no file in ${JSON.stringify(after)}`);
  return id;
}

function* parts(size: number): Generator<Buffer> {
  const part = Buffer.alloc(65_536);
  for (let offset = 0; offset < size; offset += part.length) yield part;
}

describe.skipIf(!hasDesktop)('runs', () => {
  const current = oneApp();

  describe('a run', () => {
    it('sends its events to the page that started it, and the result can be requested', async () => {
      const { run, call } = current();
      const events = await run([trigger], {});
      expect(events.map(({ type }) => type)).toEqual(['executionStarted', 'nodeExecuteBefore', 'nodeExecuteAfter', 'executionFinished']);
      const [, , , finished] = events;
      expect(finished).toMatchObject({ status: 'success' });
      const { executionId } = finished as { executionId: string };
      await expect.poll(() => call('GET', `executions/${executionId}`)).toMatchObject({ status: 200, data: { status: 'success' } });
    });

    it.skipIf(process.platform === 'win32')('runs code in a process of its own, without access to files', async () => {
      const { app, run } = current();
      const node = code(
        "let denied = ''; try { require('fs').readFileSync('/etc/hostname'); } catch (error) { denied = error.message; } return [{ json: { sum: 40 + 2, denied } }];",
      );
      const after = (await run([trigger, node], afterStart)).find(
        (event) => event.type === 'nodeExecuteAfter' && event.nodeName === 'Code',
      );
      expect(after).toMatchObject({ data: { executionStatus: 'success' } });
      const [item] = (after as unknown as { data: { data: { main: Item[][] } } }).data.data.main[0] ?? [];
      expect(item?.json).toMatchObject({ sum: 42, denied: expect.stringMatching(/./) as string });
      const program = await app.evaluate(() => process.pid);
      const listed = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n');
      expect(listed.filter((line) => Number.parseInt(line, 10) === program)).toContainEqual(
        expect.stringMatching(/ --permission .*sandbox.host/) as string,
      );
    });
  });

  describe('files over app://', () => {
    beforeAll(() => current().ignoreErrors());
    const read = (path: string, init = '{}'): Promise<unknown> =>
      current().page.evaluate(`fetch('${path}', ${init}).then(async (response) => ({
      status: response.status,
      type: response.headers.get('content-type'),
      range: response.headers.get('content-range'),
      text: await response.text(),
    }))`);

    it('show the icons of nodes', async () => {
      expect(await read('/rest/node-icon/n8n-nodes-base.set')).toMatchObject({
        status: 200,
        type: 'image/svg+xml',
        text: expect.stringContaining('<svg') as string,
      });
      const size = await current().page.evaluate(`new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = () => resolve(image.naturalWidth);
      image.onerror = () => reject(new Error('The icon was not loaded.'));
      image.src = '/rest/node-icon/n8n-nodes-base.set';
    })`);
      expect(size).toBeGreaterThan(0);
    });

    it('are those of runs, whole and in parts', async () => {
      const { run } = current();
      const text = Array.from({ length: 20_000 }, (_, index) => `${index} `).join('');
      const node = code(
        "const text = Array.from({ length: 20000 }, (_, index) => index + ' ').join(''); return [{ json: {}, binary: { data: await this.helpers.prepareBinaryData(Buffer.from(text), 'a.txt', 'text/plain') } }];",
      );
      const events = await run([trigger, node], afterStart);
      const path = `/rest/data/${encodeURIComponent(fileOf(events))}?action=view&mimeType=text/plain`;
      expect(await read(path)).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8', text });
      const part = { status: 206, range: `bytes 100-199/${text.length}`, text: text.slice(100, 200) };
      expect(await read(path, "{ headers: { range: 'bytes=100-199' } }")).toMatchObject(part);
    });

    it('do not pass through memory as a whole', async () => {
      const { app, page, run } = current();
      const size = 50 * 1024 * 1024;
      const stub = await stubServer((_request, response) => void Readable.from(parts(size)).pipe(response));
      onTestFinished(() => stub.close());
      const parameters = { url: stub.address, options: { response: { response: { responseFormat: 'file' } } } };
      const node = { ...trigger, id: 'h', name: 'Code', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
      const path = `/rest/data/${encodeURIComponent(fileOf(await run([trigger, node], afterStart)))}?action=download`;
      const memoryUsed = (): Promise<number> => app.evaluate(() => process.memoryUsage().rss);
      const devtools = await page.context().newCDPSession(page);
      const limit = (downloadThroughput: number): Promise<unknown> =>
        devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 });
      await devtools.send('Network.enable');
      await limit(4_000_000);
      const before = await memoryUsed();
      await page.evaluate(`fetch('${path}').then(async ({ body }) => {
      globalThis.reader = body.getReader();
      globalThis.received = (await reader.read()).value.length;
    })`);
      // The page has the first bytes, and the rest is still on the disk.
      expect((await memoryUsed()) - before).toBeLessThan(size / 2);
      await limit(-1);
      const received = await page.evaluate(`(async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value.length;
      return received;
    })()`);
      expect(received).toBe(size);
    });

    it.each([
      ['/rest/../../package.json', '{}', 200, /<!doctype html/i],
      ['/assets/none.js', '{}', 404, /^$/],
      ['/assets/..%2f..%2fengine%2fcli.js', '{}', 404, /^$/],
      ['/..%2fengine%2fcli.js', '{}', 200, /<!doctype html/i],
      ['/rest/workflows', "{ method: 'POST', body: '{}' }", 405, /^$/],
      ['/index.html', "{ method: 'POST', body: '{}' }", 405, /^$/],
    ])('are not %s with %s', async (path, init, status, text) => {
      expect(await read(path, init)).toMatchObject({ status, text: expect.stringMatching(text) as string });
    });
  });
});
