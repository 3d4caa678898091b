// The command line, run as a separate process: its output and exit codes.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { Store } from '../store/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { stubServer } from '../testing/stub-server.ts';
import { CliFolder, ended, program, type Ended } from '../testing/cli-kit.ts';

const cli = new CliFolder();
const folder = cli.path;
afterAll(() => cli.remove());

const millrace = (...args: readonly string[]): Promise<Ended> => cli.millrace(...args);

/** Runs the program in a shell; `$M` in the command stands for the program. */
function inShell(line: string): Promise<Ended> {
  const command = line.replaceAll('$M', `"${process.execPath}" "${program}"`);
  return ended(spawn('bash', ['-c', command], { cwd: folder, env: { ...process.env, MILLRACE_DATA_DIR: cli.dataDir } }));
}

/** Writes a file; returns its path relative to the folder the program runs in. */
function file(name: string, content: unknown): string {
  cli.file(name, content);
  return name;
}

const assign = (name: string, value: string) => ({
  assignments: { assignments: [{ id: '1', name, value, type: 'string' }] },
  includeOtherFields: true,
  options: {},
});
const hello = (): WorkflowFile =>
  buildWorkflow(
    {
      Start: { type: 'manualTrigger', typeVersion: 1 },
      Greet: { type: 'set', typeVersion: 3.4, parameters: assign('text', '=Hello {{ $json.name ?? "you" }}') },
      End: { type: 'noOp', typeVersion: 1 },
    },
    ['Start -> Greet', 'Greet -> End'],
    { name: 'Hello', pinData: { Greet: [{ json: { text: 'Pinned' } }] } },
  );
const failing = (): WorkflowFile =>
  buildWorkflow(
    {
      Start: { type: 'manualTrigger', typeVersion: 1 },
      Stop: { type: 'stopAndError', typeVersion: 1, parameters: { errorMessage: 'Enough' } },
    },
    ['Start -> Stop'],
  );

const lineOf = (ended: Ended) =>
  JSON.parse(ended.out) as {
    file: string;
    status: string;
    error?: { message: string };
    resultData: { runData: Record<string, { data: { main: { json: unknown }[][] } }[]>; lastNodeExecuted?: string };
  };
const input = (ended: Ended, node: string): unknown => lineOf(ended).resultData.runData[node]?.[0]?.data.main[0]?.map((item) => item.json);

describe('millrace run', () => {
  it('shows a line per node and a summary', async () => {
    const { code, out, err } = await millrace('run', file('hello.json', hello()));
    expect([code, err]).toEqual([0, '']);
    const lines = out.replaceAll(/(< 1|\d+) ms/g, 'T').split('\n');
    expect(lines[0]).toBe('hello.json · Hello');
    expect(lines.slice(1, 4).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      '✓ Start 1 item T',
      '✓ Greet 1 item T',
      '✓ End 1 item T',
    ]);
    expect(lines[4]).toBe('Succeeded in T: 3 nodes ran.');
  });

  it('names the version used for a node whose version is unknown', async () => {
    const workflow = hello();
    const nodes = workflow.nodes.map((node) => (node.name === 'Start' ? { ...node, typeVersion: 99 } : node));
    const { code, out } = await millrace('run', file('newer.json', { ...workflow, nodes }));
    expect(code).toBe(0);
    expect(out.split('\n')[2]).toBe('    Version 99 of this node is not known here. It runs as version 1.');
  });

  it('prints exactly one line of JSON per file with --json', async () => {
    const { code, out } = await millrace('run', '--json', file('hello.json', hello()), file('failing.json', failing()));
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(1);
    expect(lines).toMatchObject([
      { file: 'hello.json', status: 'success', executionTime: expect.any(Number) as number, resultData: { lastNodeExecuted: 'End' } },
      { file: 'failing.json', status: 'error', error: { message: 'Enough', node: 'Stop' }, resultData: { lastNodeExecuted: 'Stop' } },
    ]);
    expect(lines[0]).not.toHaveProperty('error');
  });

  it.each<[string, readonly string[], string, unknown]>([
    ['items for the start', ['--input', 'items.json'], 'Greet', [{ name: 'Ada', text: 'Hello Ada' }, { name: 'Bo', text: 'Hello Bo' }]], // oxfmt-ignore
    ['no pinned data unless asked for', [], 'End', [{ text: 'Hello you' }]],
    ['pinned data when asked for', ['--pin'], 'End', [{ text: 'Pinned' }]],
    ['a run that ends at a node', ['--to', 'Greet'], 'End', undefined],
  ])('knows %s', async (_name, options, node, expected) => {
    file('items.json', [{ name: 'Ada' }, { json: { name: 'Bo' } }]);
    expect(input(await millrace('run', '--json', file('hello.json', hello()), ...options), node)).toEqual(expected);
  });

  it('finds called workflows among the files', async () => {
    const called = { ...buildWorkflow({ Called: { type: 'executeWorkflowTrigger', typeVersion: 1 } }, []), id: 'called-1' };
    const caller = buildWorkflow(
      {
        Start: { type: 'manualTrigger', typeVersion: 1 },
        Call: { type: 'executeWorkflow', typeVersion: 1, parameters: { source: 'database', workflowId: 'called-1' } },
      },
      ['Start -> Call'],
    );
    const { code, err } = await millrace('run', file('called.json', called), file('caller.json', caller));
    expect([code, err]).toEqual([0, '']);
  });

  it('saves the workflow and the execution with --save', async () => {
    const dataDir = join(folder, 'kept');
    const { code, err } = await millrace('run', file('hello.json', hello()), '--save', '--data-dir', dataDir);
    expect([code, err]).toEqual([0, expect.stringMatching(/^Saved as execution [0-9A-HJKMNP-TV-Z]{16} in .*kept\.\n$/)]);
    const store = await Store.open(dataDir);
    const [execution] = await store.executionList.list({}, { limit: 5 });
    const payload = (await store.unpack((await store.executions.payload(String(execution?.id))) as Uint8Array)) as {
      resultData: { runData: object };
    };
    expect(execution).toMatchObject({ status: 'success', workflowName: 'Hello', mode: 'cli', lastNode: 'End' });
    expect(Object.keys(payload.resultData.runData)).toEqual(['Start', 'Greet', 'End']);
    expect(await store.workflows.get('test')).toMatchObject({ name: 'Hello' });
    await store.close();
  });

  it('uses the settings of the environment', async () => {
    const endless = buildWorkflow(
      {
        Start: { type: 'manualTrigger', typeVersion: 1 },
        Code: { type: 'code', typeVersion: 2, parameters: { jsCode: 'while (true);' } },
      },
      ['Start -> Code'],
    );
    const { out, code } = await inShell(`MILLRACE_CODE_TIMEOUT=1 $M run ${file('endless.json', endless)} --json`);
    expect([code, (JSON.parse(out) as { error: { message: string } }).error.message]).toEqual([1, expect.stringContaining('1 s')]);
  });

  it('leaves no trace without --save', async () => {
    await millrace('run', file('hello.json', hello()));
    expect(existsSync(cli.dataDir)).toBe(false);
  });
});

describe('what cannot be run', () => {
  const noTarget = { ...hello(), connections: { Start: { main: [[{ node: 'Nobody', type: 'main', index: 0 }]] } } };
  it.each<[string, () => readonly string[], RegExp]>([
    ['no file is named', () => ['run'], /^Specify at least one workflow file: millrace run FILE…\n$/],
    ['the file does not exist', () => ['run', 'nowhere.json'], /^nowhere\.json cannot be read: there is no such file\.\n$/],
    ['the file is a folder', () => ['run', '.'], /^\. cannot be read: it is a folder\.\n$/],
    ['the file is not JSON', () => ['run', file('text.json', 'hello')], /^text\.json is not JSON: .*\.\n$/],
    ['the file is cut off', () => ['run', file('cut.json', '{"nodes": [')], /^cut\.json is not JSON: .*\.\n$/],
    ['the file has no nodes', () => ['run', file('empty.json', {})], /^empty\.json: .*nodes.*\n$/],
    ['the file is a list', () => ['run', file('list.json', [])], /^list\.json: .*\n$/],
    ['a connection leads nowhere', () => ['run', file('target.json', noTarget)], /^target\.json: .*"Start".*"Nobody".*\n$/],
    [
      'there is nothing to start from',
      () => ['run', file('none.json', { nodes: [], connections: {} })],
      /^none\.json: The workflow has no node to start from\..*\n$/,
    ],
    [
      'the file has 50 MB',
      () => ['run', file('large.json', `{"nodes": [], "x": "${'x'.repeat(50 * 1024 * 1024)}"}`)],
      /^large\.json is too large: 50 MB, and at most 32 MB are read\.\n$/,
    ],
    [
      'the destination is not there',
      () => ['run', file('hello.json', hello()), '--to', 'Nobody'],
      /^hello\.json: The workflow has no node named "Nobody"\.\n$/,
    ],
    [
      'the items are none',
      () => ['run', file('hello.json', hello()), '--input', file('bad-items.json', [1])],
      /^bad-items\.json: item 0 is not an object\..*\n$/,
    ],
    [
      'the file holds lines that are not JSON',
      () => ['run', file('lines.json', 'one\ntwo\u001b[31m')],
      /^lines\.json is not JSON: [^\n]*\.\n$/,
    ],
    [
      'a connection leads to an input without number',
      () => ['run', file('input.json', { ...hello(), connections: { Start: { main: [[{ node: 'End', type: 'main', index: 1e9 }]] } } })],
      /^input\.json: A connection leads to input 1000000000 of the node "End"/,
    ],
    ['an option is unknown', () => ['run', 'x.json', '--fast'], /^There is no option --fast\. See: millrace help run\n$/],
    ['an option lacks its value', () => ['execute', '--id'], /^The option --id needs a value\. See: millrace help execute\n$/],
    [
      'an option follows in place of the value',
      () => ['execute', '--id', '--json'],
      /^The option --id needs a value\. Write one that begins with a dash as --id=VALUE\. See: /,
    ],
    ['an option has a value that it does not take', () => ['list', '--json=yes'], /^The option --json takes no value\. See: /],
    ['the command is unknown', () => ['fly'], /^There is no command "fly"\. See: millrace help\n$/],
  ])('%s', async (_name, args, message) => {
    const { code, out, err } = await millrace(...args());
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
    expect(out).not.toMatch(/ at .*\.ts/);
  });

  it.skipIf(!existsSync('/dev/zero'))('the file is a device', async () => {
    expect(await millrace('run', '/dev/zero')).toMatchObject({ code: 2, err: '/dev/zero cannot be read: it is not a regular file.\n' });
  });

  it('still prints a line for the file with --json', async () => {
    const ended = await millrace('run', '--json', 'nowhere.json');
    expect([ended.code, lineOf(ended)]).toMatchObject([2, { file: 'nowhere.json', status: 'error', error: { code: 'FILE_NOT_READABLE' } }]);
  });

  it('an unknown node type fails the run, which names it', async () => {
    const workflow = buildWorkflow(
      { Start: { type: 'manualTrigger', typeVersion: 1 }, Rocket: { type: 'n8n-nodes-acme.rocket', typeVersion: 1 } },
      ['Start -> Rocket'],
    );
    const { code, out } = await millrace('run', file('rocket.json', workflow));
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/"Rocket" needs the package n8n-nodes-acme\. .*add --data-dir DIR.*millrace package install n8n-nodes-acme\n/),
    ]);
  });
});

describe('millrace', () => {
  it.each([[['help']], [[]], [['--help']]])('shows its help: %j', async (args) => {
    const { code, out } = await millrace(...args);
    expect([code, out]).toEqual([0, expect.stringContaining('millrace run FILE…')]);
  });

  it.each([[['run', '--help']], [['run', 'x.json', '--fast', '-h']], [['help', 'run']]])(
    'shows the help of a command: %j',
    async (args) => {
      expect(await millrace(...args)).toMatchObject({ code: 0, out: expect.stringMatching(/^millrace run FILE… \[options\]\n/) as string });
    },
  );

  it.each(['constructor', '__proto__', '\u001b[2J'])('rejects the unknown command %j', async (command) => {
    const { code, out, err } = await millrace(command);
    // oxlint-disable-next-line no-control-regex
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^There is no command "[^\u0000-\u001f]+"\. See: millrace help\n$/)]);
  });

  it('dispatches each command, on the folder of MILLRACE_DATA_DIR', async () => {
    const ids = async (): Promise<string> => (await millrace('list', '--json')).out;
    const start: WorkflowFile = { ...hello(), id: 'hello' };
    expect(await ids()).toBe('');
    expect((await millrace('import', file('hello.json', start))).out).toBe('Hello (hello): new\n');
    expect(await ids()).toContain('"id":"hello"');
    expect((await millrace('export', '--id', 'hello', '--out', 'exported.json')).code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'exported.json'), 'utf8'))).toMatchObject({ id: 'hello', nodes: start.nodes });
    expect((await millrace('execute', '--id', 'hello')).out).toContain('Succeeded');
    expect((await millrace('activate', '--id', 'hello')).err).toContain('Nothing starts the workflow "Hello"');
    expect((await millrace('deactivate', '--id', 'hello')).out).toBe('Hello (hello) is already inactive.\n');
    expect((await millrace('user', 'reset')).out).toContain(cli.dataDir);
  }, 60_000);

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };
    expect(await millrace('version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});

describe('the output of a run', () => {
  const wide = (count: number): WorkflowFile =>
    buildWorkflow(
      {
        Start: { type: 'manualTrigger', typeVersion: 1 },
        Split: { type: 'splitOut', typeVersion: 1, parameters: { fieldToSplitOut: 'list', options: {} } },
        A: { type: 'noOp', typeVersion: 1 },
      },
      ['Start -> Split', 'Split -> A'],
      {
        id: `wide ${count}`,
      },
    );

  it('may be very large', async () => {
    file('wide.json', wide(1));
    file('list.json', { list: Array.from({ length: 100_000 }, (_, n) => ({ n, text: `text of item ${n}` })) });
    const ended = await millrace('run', '--json', 'wide.json', '--input', 'list.json');
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out.indexOf('\n')).toBe(ended.out.length - 1);
    expect((input(ended, 'A') as unknown[]).length).toBe(100_000);
  });

  it('may be read by a program that exits', async () => {
    file('wide.json', wide(1));
    file('list.json', { list: Array.from({ length: 50_000 }, (_, n) => ({ n })) });
    const { out, err } = await inShell('$M run --json wide.json wide.json --input list.json | head -c 20; echo " ${PIPESTATUS[0]}"');
    expect([out, err]).toEqual(['{"file":"wide.json", 0\n', '']);
  });

  it.skipIf(!existsSync('/dev/full'))('cannot be written to a full disk, and says so once', async () => {
    const { code, err } = await inShell(`$M run --json ${file('hello.json', hello())} > /dev/full`);
    expect([code, err]).toEqual([2, expect.stringMatching(/^The output could not be written: [^\n]*no space left[^\n]*\n$/)]);
  });

  it('is not needed for the run to finish', async () => {
    expect((await inShell(`$M run ${file('hello.json', hello())} >&- 2>&-`)).code).toBe(0);
    expect(await inShell(`$M run --json ${file('hello.json', hello())} 2>&- | wc -l`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\s*1\n$/) as string,
    });
  });

  it('contains no control characters of a file', async () => {
    const name = 'Evil\u001b[2J\n\u202eNode';
    const workflow = buildWorkflow(
      {
        Start: { type: 'manualTrigger', typeVersion: 1 },
        [name]: { type: 'stopAndError', typeVersion: 1, parameters: { errorMessage: 'a\u001b]0;b\u0007\nc' } },
      },
      [`Start -> ${name}`],
      { name },
    );
    const { out } = await millrace('run', file('evil.json', workflow));
    // oxlint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
    expect(out.split('\n').filter((line) => line.startsWith('✗'))).toEqual([expect.stringMatching(/^✗ Evil \[2J Node /)]);
  });

  it('says how to fix the error of a node', async () => {
    const ask = {
      type: 'httpRequest',
      typeVersion: 4.2,
      parameters: { url: 'http://127.0.0.1:1/', authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
    };
    const workflow = buildWorkflow({ Start: { type: 'manualTrigger', typeVersion: 1 }, Ask: ask }, ['Start -> Ask'], { name: 'Unsigned' });
    const { out } = await millrace('run', file('unsigned.json', workflow));
    expect(out).toMatch(/has no credential of type "Header Auth"\.\n +Choose or create a credential in the node\.\n/);
  });

  it('reports a waiting run', async () => {
    const workflow = buildWorkflow(
      { Start: { type: 'manualTrigger', typeVersion: 1 }, W: { type: 'wait', typeVersion: 1.1, parameters: { amount: 2, unit: 'hours' } } },
      ['Start -> W'],
    );
    const { code, out } = await millrace('run', file('wait.json', workflow));
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^◷ W\nWaiting after [^\n]*, until \d{4}-[^\n]*\. The execution is not saved: use --save to keep it\.\n$/m),
    ]);
    expect((await millrace('run', 'wait.json', '--save', '--data-dir', 'waits')).out).toMatch(/until \d{4}-\d\d-\d\dT[\d:.]*Z\.\n/);
    expect(lineOf(await millrace('run', '--json', 'wait.json')).status).toBe('waiting');
  });

  it('is the same for files of other encodings', async () => {
    writeFileSync(join(folder, 'utf16.json'), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(JSON.stringify(hello()), 'utf16le')]));
    writeFileSync(join(folder, 'bom.json'), `\uFEFF${JSON.stringify(hello())}`);
    expect((await millrace('run', 'utf16.json', 'bom.json')).code).toBe(0);
  });
});

describe('workflows of files', () => {
  const calls = (id: string, waitForSubWorkflow = true): WorkflowFile =>
    buildWorkflow(
      {
        Start: { type: 'manualTrigger', typeVersion: 1 },
        Call: {
          type: 'executeWorkflow',
          typeVersion: 1,
          parameters: { source: 'database', workflowId: id, options: { waitForSubWorkflow } },
        },
      },
      ['Start -> Call'],
      { id: 'caller' },
    );

  it('may call later files', async () => {
    const called = buildWorkflow({ Called: { type: 'executeWorkflowTrigger', typeVersion: 1 } }, [], { id: 'called' });
    expect(await millrace('run', '--json', file('caller.json', calls('called')), file('called.json', called))).toMatchObject({
      code: 0,
      err: '',
    });
  });

  it('finish even if their caller does not wait, and run the error workflow after a failure', async () => {
    const server = await stubServer((_request, response) => void response.end('{}'));
    const notify = (path: string) => ({
      type: 'httpRequest',
      typeVersion: 4.2,
      parameters: { url: `${server.address}/${path}`, options: {} },
    });
    const later = buildWorkflow(
      {
        Called: { type: 'executeWorkflowTrigger', typeVersion: 1 },
        W: { type: 'wait', typeVersion: 1.1, parameters: { amount: 0.3, unit: 'seconds' } },
        Tell: notify('later'),
      },
      ['Called -> W', 'W -> Tell'],
      { id: 'later' },
    );
    const errors = buildWorkflow({ Caught: { type: 'errorTrigger', typeVersion: 1 }, Tell: notify('caught') }, ['Caught -> Tell'], {
      id: 'errors',
    });
    const failed = { ...failing(), id: 'failing', settings: { executionOrder: 'v1', errorWorkflow: 'errors' } };
    await millrace(
      'run',
      file('caller.json', calls('later', false)),
      file('failing.json', failed),
      file('later.json', later),
      file('errors.json', errors),
    );
    await server.close();
    expect(server.received.map(({ url }) => url).sort()).toEqual(['/caught', '/caught', '/later', '/later']);
  });
});

describe.skipIf(process.platform === 'win32')('a run that is interrupted', () => {
  const nodes = {
    Start: { type: 'manualTrigger', typeVersion: 1 },
    W: { type: 'wait', typeVersion: 1.1, parameters: { amount: 50, unit: 'seconds' } },
  };
  const workflow = (): WorkflowFile => buildWorkflow(nodes, ['Start -> W'], { id: 'long' });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s is stopped and saved, and no further file is run', async (signal, code) => {
    const dataDir = join(folder, signal);
    const args = ['run', file('long.json', workflow()), file('hello.json', hello()), '--save', '--data-dir', dataDir];
    const child = spawn(process.execPath, [program, ...args], { cwd: folder });
    let isAsked = false;
    const result = await ended(child, (printed) => void (!isAsked && printed.includes('✓ Start') && (isAsked = child.kill(signal))));
    expect(result.code).toBe(code);
    expect(result.err).toMatch(/^Stopping… \(press again to quit now\)\nSaved as execution /);
    expect(result.out).toMatch(/Stopped after .*: The execution was stopped\.\n/);
    expect(result.out).not.toContain('hello.json');
    const store = await Store.open(dataDir);
    expect(await store.executionList.list({}, { limit: 5 })).toMatchObject([{ workflowId: 'long', status: 'canceled' }]);
    await store.close();
  });

  it('still print a line with --json', async () => {
    // The request shows that the run has started.
    const server = await stubServer((_request, response) => {
      response.end('{}');
      child.kill('SIGINT');
    });
    const call = { type: 'httpRequest', typeVersion: 4.2, parameters: { url: server.address, options: {} } };
    const calling = buildWorkflow({ ...nodes, Call: call }, ['Start -> Call', 'Call -> W']);
    const child = spawn(process.execPath, [program, 'run', '--json', file('calling.json', calling)], { cwd: folder });
    const result = await ended(child);
    await server.close();
    expect([result.code, lineOf(result)]).toMatchObject([130, { status: 'error', error: { message: 'The execution was stopped.' } }]);
  });
});
