// A node that blocks the engine or exhausts its memory is stopped, its run fails with the node's name, and everything else continues in the same
// process.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coreNode } from '../testing/build-workflow.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { CliFolder, ended, type Ended } from '../testing/cli-kit.ts';

let folder: CliFolder;
let running: ChildProcessWithoutNullStreams | undefined;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => {
  running?.kill('SIGKILL');
  folder.remove();
});

/** Seconds for which a node may block the engine. On a busy computer, the start alone takes a second. */
const LIMIT = 3;

const fieldsOf = (count: number, value: string): object => ({
  assignments: {
    assignments: Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `f${index}`, type: 'any', value })),
  },
  options: {},
});

/** Each expression stays within its limit, but together they take minutes. */
const slow = fieldsOf(400, '={{ (() => { for (let i = 0; i < 9000000; i++); return 1; })() }}');
const large = fieldsOf(1000, '={{ Array(1000000).fill(1.5) }}');

/** A webhook that responds when its last node has run. */
const calledBy = (path: string, parameters: object, settings: object = {}): object => ({
  id: path,
  name: `Workflow ${path}`,
  active: true,
  nodes: [coreNode('Hook', 'webhook', 2, { path, responseMode: 'lastNode', options: {} }), coreNode('Set it', 'set', 3.4, parameters)],
  connections: { Hook: { main: [[{ node: 'Set it', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1', ...settings },
});

const quick = calledBy('quick', { mode: 'raw', jsonOutput: '={{ { id: $execution.id } }}', options: {} });
/** A node that responds after this many seconds. */
function waiting(seconds: number): object {
  const workflow = calledBy('wait', { resume: 'timeInterval', amount: seconds, unit: 'seconds' }) as { readonly nodes: readonly object[] };
  const [hook, last] = workflow.nodes;
  return { ...workflow, nodes: [hook, { ...last, type: 'n8n-nodes-base.wait', typeVersion: 1.1 }] };
}

/** Loads a module of this text before the program. */
const preloading = (source: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}`,
});

/** Throws an uncaught exception for each request with `planted` in its URL. */
const throwing = preloading(`
  import { Server } from 'node:http';
  const { emit } = Server.prototype;
  Server.prototype.emit = function (name, request, ...rest) {
    if (name === 'request' && request.url.includes('planted')) setImmediate(() => { throw new Error('a planted fault'); });
    return emit.call(this, name, request, ...rest);
  };
`);

/** Lets the method `normalize` of one text sleep, which blocks the engine as a loop does, but leaves the processor to other tests. */
const sleeping = preloading(`
  const { normalize } = String.prototype;
  String.prototype.normalize = function (...args) {
    if (String(this) === 'planted sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return Reflect.apply(normalize, this, args);
  };
`);
const sleep = '={{ "planted sleep".normalize() }}';
const asleep = fieldsOf(1, sleep);

const reporter = {
  id: 'reporter',
  name: 'Reporter',
  nodes: [coreNode('On error', 'errorTrigger', 1, {})],
  connections: {},
};

interface Server {
  readonly url: string;
  /** Returns the status of a request, or the error that ended it. */
  call(path: string): Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

async function starting(environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  const child = folder.spawnWith({ MILLRACE_HELD_LIMIT: `${LIMIT}`, ...environment }, 'start', '--port', '0');
  running = child;
  const ready = Promise.withResolvers<string>();
  const result = ended(child, (printed) => {
    const url = /http:\S+/.exec(printed)?.[0];
    if (url !== undefined) ready.resolve(url);
  });
  void result.then(({ err }) => ready.reject(new Error(`It did not start: ${err}`)));
  const url = await ready.promise;
  const call = (path: string): Promise<number | string> =>
    fetch(`${url}${path}`).then(
      async ({ status, body }) => {
        await body?.cancel();
        return status;
      },
      (error: Error) => error.name,
    );
  return { url, call, kill: (signal) => void child.kill(signal), ended: result };
}

const executionsOf = (workflowId: string) =>
  folder.look(async (store) => {
    const records = await store.executionList.list({ workflowId }, { limit: 100 });
    return Promise.all(
      records.map(async (record) => {
        const packed = await store.executions.payload(record.id);
        return { ...record, payload: packed === undefined ? undefined : ((await store.unpack(packed)) as { resultData?: object }) };
      }),
    );
  });

/** Ids of the child processes, including ended ones that have not been reaped. */
const childrenOf = (pid: number | undefined): readonly string[] =>
  readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .filter((id) => {
      try {
        return (
          readFileSync(`/proc/${id}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1] === String(pid)
        );
      } catch {
        return false;
      }
    });

const stopped = async (server: Server): Promise<Ended> => {
  server.kill('SIGTERM');
  return server.ended;
};

describe.skipIf(process.platform === 'win32')('the watchdog', () => {
  it('stops a node that blocks the engine: its run fails with its name, its error workflow runs, and webhooks respond at the same address', async () => {
    await folder.save(quick as never, reporter as never, calledBy('slow', slow, { errorWorkflow: 'reporter' }) as never);
    const server = await starting();
    expect(await server.call('webhook/quick')).toBe(200);
    expect(await server.call('webhook/slow')).toBe('TypeError');
    await expect.poll(() => server.call('webhook/quick')).toBe(200);
    await expect.poll(() => executionsOf('reporter')).toMatchObject([{ status: 'success', mode: 'error' }]);
    const { code, out, err } = await stopped(server);
    expect({ code, out }).toEqual({ code: 0, out: `Millrace is ready at ${server.url}\n` });
    expect(err).toContain(`(workflow slow, node \\"Set it\\"): The node blocked the engine for ${LIMIT} s and was stopped.`);
    const error = { code: 'ENGINE_HELD', message: `The node blocked the engine for ${LIMIT} s and was stopped.`, node: 'Set it' };
    const data = { lastNodeExecuted: 'Set it', error, runData: { 'Set it': [{ executionStatus: 'error', error }] } };
    expect(await executionsOf('slow')).toMatchObject([
      { status: 'error', mode: 'webhook', lastNode: 'Set it', errorMessage: error.message, payload: { resultData: data } },
    ]);
    expect((await executionsOf('quick')).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await executionsOf('reporter')).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux')('leaves no code process behind, dead or alive', async () => {
    const code = calledBy('code', {}) as { readonly nodes: readonly object[] };
    const [hook, last] = code.nodes;
    const jsCode = 'return [{ json: {} }]';
    const coded = { ...code, nodes: [hook, { ...last, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } }] };
    await folder.save(coded as never, calledBy('slow', asleep) as never);
    const server = await starting(sleeping);
    expect(await server.call('webhook/code')).toBe(200);
    const before = childrenOf(running?.pid);
    expect(before.length).toBeGreaterThan(0);
    expect(await server.call('webhook/slow')).toBe('TypeError');
    await expect.poll(() => server.call('webhook/code')).toBe(200);
    // Ended children that are not reaped stay in the process table.
    const after = childrenOf(running?.pid);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    expect((await stopped(server)).code).toBe(0);
  });

  it('loses no other work: a paused run continues afterwards', async () => {
    await folder.save(quick as never, calledBy('slow', asleep) as never, waiting(4) as never);
    const server = await starting(sleeping);
    const paused = server.call('webhook/wait');
    await expect.poll(() => executionsOf('wait')).toHaveLength(1);
    expect(await server.call('webhook/slow')).toBe('TypeError');
    // The connection of its caller has been closed.
    expect(await paused).toBe('TypeError');
    await expect.poll(() => executionsOf('wait')).toMatchObject([{ status: 'success' }]);
    expect((await stopped(server)).code).toBe(0);
    expect(await executionsOf('slow')).toMatchObject([{ status: 'error', lastNode: 'Set it' }]);
  });

  it('deactivates a workflow that blocks the engine twice, and shows why', async () => {
    await folder.save(quick as never, calledBy('slow', asleep) as never);
    const server = await starting(sleeping);
    for (let count = 0; count < 2; count++) {
      expect(await server.call('webhook/slow')).toBe('TypeError');
      await expect.poll(() => server.call('webhook/quick')).toBe(200);
    }
    expect(await server.call('webhook/slow')).toBe(404);
    const activationError = (await (await fetch(`${server.url}rest/active/error/slow`)).json()) as { data: { error: { message: string } } };
    expect(activationError.data.error).toMatchObject({ node: 'Set it', message: expect.stringContaining('deactivated') as string });
    expect((await stopped(server)).err).toContain('The workflow slow was deactivated');
    expect((await executionsOf('slow')).map(({ status }) => status)).toEqual(['error', 'error']);
    expect(await folder.look(async (store) => (await store.workflows.find('slow'))?.active)).toBe(false);
  });

  it('survives a node that exhausts the memory', async () => {
    await folder.save(quick as never, calledBy('large', large) as never);
    const server = await starting({ MILLRACE_ENGINE_MEMORY: '300', MILLRACE_HELD_LIMIT: '60' });
    expect(await server.call('webhook/large')).toBe('TypeError');
    await expect.poll(() => server.call('webhook/quick')).toBe(200);
    expect((await stopped(server)).code).toBe(0);
    expect(await executionsOf('large')).toMatchObject([
      { status: 'error', lastNode: 'Set it', errorMessage: 'The node used too much memory: the engine has 300 MiB.' },
    ]);
  });

  it('survives an exception that nothing catches: the log names the request, and the restart is counted', async () => {
    await folder.save(quick as never, waiting(4) as never);
    const server = await starting({ ...throwing, MILLRACE_METRICS: 'true' });
    expect(await server.call('webhook/wait?planted=secret')).toBe('TypeError');
    await expect.poll(() => server.call('webhook/quick')).toBe(200);
    const metrics = await (await fetch(`${server.url}metrics`)).text();
    expect(metrics).toMatch(/^millrace_engine_restarts 1$/m);
    const { code, err } = await stopped(server);
    expect(code).toBe(0);
    expect(err).toContain('An unexpected error ended the engine: a planted fault');
    expect(err).toContain('"requests":["GET /webhook/wait"]');
    expect(err).not.toContain('secret');
  });

  it('stops when requested, also while it is blocked', async () => {
    await folder.save(calledBy('slow', slow) as never);
    const server = await starting({ MILLRACE_HELD_LIMIT: '0' });
    const call = server.call('webhook/slow');
    // Requests receive no response while the node runs.
    await Promise.race([call, expect.poll(() => isBlocked(server.url)).toBe(true)]);
    const { code, err } = await stopped(server);
    expect(code).toBe(0);
    expect(err).toContain('The server did not stop in time and was terminated: the node "Set it" of the workflow slow blocked it.');
    expect(await call).toBe('TypeError');
  });

  it('starts without a workflow whose webhooks block it', async () => {
    const hooks = Array.from({ length: 200 }, (_, index) => coreNode(`Hook ${index}`, 'webhook', 2, { path: sleep, options: {} }));
    await folder.save(quick as never, { id: 'slow', name: 'Slow', active: true, nodes: hooks, connections: {} } as never);
    // A start may block the engine for five times as long, twice.
    const server = await starting({ ...sleeping, MILLRACE_HELD_LIMIT: '2' });
    expect(await server.call('webhook/quick')).toBe(200);
    expect((await stopped(server)).err).toContain('The workflow slow was deactivated');
    // A listening trigger has no execution. For each time it blocked the engine, the list contains an execution that failed in it.
    const error = { code: 'ENGINE_HELD', node: expect.stringMatching(/^Hook \d+$/) as string };
    const row = { status: 'error', mode: 'trigger', workflowName: 'Slow', lastNode: error.node, payload: { resultData: { error } } };
    expect(await executionsOf('slow')).toMatchObject([row, row]);
  });

  it('allows long work that yields', async () => {
    await folder.save(waiting(2) as never);
    const server = await starting();
    expect(await server.call('webhook/wait')).toBe(200);
    expect((await stopped(server)).err).toBe('Stopping… (press again to quit now)\n');
  });
});

/** Whether a request receives no response within half a second. */
const isBlocked = (url: string): Promise<boolean> =>
  fetch(`${url}healthz`, { signal: AbortSignal.timeout(500) }).then(
    () => false,
    () => true,
  );
