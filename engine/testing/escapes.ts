// Ways for code that reaches Node itself to get at what is not its own: files, the environment, other programs, and what would lift the rules. Each
// is the text of an async function's body over `load` (returns a module by any way there is) and `places`; it returns something if it succeeds.

/** Targets of the escapes. Absolute paths. */
export interface EscapeTargets {
  /** Folder with `master.key`, `data.json`, `code.cjs`, `code.mjs`, `.env` and `db.sqlite`, which nobody may read. */
  readonly data: string;
  /** Folder into which nothing may be written. */
  readonly out: string;
  /** A file that the code may read, but not change. */
  readonly own: string;
}

const key = "places.data + '/master.key'";
const fs = "const fs = await load('node:fs'); ";
const reading = (source: string): string => `${fs}return ${source}`;
const stream = `const textOf = (stream) => new Promise((resolve, reject) => { let text = ''; stream.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text)).on('error', reject); });`;
const called = (name: string, args: string): string =>
  `${fs}return new Promise((resolve, reject) => fs.${name}(${args}, (error, value) => (error ? reject(error) : resolve(value ?? 'done'))))`;
const later = (source: string): string => `${fs}await ${source}; return 'done'`;
const done = (source: string): string => `${fs}${source}; return 'done'`;
const worker = (code: string, options: string): string =>
  `const { Worker } = await load('node:worker_threads');
   return new Promise((resolve, reject) => new Worker(${code}, ${options}).on('message', resolve).on('error', reject).on('exit', () => resolve(undefined)))`;
const readingThread = `"require('worker_threads').parentPort.postMessage(require('fs').readFileSync(" + JSON.stringify(${key}) + ", 'utf8'))"`;

/** Node's permission model must close these, whatever else the code has reached. */
export const fileEscapes: Readonly<Record<string, string>> = {
  readFileSync: reading(`fs.readFileSync(${key}, 'utf8')`),
  readFile: called('readFile', key),
  'promises.readFile': reading(`await fs.promises.readFile(${key}, 'utf8')`),
  'fs/promises': `return (await load('node:fs/promises')).readFile(${key}, 'utf8')`,
  openSync: reading(`fs.openSync(${key})`),
  open: called('open', key),
  'promises.open': reading(`(await fs.promises.open(${key})).fd`),
  createReadStream: `${fs}${stream} return textOf(fs.createReadStream(${key}))`,
  ReadStream: `${fs}${stream} return textOf(new fs.ReadStream(${key}))`,
  openAsBlob: reading(`(await fs.openAsBlob(${key})).text()`),
  'by buffer': reading(`fs.readFileSync(Buffer.from(${key}), 'utf8')`),
  'by bytes': reading(`fs.readFileSync(new Uint8Array(Buffer.from(${key})), 'utf8')`),
  'by URL': reading(`fs.readFileSync(new URL('file://' + ${key}), 'utf8')`),
  'by a way back': reading(`fs.readFileSync(places.own + '/../../../../../../../../../../../../..' + ${key}, 'utf8')`),
  'by a way back, as bytes': reading(
    `fs.readFileSync(Buffer.from(places.own + '/../../../../../../../../../../../../..' + ${key}), 'utf8')`,
  ),
  'by a relative way': reading(`fs.readFileSync('../../../../../../../../../..' + ${key}, 'utf8')`),
  'by the process': reading(`fs.readFileSync('/proc/self/root' + ${key}, 'utf8')`),
  'by the current folder': reading(`fs.readFileSync('/proc/self/cwd/../../../../../../../../..' + ${key}, 'utf8')`),
  'a changed buffer': reading(
    `(() => { const path = Buffer.from(places.own); path.toString = () => ${key}; const text = fs.readFileSync(path, 'utf8'); return text === fs.readFileSync(places.own, 'utf8') ? undefined : text })()`,
  ),
  passwords: reading(`fs.readFileSync('/etc/passwd', 'utf8')`),
  'environment of the parent': reading(`fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8')`),
  'own environment': reading(`fs.readFileSync('/proc/self/environ', 'utf8')`),
  'open files': reading(`fs.readdirSync('/proc/self/fd')`),
  readdirSync: reading('fs.readdirSync(places.data)'),
  'readdirSync, below': reading('fs.readdirSync(places.data, { recursive: true })'),
  readdir: called('readdir', 'places.data'),
  'promises.readdir': reading('await fs.promises.readdir(places.data, { withFileTypes: true })'),
  'the root': reading(`fs.readdirSync('/')`),
  opendirSync: reading('fs.opendirSync(places.data).readSync().name'),
  'promises.opendir': reading('(await (await fs.promises.opendir(places.data)).read()).name'),
  globSync: `${fs}const found = fs.globSync(places.data + '/*'); return found.length > 0 ? found : undefined`,
  'promises.glob': `${fs}for await (const path of fs.promises.glob(places.data + '/*')) return path`,
  statSync: reading(`fs.statSync(${key}, { throwIfNoEntry: false })?.size`),
  'promises.stat': reading(`(await fs.promises.stat(${key})).size`),
  lstatSync: reading(`fs.lstatSync(${key}).size`),
  existsSync: reading(`fs.existsSync(${key}) || undefined`),
  accessSync: done(`fs.accessSync(${key})`),
  statfsSync: reading('fs.statfsSync(places.data).blocks'),
  'promises.statfs': reading('(await fs.promises.statfs(places.data)).blocks'),
  readlinkSync: reading(`fs.readlinkSync('/proc/self/cwd')`),
  'promises.readlink': reading(`await fs.promises.readlink('/proc/self/exe')`),
  watch: done('fs.watch(places.data).close()'),
  watchFile: done(`fs.watchFile(${key}, () => undefined); fs.unwatchFile(${key})`),
  'promises.watch': `${fs}const stop = new AbortController(); const next = fs.promises.watch(places.data, { signal: stop.signal }).next(); setImmediate(() => stop.abort()); return next.catch((error) => (error.name === 'AbortError' ? 'watches' : undefined))`,
  cpSync: done(`fs.cpSync(${key}, places.out + '/cpSync')`),
  'cpSync of a folder': done(`fs.cpSync(places.data, places.out + '/folder', { recursive: true })`),
  'promises.cp': later(`fs.promises.cp(places.data, places.out + '/cp', { recursive: true })`),
  copyFileSync: done(`fs.copyFileSync(${key}, places.out + '/copy')`),
  'copy of an own file': done(`fs.copyFileSync(places.own, places.out + '/own')`),
  linkSync: done(`fs.linkSync(${key}, places.out + '/link')`),
  symlinkSync: done(`fs.symlinkSync(${key}, places.out + '/symlink')`),
  'link in the current folder': done(`fs.symlinkSync(${key}, 'symlink')`),
  renameSync: done(`fs.renameSync(${key}, places.out + '/renamed')`),
  writeFileSync: done(`fs.writeFileSync(places.out + '/written', '')`),
  'in the current folder': done(`fs.writeFileSync('written', '')`),
  'promises.writeFile': later(`fs.promises.writeFile(places.out + '/written', '')`),
  createWriteStream: `${fs}return new Promise((resolve, reject) => fs.createWriteStream(places.out + '/written').on('error', reject).on('finish', () => resolve('done')).end('x'))`,
  appendFileSync: done(`fs.appendFileSync(places.own, '')`),
  mkdirSync: done(`fs.mkdirSync(places.out + '/folder/below', { recursive: true })`),
  mkdtempSync: done(`fs.mkdtempSync(places.out + '/folder-')`),
  rmSync: done(`fs.rmSync(${key})`),
  'promises.rm': later(`fs.promises.rm(places.data, { recursive: true })`),
  unlinkSync: done(`fs.unlinkSync(${key})`),
  truncateSync: done(`fs.truncateSync(${key})`),
  chmodSync: done('fs.chmodSync(places.own, 0o777)'),
  chownSync: done('fs.chownSync(places.own, 0, 0)'),
  utimesSync: done('fs.utimesSync(places.own, 1, 1)'),
  lutimesSync: done('fs.lutimesSync(places.own, 1, 1)'),
  fchmodSync: done('fs.fchmodSync(fs.openSync(places.own), 0o644)'),
  fchownSync: done('fs.fchownSync(fs.openSync(places.own), 0, 0)'),
  'require of data': `return (await load('node:module')).createRequire(places.data + '/x')('./data.json').secret`,
  'require of code': `return (await load('node:module')).createRequire(places.data + '/x')('./code.cjs')`,
  'import of code': `return (await import('file://' + places.data + '/code.mjs')).default`,
  'import of data': `return (await import('file://' + places.data + '/data.json', { with: { type: 'json' } })).default.secret`,
  'import of text that reads': `return (await import('data:text/javascript,import { readFileSync } from "node:fs"; export default readFileSync(' + JSON.stringify(${key}) + ', "utf8")')).default`,
  findPackageJSON: `return (await load('node:module')).findPackageJSON('file://' + places.data + '/code.mjs')`,
  enableCompileCache: `return (await load('node:module')).enableCompileCache(places.out + '/cache').directory`,
  'a thread': worker(readingThread, '{ eval: true }'),
  'a thread of a file': worker(`places.data + '/code.cjs'`, '{}'),
  execSync: `return (await load('node:child_process')).execSync('cat ' + ${key}).toString()`,
  spawnSync: `return (await load('node:child_process')).spawnSync('cat', [${key}]).stdout?.toString()`,
  fork: `return (await load('node:child_process')).fork(places.data + '/code.cjs').pid`,
  cluster: `const cluster = await load('node:cluster'); cluster.setupPrimary({ exec: places.data + '/code.cjs' }); return cluster.fork().process.pid`,
  'process.execve': `return process.execve('/bin/cat', ['cat', ${key}])`,
  'process.chdir': `process.chdir(places.data); return 'done'`,
  'process.setuid': `process.setuid(0); return 'done'`,
  'process.umask': `return process.umask(0)`,
  'process.binding': `return process.binding('fs')`,
  'process._linkedBinding': `return process._linkedBinding('fs')`,
  internalBinding: `return internalBinding('fs')`,
  'process.dlopen': `process.dlopen({ exports: {} }, ${key}); return 'done'`,
  'an add-on': `return (await load('node:module')).createRequire(places.own)(places.out + '/addon.node')`,
  'process.loadEnvFile': `process.loadEnvFile(places.data + '/.env'); return process.env.SECRET`,
  'process.report': `return process.report.writeReport(places.out + '/report.json')`,
  'environment in a report': `const { environmentVariables } = process.report.getReport(); return Object.keys(environmentVariables).find((name) => !/^(SystemRoot|ELECTRON_RUN_AS_NODE|MALLOC_.*|LANG|LC_.*)$/.test(name))`,
  'process.mainModule': `return process.mainModule?.require('fs').readFileSync(${key}, 'utf8')`,
  'an inspector': `(await load('node:inspector')).open(0); return 'done'`,
  'a session': `new (await load('node:inspector')).Session().connect(); return 'done'`,
  'a session of the main thread': `new (await load('node:inspector')).Session().connectToMainThread(); return 'done'`,
  wasi: `return new (await load('node:wasi')).WASI({ version: 'preview1', preopens: { '/': '/' } })`,
  'a heap snapshot': `return (await load('node:v8')).writeHeapSnapshot(places.out + '/heap')`,
  'a heap snapshot here': `return (await load('node:v8')).writeHeapSnapshot()`,
  trace_events: `(await load('node:trace_events')).createTracing({ categories: ['node'] }).enable(); return 'done'`,
  sea: `return (await load('node:sea')).getAsset('x')`,
  'an engine of OpenSSL': `(await load('node:crypto')).setEngine(places.out + '/engine.so'); return 'done'`,
  localStorage: `return globalThis.localStorage?.setItem('a', 'b')`,
};

/** Only our own rules close these: what the permission model does not cover, or not for threads with flags of their own. */
export const guardedEscapes: Readonly<Record<string, string>> = {
  'a thread without flags': worker(readingThread, '{ eval: true, execArgv: [] }'),
  'a thread with flags': worker(readingThread, `{ eval: true, execArgv: ['--permission', '--allow-fs-read=*'] }`),
  'a thread of a thread': worker(
    `"new (require('worker_threads').Worker)(" + JSON.stringify(${readingThread}) + ", { eval: true, execArgv: [] }).on('message', (text) => require('worker_threads').parentPort.postMessage(text)).on('error', () => process.exit(0))"`,
    '{ eval: true, execArgv: [] }',
  ),
  'a database': `return new (await load('node:sqlite')).DatabaseSync(places.data + '/db.sqlite', { readOnly: true }).prepare('SELECT * FROM secrets').get()`,
  'a new database': `new (await load('node:sqlite')).DatabaseSync(places.out + '/new.sqlite').exec('CREATE TABLE a (b)'); return 'done'`,
  'an attached database': `new (await load('node:sqlite')).DatabaseSync(':memory:').exec("ATTACH '" + places.out + "/attached.sqlite' AS x; CREATE TABLE x.a (b)"); return 'done'`,
  futimesSync: done('fs.futimesSync(fs.openSync(places.own), 1, 1)'),
  futimes: `${fs}return new Promise((resolve, reject) => fs.futimes(fs.openSync(places.own), 1, 1, (error) => (error ? reject(error) : resolve('done'))))`,
  'utimes of a handle': `${fs}const handle = await fs.promises.open(places.own); try { await handle.utimes(1, 1); return 'done' } finally { await handle.close() }`,
  'chmod of a handle': `${fs}const handle = await fs.promises.open(places.own); try { await handle.chmod(0o644); return 'done' } finally { await handle.close() }`,
  'chown of a handle': `${fs}const handle = await fs.promises.open(places.own); try { await handle.chown(0, 0); return 'done' } finally { await handle.close() }`,
  'module.registerHooks': `return typeof (await load('node:module')).registerHooks({}).deregister`,
  'registerHooks of the class': `return typeof (await load('node:module')).Module.registerHooks({}).deregister`,
  'module.register': `(await load('node:module')).register('data:text/javascript,'); return 'done'`,
  'flags of V8': `(await load('node:v8')).setFlagsFromString('--no-log'); return 'done'`,
  'snapshots near the limit': `(await load('node:v8')).setHeapSnapshotNearHeapLimit(1); return 'done'`,
  'a signal': `return process.kill(process.ppid, 'SIGCONT')`,
  'a signal, inside': `return process._kill(process.ppid, 'SIGCONT') === 0 ? 'done' : undefined`,
  'a debugger': `process._debugProcess(process.ppid); return 'done'`,
  'a priority': `const os = await load('node:os'); os.setPriority(process.ppid, os.getPriority(process.ppid)); return 'done'`,
  'a socket in a folder': `const { createServer } = await load('node:net'); return new Promise((resolve, reject) => createServer().on('error', reject).listen(places.out + '/socket', () => resolve('done')))`,
};

/** Source of the function `(escapes, places, require) => names of the escapes that succeeded, with their results`. */
export const tryEscapes = `async (escapes, places, require) => {
  const load = async (name) => {
    const ways = [
      () => globalThis.process.getBuiltinModule(name),
      () => require(name),
      () => import(name),
      () => new Function('name', 'return import(name)')(name),
      () => globalThis.process.mainModule.require(name),
      () => globalThis.process.binding('natives'),
    ];
    let failure;
    for (const way of ways) {
      try {
        const found = await way();
        if (found !== undefined) return found;
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure ?? new Error('There is no ' + name);
  };
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const opened = {};
  for (const [name, source] of Object.entries(escapes)) {
    try {
      const got = await new AsyncFunction('load', 'places', 'require', source)(load, places, require);
      if (got !== undefined && got !== null) opened[name] = String(got).slice(0, 200);
    } catch {
      // The stream is closed.
    }
  }
  return opened;
}`;
