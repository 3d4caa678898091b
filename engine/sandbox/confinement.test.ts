// Code that escapes its compartment can read the program files of its own process and nothing else.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { isConfinable, permissionFlags } from './confinement.ts';

const hostFile = fileURLToPath(new URL('./host.ts', import.meta.url));

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
    const output = execFileSync(process.execPath, [...permissionFlags(hostFile), '--no-warnings', '-e', script], { encoding: 'utf8' });
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
