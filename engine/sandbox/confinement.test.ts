// Code that escapes its compartment can read the program files of its own process and nothing else.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { codeSession } from '../testing/code-session.ts';
import { forbiddenPlaces, type ForbiddenPlaces } from '../testing/forbidden-places.ts';
import { fileEscapes, guardedEscapes } from '../testing/escapes.ts';
import { CodeProcess } from './code-process.ts';
import { confinementOf, isConfinable } from './confinement.ts';
import { createSandbox, type Sandbox } from './index.ts';
import { launchHere, type Launch, type LaunchRequest } from './launch.ts';

const hostFile = fileURLToPath(new URL('./host.ts', import.meta.url));
const { nodeFlags, bounds } = confinementOf(hostFile, { list: 'sandbox-files.json', hasDatabase: true });

describe('a worker thread of a confined process, whose program was started in /', () => {
  const folder = process.cwd();
  let places: ForbiddenPlaces;
  beforeAll(() => {
    places = forbiddenPlaces(hostFile);
    process.chdir('/');
  });
  afterAll(() => {
    process.chdir(folder);
    places.remove();
  });

  interface Tried {
    readonly cwd?: string;
    readonly opened: Readonly<Record<string, string>>;
  }

  function tried(setup: object, where: LaunchRequest['folder'] = 'empty'): Promise<Tried> {
    const entry = { hostFile: fileURLToPath(new URL('../testing/escape-host.ts', import.meta.url)), nodeFlags, folder: where };
    const { promise, resolve, reject } = Promise.withResolvers<Tried>();
    const process = new CodeProcess<object, Tried>(launchHere, { ...entry, setup: { places: places.paths, ...setup } }, () => undefined);
    onTestFinished(() => process.kill());
    process.listener = {
      message: resolve,
      lost: (end) => reject(new Error(JSON.stringify(end))),
    };
    process.ref();
    return promise;
  }

  it('reads no file by any way, even with all modules of Node', async () => {
    const { opened, cwd } = await tried({ hasModules: true, escapes: fileEscapes, bounds });
    expect(opened).toEqual({});
    expect(cwd).toMatch(/millrace-code-/);
    expect(places.changes()).toEqual([]);
  });

  it('finds no way out once it is ready for code', async () => {
    const { opened } = await tried({ hasModules: false, escapes: { ...fileEscapes, ...guardedEscapes }, bounds });
    expect(opened).toEqual({});
    expect(places.changes()).toEqual([]);
  });

  it('would find ways out in the folder of the program', async () => {
    const { readFileSync = '', 'import of code': imported = '' } = fileEscapes;
    const { opened } = await tried({ hasModules: true, escapes: { readFileSync, imported } }, 'program');
    expect(opened).toEqual({ readFileSync: places.secret, imported: places.secret });
  });
});

describe('a process that Node does not confine as it should', () => {
  const sandboxWith = (change: (request: LaunchRequest) => LaunchRequest): { readonly sandbox: Sandbox; readonly reasons: string[] } => {
    const launch: Launch = (request, listener) => launchHere(change(request), listener);
    const reasons: string[] = [];
    const sandbox = createSandbox({ launch, size: 1, onUnconfined: (reason) => reasons.push(reason) });
    onTestFinished(() => sandbox.stop());
    return { sandbox, reasons };
  };

  it.each<[string, (request: LaunchRequest) => LaunchRequest, RegExp]>([
    ['without flags', (request) => ({ ...request, nodeFlags: [] }), /permission model is not in force/],
    ['that may read all', (request) => ({ ...request, nodeFlags: [...request.nodeFlags, '--allow-fs-read=*'] }), /files in .+ can be read/],
    ['that may write', (request) => ({ ...request, nodeFlags: [...request.nodeFlags, '--allow-fs-write=*'] }), /allows fs\.write/],
    ['that may start programs', (request) => ({ ...request, nodeFlags: [...request.nodeFlags, '--allow-child-process'] }), /allows child/],
    ['that may load add-ons', (request) => ({ ...request, nodeFlags: [...request.nodeFlags, '--allow-addons'] }), /allows addon/],
    ['started in /', (request) => ({ ...request, folder: { path: '/' } }), /files in .+ can be read/],
    ['started in the folder of the program', (request) => ({ ...request, folder: 'program' }), /files in .+ can be read|is not empty/],
  ])('%s runs no code, and says why', async (_, change, reason) => {
    const { sandbox, reasons } = sandboxWith(change);
    const run = sandbox.run({ source: 'return 1', mode: 'all', dialect: 'code', items: [] }, codeSession({}));
    await expect(run).rejects.toMatchObject({
      code: 'CODE_NOT_CONFINED',
      message: expect.stringMatching(reason) as string,
      hint: expect.stringMatching(/version of Node/) as string,
    });
    expect(reasons).toEqual([expect.stringMatching(reason)]);
  });
});

it('a folder by way of a link is not made readable', () => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-readable-')));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  symlinkSync('/', join(parent, 'link'));
  const confined = (folder: string): unknown =>
    confinementOf(hostFile, { list: 'sandbox-files.json', hasDatabase: true, folders: [folder] });
  expect(() => confined(join(parent, 'link'))).toThrow('is not a real path');
  expect(confined(parent)).toMatchObject({ bounds: { readable: expect.arrayContaining([parent]) as unknown } });
});

it.skipIf(process.platform === 'win32')('code whose process cannot be started for lack of a folder says why and what to do', async () => {
  const missing = join(tmpdir(), 'millrace-no-such-folder');
  vi.stubEnv('TMPDIR', missing);
  onTestFinished(() => void vi.unstubAllEnvs());
  const reasons: string[] = [];
  const sandbox = createSandbox({ size: 1, onNotStarted: (reason) => reasons.push(reason) });
  onTestFinished(() => sandbox.stop());
  await expect(sandbox.run({ source: 'return 1', mode: 'all', dialect: 'code', items: [] }, codeSession({}))).rejects.toMatchObject({
    code: 'CODE_FAILED',
    message: expect.stringMatching(
      /^The process for the code could not be started: no empty folder for it could be created \(ENOENT.+millrace-no-such-folder.*\)\.$/,
    ) as string,
    hint: expect.stringContaining('TMPDIR') as string,
  });
  expect(reasons).toEqual([expect.stringContaining('ENOENT')]);
});

describe('a confined process', () => {
  it.each([
    ['reads its own files', `fs.readFileSync(${JSON.stringify(hostFile)}, 'utf8').length > 0`, 'true'],
    ['reads no others', `fs.readFileSync('/etc/passwd')`, 'ERR_ACCESS_DENIED'],
    ['lists no folders', `fs.readdirSync('/etc')`, 'ERR_ACCESS_DENIED'],
    ['reads none of the system', `fs.readFileSync('/proc/self/environ')`, 'ERR_ACCESS_DENIED'],
    ['writes nothing', `fs.writeFileSync(${JSON.stringify(`${hostFile}.txt`)}, '')`, 'ERR_ACCESS_DENIED'],
    ['starts no programs', `load('node:child_process').execSync('true')`, 'ERR_ACCESS_DENIED'],
    ['opens no inspector', `load('node:inspector').open(0)`, 'ERR_ACCESS_DENIED'],
    ['takes no bindings', `process.binding('tcp_wrap')`, 'ERR_ACCESS_DENIED'],
    ['loads no add-ons', `process.dlopen({ exports: {} }, '/x.node')`, 'ERR_DLOPEN_DISABLED'],
    ['has no system interface', `new (load('node:wasi').WASI)({ version: 'preview1' })`, 'ERR_ACCESS_DENIED'],
  ])('%s', (_what, source, expected) => {
    const script = `const load = process.getBuiltinModule; const fs = load('node:fs'); try { console.log(${source}) } catch (error) { console.log(error.code) }`;
    const output = execFileSync(process.execPath, [...nodeFlags, '--no-warnings', '-e', script], { encoding: 'utf8' });
    expect(output.trim()).toBe(expected);
  });

  it.each([
    [[], true],
    [['crypto', 'path'], true],
    [['fs'], false],
    [['crypto', 'axios'], false],
    [['*'], false],
  ])('serves code that may require %j: %s', (modules, expected) => {
    expect(isConfinable(modules)).toBe(expected);
  });
});

describe('a worker thread without external access', () => {
  const outcome = (source: string): Promise<unknown> => {
    const realm = new URL('./worker-realm.ts', import.meta.url).href;
    const text = `
      const { parentPort } = require('node:worker_threads');
      import(${JSON.stringify(realm)}).then(async ({ blockOutsideAccess }) => {
        blockOutsideAccess(['path']);
        try { parentPort.postMessage(String(await (${source}))); } catch { parentPort.postMessage('refused'); }
      });`;
    return new Promise((resolve, reject) => {
      const worker = new Worker(text, { eval: true });
      worker.once('error', reject).once('message', (message) => {
        resolve(message);
        void worker.terminate();
      });
    });
  };

  it.each(
    ['net', 'dns', 'http', 'https', 'dgram', 'tls', 'worker_threads', 'child_process', 'inspector', 'module', 'fs', 'vm'].flatMap(
      (name) => [
        [`import('node:${name}')`],
        [`new Function('return import("${name}")')()`],
        [`(0, eval)('import("node:${name}")')`],
        [`require('${name}')`],
      ],
    ),
  )('%s is refused', async (source) => {
    expect(await outcome(source)).toBe('refused');
  });

  it.each(['process', 'fetch', 'WebSocket', 'EventSource', 'WebAssembly', 'BroadcastChannel'])('has no %s', async (name) => {
    expect(await outcome(`typeof globalThis.${name}`)).toBe('undefined');
  });

  it.each(['import("data:text/javascript,export default 1")', 'import("file:///etc/passwd")'])('%s is refused', async (source) => {
    expect(await outcome(source)).toBe('refused');
  });

  it('loads the modules that the settings allow', async () => {
    expect(await outcome('import("node:path").then(({ posix }) => posix.sep)')).toBe('/');
  });
});
