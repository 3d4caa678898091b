import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { listCommand } from './commands/workflows.ts';

let folder: CliFolder;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => folder.remove());

const listing = (...args: readonly string[]) => folder.call(listCommand, ...args);

describe('millrace list', () => {
  it('shows id, active state, last change and name, last changed first', async () => {
    await folder.look(async ({ workflows }) => {
      await workflows.save('a-long-id', buildWorkflow({}, [], { name: 'First' }), Date.UTC(2026, 0, 2));
      await workflows.save('b', buildWorkflow({}, [], { name: 'Evil\u001b[2J\u009b\nName', active: true }), Date.UTC(2026, 0, 3));
    });
    const head = 'ID         Active  Updated                   Name';
    const second = 'b          on      2026-01-03T00:00:00.000Z  Evil [2J Name';
    const first = 'a-long-id  off     2026-01-02T00:00:00.000Z  First';
    expect(await listing()).toEqual({ code: 0, out: `${head}\n${second}\n${first}\n`, err: '' });
    expect((await listing('--active')).out.split('\n').length).toBe(3);
    const { out } = await listing('--json');
    expect(out).toContain('\\u009b');
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: 'b', name: 'Evil\u001b[2J\u009b\nName', active: true, updatedAt: '2026-01-03T00:00:00.000Z', tags: [] },
      { id: 'a-long-id', name: 'First', active: false, updatedAt: '2026-01-02T00:00:00.000Z', tags: [] },
    ]);
  });

  it('prints nothing on standard output if there are no workflows', async () => {
    await folder.look(async () => undefined);
    expect(await listing('--json')).toEqual({ code: 0, out: '', err: '' });
    expect(await listing()).toEqual({ code: 0, out: '', err: 'There are no workflows.\n' });
  });

  it.each([
    [['more'], /^Unexpected argument 'more'\. See: millrace help list\n$/],
    [['--active=yes'], /^The option --active takes no value\. See: millrace help list\n$/],
    [[], /^There is no database in .*data\. Start Millrace or import a workflow first, or use another folder with --data-dir\.\n$/],
  ])('rejects bad use: %j', async (args, err) => {
    expect(await listing(...args)).toEqual({ code: 2, out: '', err: expect.stringMatching(err) as string });
  });
});
