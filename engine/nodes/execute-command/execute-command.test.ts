// Execute Command with the real shell.
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';
import { runCommand } from './run-command.ts';

const type = 'n8n-nodes-base.executeCommand';
const never = { folder: tmpdir(), signal: new AbortController().signal };

describe('the node', () => {
  const items = [{ t: 'a' }, { t: 'b' }];
  it.each([
    ['once', {}, ['a'], [{ item: 0 }]],
    ['for each item', { executeOnce: false }, ['a', 'b'], [{ item: 0 }, { item: 1 }]],
  ])('runs its command %s', async (_what, parameters, stdout, pairs) => {
    const { outputs, error } = await runNode({ type, parameters: { command: '=echo {{ $json.t }}', ...parameters }, items });
    expect(error).toBeUndefined();
    expect(outputs[0]).toEqual(stdout.map((text, at) => ({ json: { exitCode: 0, stderr: '', stdout: text }, pairedItem: pairs[at] })));
  });

  it('fails with the output of the command, or continues on failure', async () => {
    const failing = { type, parameters: { command: 'echo no >&2; exit 3' } };
    expect((await runNode(failing)).error?.message).toBe('The command ended with the exit code 3: no');
    const { json } = await runNode({ ...failing, node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ error: 'The command ended with the exit code 3: no' }]);
    expect((await runNode({ type, parameters: { command: ' ' } })).error?.message).toContain('The command is empty');
  });
});

describe.skipIf(process.platform === 'win32')('a command', () => {
  it('may have several lines', async () => {
    expect(await runCommand('echo one\necho two >&2\necho three', never)).toEqual({ exitCode: 0, stdout: 'one\nthree', stderr: 'two' });
  });

  it('does not receive the settings of the product', async () => {
    process.env['MILLRACE_TEST_KEY'] = 'secret';
    expect((await runCommand('env', never)).stdout).not.toContain('secret');
    delete process.env['MILLRACE_TEST_KEY'];
  });

  it('is ended with its child processes', async () => {
    const stop = new AbortController();
    const running = runCommand('sleep 1000 & echo $!; wait', { ...never, signal: stop.signal });
    queueMicrotask(() => stop.abort(new Error('stopped')));
    await expect(running).rejects.toThrow('stopped');
    await expect(runCommand('true', { ...never, signal: stop.signal })).rejects.toThrow('stopped');
  });

  it('is ended if it prints too much', async () => {
    await expect(runCommand('yes', { ...never, maxOutput: 1000 })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
});
