// What package code may not do although Node's permission model has no rule for it: connect, send signals to other processes, and start threads
// without these rules. It runs in the realm of that code, so it stops libraries and careless code, and each way around it that we know, but is no
// wall against code that attacks Node itself.
import type Datagram from 'node:dgram';
import type Dns from 'node:dns';
import type Fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type Net from 'node:net';
import type Threads from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import type { Bounds } from '../../sandbox/bounds.ts';

const load = createRequire(import.meta.url);

/** Rules for the code of a package. */
export interface GuardRules {
  readonly packageName: string;
  readonly allowsNetwork: boolean;
  /** Flags of the package's process for Node's permission model. A thread with options of its own does not inherit them. */
  readonly nodeFlags: readonly string[];
  /** What each thread of the process checks before it runs code. */
  readonly bounds: Bounds;
}

/** The variable in which threads that the package starts find the rules, as JSON. */
export const RULES = 'MILLRACE_PACKAGE_RULES';

type Members = Record<string, unknown>;

/** What leads around the rules, by module. Some of it is also denied by the permission model, but not by each version of it. */
const escapes: Readonly<Record<string, readonly string[]>> = {
  // A handle that was opened for reading could change the file's mode, owner and times.
  'node:fs': ['fchmod', 'fchmodSync', 'fchown', 'fchownSync', 'futimes', 'futimesSync'],
  'node:module': ['register', 'registerHooks'],
  'node:inspector': ['Session', 'open', 'waitForDebugger'],
  'node:inspector/promises': ['Session', 'open', 'waitForDebugger'],
  'node:os': ['setPriority'],
  // Flags of V8 and its snapshots make it write files.
  'node:v8': ['setFlagsFromString', 'setHeapSnapshotNearHeapLimit'],
};

/** Functions that open connections or listen for them. */
const network: Readonly<Record<string, readonly string[]>> = {
  'node:net': ['_createServerHandle'],
  'node:dgram': ['createSocket', 'Socket', '_createSocketHandle'],
};

/**
 * Sets up the rules before any code of the package is loaded. `threadFile`: `guarded-thread.ts`, which does the same in threads that the package
 * starts. `report`: called with the error of each denied connection. Resolves when the last rule, that of open files, is in force.
 */
export function guard(
  { packageName, allowsNetwork, nodeFlags, bounds }: GuardRules,
  threadFile: URL,
  report: (error: Error) => void = () => undefined,
): Promise<void> {
  const reject = function reject(): never {
    throw denied(`The package ${packageName} called a function of Node that packages may not use.`);
  };
  replaceAll(escapes, reject);
  for (const name of ['binding', '_linkedBinding', 'dlopen', 'execve', '_debugProcess', '_debugEnd']) replace(process, name, reject);
  guardSignals(packageName);
  replace(nativeThread(), 'constructor', reject);
  guardThreads({ packageName, allowsNetwork, nodeFlags, bounds }, threadFile);
  if (!allowsNetwork) denyNetwork(packageName, report);
  const sealed = guardHandles(threadFile, reject);
  // Modules that are imported, not required, have copies of the names.
  syncBuiltinESMExports();
  return sealed;
}

/** Disables methods of open files that would let code change files which it may only read. `ownFile`: any file that can be opened, to find their class. */
function guardHandles(ownFile: URL, reject: () => never): Promise<void> {
  const { promises } = load('node:fs') as typeof Fs;
  const { open } = promises;
  const sealed = open(ownFile).then((handle) => {
    const owner = Object.getPrototypeOf(handle) as object;
    for (const name of ['chmod', 'chown', 'utimes']) replace(owner, name, reject);
    return handle.close();
  });
  replace(promises, 'open', async (...args: Parameters<typeof open>) => {
    await sealed;
    return open(...args);
  });
  return sealed;
}

/** Makes every connection fail with an error that names the package. */
function denyNetwork(packageName: string, report: (error: Error) => void): void {
  const rejection = (): Error => {
    const message = `The package ${packageName} may not open connections by itself. Allow it access to the network in the settings of community nodes, if you trust it.`;
    const error = denied(message, { permission: 'Net' });
    report(error);
    return error;
  };
  // Some of the replaced functions are called with `new`.
  const reject = function reject(): never {
    throw rejection();
  };
  const rejectLater = (): Promise<never> => Promise.reject(rejection());
  for (const handle of nativeHandles()) {
    for (const name of Object.getOwnPropertyNames(handle)) {
      if (/^(?:open|bind6?|listen|connect6?|send6?|query[A-Z]\w*|getHostByAddr)$/.test(name)) replace(handle, name, reject);
    }
  }
  replaceAll(network, reject);
  const { Socket, Server } = load('node:net') as typeof Net;
  // Also reached by http, https, http2, tls and fetch.
  replace(Socket.prototype, 'connect', reject);
  for (const name of ['listen', '_listen2']) replace(Server.prototype, name, reject);
  const dns = load('node:dns') as typeof Dns;
  denyLookups(dns, reject);
  denyLookups(dns.promises, rejectLater);
  denyLookups(dns.Resolver.prototype, reject);
  denyLookups(dns.promises.Resolver.prototype, rejectLater);
  replace(globalThis, 'fetch', rejectLater);
  for (const name of ['WebSocket', 'EventSource']) replace(globalThis, name, reject);
}

/**
 * Returns the objects whose functions all connections end in. Sockets, servers and resolvers without a denied function would lead to them. None of
 * them connects to anything here.
 */
function nativeHandles(): readonly object[] {
  const { Socket } = load('node:net') as typeof Net;
  const { createSocket } = load('node:dgram') as typeof Datagram;
  const { Resolver } = load('node:dns') as typeof Dns;
  const sockets = [{ host: 'localhost', port: 1, lookup: () => undefined }, { path: '.' }].map((target) => {
    const socket = new Socket().on('error', () => undefined);
    const { _handle: handle } = socket.connect(target) as unknown as Members;
    socket.destroy();
    return handle;
  });
  const datagrams = createSocket('udp4');
  const state = Object.getOwnPropertySymbols(datagrams).map(
    (symbol) => (datagrams as unknown as Record<symbol, Members | undefined>)[symbol],
  );
  const handles = [...sockets, ...state.map((each) => each?.['handle']), (new Resolver() as unknown as Members)['_handle']];
  datagrams.close();
  return handles.flatMap((handle) => (typeof handle === 'object' && handle !== null ? [Object.getPrototypeOf(handle) as object] : []));
}

/**
 * Returns the prototype of Node's inner threads, whose constructor would start a thread without the rules. No thread is started: the option is
 * invalid.
 */
function nativeThread(): object {
  const { Worker } = load('node:worker_threads') as typeof Threads;
  let thread: object | undefined;
  const prototype = new Proxy(Worker.prototype, {
    set: (_, key, value: unknown, receiver: object) => {
      if (typeof value === 'object' && value !== null && 'startThread' in value) thread = value;
      return Reflect.defineProperty(receiver, key, { value, writable: true, configurable: true });
    },
  });
  const Probe = Object.assign(function Probe() {}, { prototype });
  try {
    Reflect.construct(Worker, ['', { eval: true, execArgv: ['--no-such-option'] }], Probe);
  } catch {
    // It is denied after its inner thread was made.
  }
  if (thread === undefined) throw new Error('This version of Node does not show its threads.');
  return Object.getPrototypeOf(thread) as object;
}

function guardSignals(packageName: string): void {
  const own = process.pid;
  const kill = (pid: unknown, signal: unknown): true => {
    if (pid === own && signal === 0) return true;
    throw denied(`The package ${packageName} may not send signals to processes.`);
  };
  for (const name of ['kill', '_kill']) replace(process, name, kill);
}

/** Lets threads set up the rules first, whatever options package code gives them. Later changes of built-in objects by that code have no effect. */
function guardThreads(rules: GuardRules, threadFile: URL): void {
  const threads = load('node:worker_threads') as typeof Threads;
  const { construct } = Reflect;
  const execArgv = [...rules.nodeFlags, '--require', fileURLToPath(threadFile)];
  const json = JSON.stringify(rules);
  const guarded = (options: WorkerOptions | undefined): WorkerOptions => {
    const copy = { ...options };
    const { env } = copy;
    const variables = typeof env === 'object' ? env : process.env;
    // Options for Node in a variable would load other files before the rules.
    return { ...copy, execArgv, env: { ...variables, NODE_OPTIONS: '', [RULES]: json } };
  };
  const Guarded = new Proxy(threads.Worker, {
    construct: (target, args: [string | URL, WorkerOptions | undefined], newTarget) =>
      construct(target, [args[0], guarded(args[1])], newTarget) as Threads.Worker,
  });
  replace(threads.Worker.prototype, 'constructor', Guarded);
  replace(threads, 'Worker', Guarded);
}

const denied = (message: string, details?: object): Error => Object.assign(new Error(message), { code: 'ERR_ACCESS_DENIED', ...details });

function denyLookups(owner: object, reject: unknown): void {
  for (const name of Object.getOwnPropertyNames(owner)) if (/^(?:resolve|reverse|lookup)/.test(name)) replace(owner, name, reject);
}

function replaceAll(names: Readonly<Record<string, readonly string[]>>, value: unknown): void {
  // All are loaded first: some use others while they are loaded.
  const modules = Object.entries(names).map(([module, members]) => [load(module) as object, members] as const);
  for (const [module, members] of modules) for (const name of members) replace(module, name, value);
}

/** Package code cannot put the former value back. */
function replace(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) return;
  // Exports of built-in modules cannot always be redefined.
  if (!Reflect.defineProperty(owner, name, { value, writable: false, configurable: false, enumerable: true }))
    (owner as Members)[name] = value;
}
