import { readdirSync, readFileSync, symlinkSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { exportCommand } from './commands/export.ts';
import { fileNameOf } from './file-output.ts';
import { importCommand } from './commands/import.ts';

let folder: CliFolder;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => folder.remove());

const workflow = (id: string, name: string, more: object = {}): WorkflowFile => ({
  ...buildWorkflow({ T: { type: 'manualTrigger', typeVersion: 1 } }, []),
  id,
  name,
  ...more,
});
const exporting = (...args: readonly string[]) => folder.call(exportCommand, ...args);
const at = (...path: readonly string[]): string => join(folder.path, ...path);
const read = (...path: readonly string[]): WorkflowFile => JSON.parse(readFileSync(at(...path), 'utf8')) as WorkflowFile;

describe('millrace export', () => {
  it('exports what was imported, with the instance id and without static data', async () => {
    const file = workflow('17', 'Orders', {
      extra: { a: [1] },
      pinData: { T: [{ json: {} }] },
      staticData: { seen: 3 },
      tags: [{ name: 'Sales' }],
    });
    await folder.call(importCommand, folder.file('in.json', file));
    expect(await exporting('--id', '17', '--out', at('out.json'))).toEqual({ code: 0, out: '', err: `Orders → ${at('out.json')}\n` });
    const { staticData: _state, ...content } = file as WorkflowFile & { staticData: unknown };
    const instanceId = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const tags = [{ id: expect.any(String) as string, name: 'Sales' }];
    expect(read('out.json')).toEqual({ ...content, id: 17, active: false, tags, meta: { instanceId } });
    await folder.call(importCommand, at('out.json'));
    expect(await folder.look((store) => store.workflows.find('17'))).toMatchObject({ version: 2, file: { staticData: { seen: 3 } } });
  });

  it('writes the same bytes again after an import of its file', async () => {
    const file = workflow('w', 'Orders', { extra: 1, versionId: 'v' });
    await folder.call(importCommand, folder.file('in.json', file));
    await exporting('--id', 'w', '--out', at('first.json'));
    await folder.call(importCommand, at('first.json'));
    await exporting('--id', 'w', '--out', at('second.json'));
    expect(readFileSync(at('second.json'), 'utf8')).toBe(readFileSync(at('first.json'), 'utf8'));
  });

  it('writes each workflow to its own file, the same one every time', async () => {
    const evil = 'CON\u202e../../a/b:c?\u0000';
    await folder.save(workflow('1', 'Same'), workflow('2', 'same'), workflow('3', evil), workflow('4', ''), workflow('5', '..'));
    const files = ['CON ..-..-a-bc.json', 'Same.json', 'same 2.json', 'workflow 2.json', 'workflow.json'];
    expect(await exporting('--all', '--out', at('deep/out'))).toMatchObject({ code: 0 });
    expect(readdirSync(at('deep/out')).sort()).toEqual(files);
    await folder.save(workflow('1', 'Same', { changed: true }));
    await exporting('--all', '--out', at('deep/out'));
    expect(readdirSync(at('deep/out')).sort()).toEqual(files);
    expect([read('deep/out/Same.json'), read('deep/out/same 2.json')]).toMatchObject([{ id: 1, changed: true }, { id: 2 }]);
  });

  it('writes a workflow to a folder that has another workflow with the same name', async () => {
    await folder.save(workflow('1', 'Same'), workflow('2', 'Same'));
    await exporting('--id', '2', '--out', `${at('out')}/`);
    await exporting('--id', '1', '--out', at('out'));
    expect([read('out/Same.json').id, read('out/Same 2.json').id]).toEqual([2, 1]);
  });

  it('writes files to standard output that import accepts', async () => {
    await folder.save(workflow('a', 'A\u001b\u202e'), workflow('b', 'B'));
    const { out } = await exporting('--all', '--out', '-');
    // oxlint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
    expect(JSON.parse(out)).toMatchObject([{ id: 'a', name: 'A\u001b\u202e' }, { id: 'b' }]);
    expect(JSON.parse((await exporting('--id', 'b', '--out', '-')).out)).toMatchObject({ id: 'b' });
    expect(await folder.call(importCommand, folder.file('list.json', out))).toMatchObject({ code: 0 });
  });

  it('replaces a workflow file, also through a link, and leaves no temporary files', async () => {
    await folder.save(workflow('a', 'A'));
    folder.file('real.json', workflow('z', 'Z'));
    symlinkSync(at('real.json'), at('link.json'));
    expect(await exporting('--id', 'a', '--out', at('link.json'))).toMatchObject({ code: 0 });
    expect([lstatSync(at('link.json')).isSymbolicLink(), read('real.json').id]).toEqual([true, 'a']);
    expect(readdirSync(folder.path).sort()).toEqual(['data', 'link.json', 'real.json']);
  });

  it('overwrites other files only with --force', async () => {
    await folder.save(workflow('a', 'A'));
    const path = folder.file('letter.txt', 'Dear Ada');
    const rejected = await exporting('--id', 'a', '--out', path);
    expect([rejected.code, rejected.err]).toEqual([
      1,
      expect.stringMatching(/letter\.txt cannot be written: it already exists and is not a workflow\./),
    ]);
    expect(readFileSync(path, 'utf8')).toBe('Dear Ada');
    expect(await exporting('--id', 'a', '--out', path, '--force')).toMatchObject({ code: 0 });
    expect(read('letter.txt').id).toBe('a');
  });

  it.each<[string, () => readonly string[], number, RegExp]>([
    [
      'a folder that is not there',
      () => ['--id', 'a', '--out', at('no/where.json')],
      1,
      /A was not written: .*where\.json cannot be written: there is no such file\.\n$/,
    ],
    ['a device', () => ['--id', 'a', '--out', '/dev/null', '--force'], 1, /\/dev\/null cannot be written: it is not a regular file\.\n$/],
    [
      'a file where a folder is needed',
      () => ['--all', '--out', folder.file('f.json', '{}')],
      2,
      /f\.json cannot be written: it is a file, but a folder is needed\.\n$/,
    ],
    ['an unknown id', () => ['--id', 'b', '--out', '-'], 2, /^There is no workflow with the id "b"\. See: millrace list\n$/],
    [
      'neither id nor all',
      () => ['--out', '-'],
      2,
      /^Specify one workflow with --id ID, or all workflows with --all\. See: millrace help export\n$/,
    ],
    ['both', () => ['--all', '--id', 'a', '--out', '-'], 2, /^Specify one workflow with --id ID, or all/],
    ['no destination', () => ['--id', 'a'], 2, /^Specify the destination: millrace export --out FILE/],
    ['an empty id', () => ['--id', '', '--out', '-'], 2, /^The option --id is empty\. See: millrace help export\n$/],
  ])('rejects %s', async (_case, args, code, message) => {
    await folder.save(workflow('a', 'A'));
    expect(await exporting(...args())).toMatchObject({ code, out: '', err: expect.stringMatching(message) as string });
  });

  it('does not create a database', async () => {
    expect(await exporting('--all', '--out', at('out'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no database in ') as string,
    });
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe('file names', () => {
  it.each([
    ['Orders & more', 'Orders & more.json'],
    ['../../etc/passwd', 'etc-passwd.json'],
    ['..\\..\\windows', 'windows.json'],
    ['.hidden', 'hidden.json'],
    ['con', '_con.json'],
    ['LPT1', '_LPT1.json'],
    ['a<b>:"|?*c', 'abc.json'],
    ['ends with. ', 'ends with.json'],
    ['', 'workflow.json'],
    ['/', 'workflow.json'],
    ['e\u0301t\u00e9', '\u00e9t\u00e9.json'],
  ])('%j', (name, file) => {
    expect(fileNameOf(name)).toBe(file);
  });

  it('stay short enough for every file system', () => {
    for (const name of ['x'.repeat(5000), 'ü'.repeat(300), '🌊'.repeat(300)]) {
      expect(Buffer.byteLength(fileNameOf(name, 1000))).toBeLessThan(255);
      expect(fileNameOf(name).isWellFormed()).toBe(true);
    }
  });
});
