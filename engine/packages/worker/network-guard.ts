// Refuses connections that package code opens by itself, and the ways around that. It runs in the realm of that code, so it stops libraries and
// careless code, but is no wall against code that attacks Node itself.
import type Dns from 'node:dns';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type Net from 'node:net';
import type Threads from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';

const load = createRequire(import.meta.url);

/** Under this name, threads find the package's name. */
export const PACKAGE = 'millrace.package';

type Members = Record<string, unknown>;

/** Functions of modules that open connections or listen for them, or run code that this guard does not reach. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'node:net': ['_createServerHandle'],
  'node:dgram': ['createSocket', 'Socket', '_createSocketHandle'],
  'node:module': ['register'],
  'node:inspector': ['Session', 'open', 'waitForDebugger'],
  'node:inspector/promises': ['Session', 'open', 'waitForDebugger'],
};

/**
 * Makes every connection fail with an error that names the package, before any of its code is loaded. `threadFile`: `guarded-thread.ts`, which does
 * the same in threads that the package starts. `report`: called with each error.
 */
export function refuseNetwork(packageName: string, threadFile: URL, report: (error: Error) => void = () => undefined): void {
  const denied = (): Error => {
    const error = Object.assign(
      new Error(
        `The package ${packageName} may not open connections by itself. Allow it access to the network in the settings of community nodes, if you trust it.`,
      ),
      { code: 'ERR_ACCESS_DENIED', permission: 'Net' },
    );
    report(error);
    return error;
  };
  const refuse = function refuse(): never {
    throw denied();
  };
  const refuseLater = (): Promise<never> => Promise.reject(denied());
  // All are loaded first: some use others while they are loaded.
  const modules = Object.entries(refused).map(([module, names]) => [load(module) as object, names] as const);
  for (const [module, names] of modules) for (const name of names) replace(module, name, refuse);
  const { Socket, Server } = load('node:net') as typeof Net;
  // Also reached by http, https, http2, tls and fetch.
  replace(Socket.prototype, 'connect', refuse);
  replace(Server.prototype, 'listen', refuse);
  const dns = load('node:dns') as typeof Dns;
  refuseLookups(dns, refuse);
  refuseLookups(dns.promises, refuseLater);
  refuseLookups(dns.Resolver.prototype, refuse);
  refuseLookups(dns.promises.Resolver.prototype, refuseLater);
  guardThreads(packageName, threadFile);
  replace(globalThis, 'fetch', refuseLater);
  for (const name of ['WebSocket', 'EventSource']) replace(globalThis, name, refuse);
  for (const name of ['binding', '_linkedBinding', 'dlopen']) replace(process, name, refuse);
  // Modules that are imported, not required, have copies of the names.
  syncBuiltinESMExports();
}

/** Lets threads load the guard first, whatever options package code gives them. */
function guardThreads(packageName: string, threadFile: URL): void {
  const threads = load('node:worker_threads') as typeof Threads;
  threads.setEnvironmentData(PACKAGE, packageName);
  const execArgv = ['--require', fileURLToPath(threadFile)];
  const Guarded = new Proxy(threads.Worker, {
    construct: (target, [file, options]: [string | URL, WorkerOptions | undefined], newTarget) =>
      Reflect.construct(target, [file, { ...options, execArgv }], newTarget) as Threads.Worker,
  });
  replace(threads.Worker.prototype, 'constructor', Guarded);
  replace(threads, 'Worker', Guarded);
}

function refuseLookups(owner: object, refuse: unknown): void {
  for (const name of Object.getOwnPropertyNames(owner)) if (/^(?:resolve|reverse|lookup)/.test(name)) replace(owner, name, refuse);
}

/** Package code cannot put the former value back. */
function replace(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) return;
  // Exports of built-in modules cannot always be redefined.
  if (!Reflect.defineProperty(owner, name, { value, writable: false, configurable: false, enumerable: true }))
    (owner as Members)[name] = value;
}
