// `millrace sync`: files and workflows in both directions, conflicts, and what git sees.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { folderAt } from '../services/folders.ts';
import { createIds } from '../ids.ts';
import type { Store } from '../store/index.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { syncCommand } from './commands/sync.ts';
import { stepFor } from './sync/plan.ts';
import { syncedText } from './sync/tree.ts';

let folder: CliFolder;
let root: string;
beforeEach(async () => {
  folder = new CliFolder();
  root = join(folder.path, 'repo');
  await folder.look(async (store) => store.users.addOwner('owner', 1));
});
afterEach(() => folder.remove());

const workflow = (id: string, name: string, more: object = {}): WorkflowFile => ({
  ...buildWorkflow({ T: { type: 'manualTrigger', typeVersion: 1 } }, []),
  id,
  name,
  ...more,
});
const add = (store: Store, id: string, name: string, more: object = {}, folderId: string | null = null): Promise<void> =>
  store.workflows.add({ id, file: workflow(id, name, more), now: Date.now(), userId: 'owner', folderId });
const at = (store: Store, ...names: readonly string[]): Promise<string> =>
  folderAt(names, 'owner', { folders: store.folders, ids: createIds(Date.now), now: Date.now });
const sync = (...options: readonly string[]) => folder.call(syncCommand, root, ...options);
const lines = async (...options: readonly string[]): Promise<string[]> => {
  const { out, err } = await sync(...options);
  return [...out.split('\n'), ...err.split('\n')].filter((line) => line !== '' && !line.startsWith('Synchronized'));
};
const tree = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
const read = (path: string): WorkflowFile => JSON.parse(readFileSync(join(root, path), 'utf8')) as WorkflowFile;
const write = (path: string, content: object): void => writeFileSync(join(root, path), JSON.stringify(content));
const saved = (id: string) => folder.look((store) => store.workflows.find(id));

describe('millrace sync', () => {
  it('writes workflows to files in their folders, and does nothing the second time', async () => {
    await folder.look(async (store) => {
      await add(store, 'a', 'Orders', {}, await at(store, 'Sales', 'Europe/UK'));
      await add(store, 'b', 'Orders', {}, await at(store, 'Sales', 'Europe/UK'));
      await add(store, 'c', '../../Etc', {}, await at(store, '..'));
      await store.workflows.setArchived('b', false);
    });
    expect(await lines()).toEqual([
      'Sales/Europe-UK/Orders.json: written',
      'Sales/Europe-UK/Orders 2.json: written',
      'workflow/Etc.json: written',
    ]);
    expect(tree()).toEqual(['Sales/Europe-UK/Orders 2.json', 'Sales/Europe-UK/Orders.json', 'workflow/Etc.json']);
    const before = tree().map((path) => readFileSync(join(root, path), 'utf8'));
    expect(await sync()).toMatchObject({ code: 0, out: '', err: 'Synchronized: 0 changes.\n' });
    expect(tree().map((path) => readFileSync(join(root, path), 'utf8'))).toEqual(before);
    // The folder is found again, although the file system cannot hold its name.
    write('Sales/Europe-UK/Orders.json', { ...read('Sales/Europe-UK/Orders.json'), notes: 'changed' });
    await sync();
    expect(await folder.look((store) => store.folders.list())).toHaveLength(3);
  });

  it('follows each side where only that one has changed', async () => {
    await folder.look((store) => add(store, 'a', 'Orders'));
    await sync();
    write('Orders.json', { ...read('Orders.json'), name: 'Bills', tags: [{ name: 'money' }] });
    expect(await lines()).toEqual(['Orders.json: saved as workflow']);
    expect(await saved('a')).toMatchObject({ name: 'Bills', version: 2, tags: [{ name: 'money' }] });
    // Files are named after their workflows.
    expect(await lines()).toEqual(['Bills.json: written']);
    expect(tree()).toEqual(['Bills.json']);
    await folder.look(async (store) => store.folders.putWorkflows(['a'], await at(store, 'Money')));
    expect(await lines()).toEqual(['Money/Bills.json: written']);
    expect(tree()).toEqual(['Money/Bills.json']);
    mkdirSync(join(root, 'Old'));
    renameSync(join(root, 'Money/Bills.json'), join(root, 'Old/Bills.json'));
    expect(await lines()).toEqual(['Old/Bills.json: saved as workflow']);
    const record = await saved('a');
    expect(record?.version).toBe(2);
    expect((await folder.look((store) => store.folders.list())).find(({ id }) => id === record?.folderId)?.name).toBe('Old');
    expect(await lines()).toEqual([]);
  });

  it('archives workflows whose files are gone, brings them back, and removes the files of archived ones', async () => {
    await folder.look(async (store) => {
      await add(store, 'a', 'A');
      await store.workflows.setActive('a', true);
    });
    await sync();
    const content = read('A.json');
    await folder.look((store) => add(store, 'stays', 'Stays'));
    await sync();
    rmSync(join(root, 'A.json'));
    expect(await lines()).toEqual(['A.json: workflow archived, since its file was removed']);
    expect(await saved('a')).toMatchObject({ isArchived: true, active: false });
    write('A.json', content);
    expect(await lines()).toEqual(['A.json: saved as workflow']);
    expect(await saved('a')).toMatchObject({ isArchived: false, active: false });
    await folder.look((store) => store.workflows.setArchived('a', true));
    expect(await lines()).toEqual(['A.json: removed, since the workflow was archived or deleted']);
    expect(tree()).toEqual(['Stays.json']);
  });

  it('archives nothing if all files are gone, unless that is asked for', async () => {
    await folder.look((store) => add(store, 'a', 'A'));
    await sync();
    rmSync(root, { recursive: true });
    expect(await sync()).toMatchObject({
      code: 2,
      err: expect.stringContaining('contains no workflow files any more. Nothing was changed.') as string,
    });
    expect(await saved('a')).toMatchObject({ isArchived: false });
    await sync('--prefer', 'database');
    expect(tree()).toEqual(['A.json']);
    rmSync(join(root, 'A.json'));
    expect(await lines('--prefer', 'files')).toEqual(['A.json: workflow archived, since its file was removed']);
  });

  it('leaves what both sides have changed, unless one is preferred', async () => {
    await folder.look((store) => add(store, 'a', 'A'));
    await sync();
    const both = async (): Promise<void> => {
      write('A.json', { ...read('A.json'), notes: `file ${Math.random()}` });
      const record = await saved('a');
      await folder.look((store) =>
        store.workflows.update(record?.version ?? 0, {
          id: 'a',
          file: { ...workflow('a', 'A'), notes: 'here' } as WorkflowFile,
          now: Date.now(),
        }),
      );
    };
    await both();
    const { code, err } = await sync();
    expect([code, err]).toEqual([1, expect.stringContaining('A.json: the file and the workflow have both changed.') as string]);
    await sync('--prefer', 'database');
    expect(read('A.json')).toMatchObject({ notes: 'here' });
    await both();
    await sync('--prefer', 'files');
    expect((await saved('a'))?.file).toMatchObject({ notes: (read('A.json') as unknown as { notes: string }).notes });
    expect(await lines()).toEqual([]);
  });

  it('saves files without an id as new workflows, and reports the ones that it cannot use', async () => {
    mkdirSync(join(root, '.git'), { recursive: true });
    for (const [path, content] of Object.entries({
      'new.json': { nodes: [], connections: {} },
      '.git/hidden.json': { nodes: [], connections: {} },
      'package.json': { name: 'no workflow' },
      'one.json': workflow('same', 'One'),
      'two.json': workflow('same', 'Two'),
      'proto.json': { ...workflow('__proto__', 'Proto') },
    })) write(path, content); // oxfmt-ignore
    writeFileSync(join(root, 'broken.json'), '{');
    symlinkSync('/etc', join(root, 'etc'));
    const { code, out, err } = await sync();
    expect(code).toBe(1);
    expect(out.split('\n').toSorted()).toEqual([
      '',
      'new.json: saved as workflow',
      'one.json: saved as workflow',
      'proto.json: saved as workflow',
    ]);
    expect(err).toContain('broken.json: ');
    expect(err).toContain('two.json: another file has the same workflow id.');
    expect(typeof read('new.json').id).toBe('string');
    expect((await folder.look((store) => store.workflows.list())).map(({ name }) => name).toSorted()).toEqual(['One', 'Proto', 'new']);
    rmSync(join(root, 'broken.json'));
    rmSync(join(root, 'two.json'));
    expect((await sync()).code).toBe(0);
  });

  it('leaves a workflow alone whose file cannot be read, until it can', async () => {
    await folder.look(async (store) => {
      for (const name of ['A', 'B', 'C']) await add(store, name.toLowerCase(), name, {}, await at(store, 'Sales'));
      await add(store, 'd', 'D', {}, await at(store, 'Other'));
      await add(store, 'stays', 'Stays');
      await store.workflows.setActive('a', true);
    });
    await sync();
    const content = readFileSync(join(root, 'Sales/A.json'), 'utf8');
    writeFileSync(join(root, 'Sales/A.json'), `<<<<<<< HEAD\n${content}`);
    write('Sales/B.json', { name: 'no workflow' });
    rmSync(join(root, 'Sales/C.json'));
    symlinkSync(join(root, 'Sales/A.json'), join(root, 'Sales/C.json'));
    renameSync(join(root, 'Other'), join(folder.path, 'elsewhere'));
    symlinkSync(join(folder.path, 'elsewhere'), join(root, 'Other'));
    const { code, out, err } = await sync();
    expect([code, out]).toEqual([1, '']);
    for (const path of ['Sales/A', 'Sales/B', 'Sales/C', 'Other/D']) expect(err).toContain(`${path}.json: it is a link, or not a workflow`);
    expect(await saved('a')).toMatchObject({ isArchived: false, active: true });
    expect(await folder.look((store) => store.workflows.list({ isArchived: false }))).toHaveLength(5);
    // Nothing is written through the link.
    await folder.look(async (store) => add(store, 'e', 'E', {}, await at(store, 'Other')));
    expect((await sync()).err).toContain('Other/E.json: its folder is a link');
    expect(readdirSync(join(folder.path, 'elsewhere'))).toEqual(['D.json']);
    writeFileSync(join(root, 'Sales/A.json'), content);
    await sync('--prefer', 'database');
    expect(read('Sales/B.json')).toMatchObject({ id: 'b' });
    expect(read('Sales/C.json')).toMatchObject({ id: 'c' });
    expect(readFileSync(join(root, 'Sales/A.json'), 'utf8')).toBe(content);
  });

  it('overwrites no file that is not the one of the workflow', async () => {
    mkdirSync(root);
    write('package.json', { name: 'of npm' });
    write('copy.json', workflow('b', 'Bills'));
    write('bills.json', workflow('b', 'Bills', { notes: 'first' }));
    await folder.look(async (store) => {
      await add(store, 'a', 'Package');
      await add(store, 'c', 'Copy');
      await add(store, 'd', 'In packages', {}, await at(store, 'node_modules'));
    });
    await sync();
    await sync();
    expect(read('package.json')).toEqual({ name: 'of npm' });
    expect(tree()).toEqual(['Copy 2.json', 'Package 2.json', 'bills.json', 'copy.json', 'node_modules 2/In packages.json', 'package.json']);
    expect(read('copy.json').id).toBe('b');
    expect(await saved('d')).toMatchObject({ isArchived: false });
  });

  it('renames files whose names end with a number, and leaves numbers that keep names apart', async () => {
    await folder.look(async (store) => {
      await add(store, 'a', 'Orders 2024');
      await add(store, 'b', 'Same');
      await add(store, 'c', 'Same');
    });
    await sync();
    for (const name of ['Orders 2025', 'Orders']) {
      const record = await saved('a');
      const save = { id: 'a', file: workflow('a', name), now: Date.now() };
      await folder.look((store) => store.workflows.update(record?.version ?? 0, save));
      expect(await lines()).toEqual([`${name}.json: written`]);
      expect(tree()).toEqual([`${name}.json`, 'Same 2.json', 'Same.json']);
    }
    expect(await lines()).toEqual([]);
  });

  it('ends a rename that was killed before the file was moved', async () => {
    await folder.look((store) => add(store, 'a', 'A'));
    await sync();
    const save = { id: 'a', file: workflow('a', 'B'), now: Date.now() };
    await folder.look((store) => store.workflows.update(1, save));
    write('A.json', { ...read('A.json'), name: 'B' });
    expect(await lines()).toEqual(['B.json: written']);
    expect(tree()).toEqual(['B.json']);
    expect(await sync()).toMatchObject({ code: 0, out: '' });
    // If both sides have the same change, moving the file causes no conflict.
    write('elsewhere.json', { ...read('B.json'), notes: 'both' });
    rmSync(join(root, 'B.json'));
    await folder.look((store) => store.workflows.update(2, { ...save, file: workflow('a', 'B', { notes: 'both' }) }));
    expect(await lines()).toEqual(['elsewhere.json: saved as workflow']);
  });

  it('moves no workflow between folders whose names are the same in the file system, and takes decomposed accents for the same name', async () => {
    await folder.look(async (store) => {
      await add(store, 'a', 'A', {}, await at(store, 'x/y'));
      await add(store, 'b', 'B', {}, await at(store, 'x-y'));
      await add(store, 'c', 'Caf\u00E9');
    });
    await sync();
    const folders = [await saved('a'), await saved('b')].map((record) => record?.folderId);
    for (const name of ['A', 'B']) write(`x-y/${name}.json`, { ...read(`x-y/${name}.json`), notes: 'by hand' });
    renameSync(join(root, 'Caf\u00E9.json'), join(root, 'Cafe\u0301.json'));
    await sync();
    expect([await saved('a'), await saved('b')].map((record) => record?.folderId)).toEqual(folders);
    expect(await saved('b')).toMatchObject({ file: { notes: 'by hand' } });
    await sync();
    expect(tree()).toEqual(['Cafe\u0301.json', 'x-y/A.json', 'x-y/B.json']);
  });

  it('creates new folders within those whose names the file system does not have, and no second one for another case', async () => {
    const id = await folder.look(async (store) => {
      await add(store, 'a', 'A', {}, await at(store, 'x/y'));
      const sales = await at(store, 'sales');
      await add(store, 'b', 'B', {}, sales);
      return sales;
    });
    await sync();
    mkdirSync(join(root, 'x-y/New'));
    write('x-y/New/C.json', workflow('c', 'C'));
    await folder.look((store) => store.folders.update(id, { name: 'Sales', parentId: null, now: 2 }));
    expect(await lines()).toEqual(['x-y/New/C.json: saved as workflow']);
    expect((await folder.look((store) => store.folders.list())).map(({ name }) => name).toSorted()).toEqual(['New', 'Sales', 'x/y']);
    expect(tree()).toEqual(['sales/B.json', 'x-y/A.json', 'x-y/New/C.json']);
  });

  it('gives neither the workflow of a file to its copy, nor the path of a file that was moved to another workflow', async () => {
    await folder.look(async (store) => {
      await add(store, 'a', 'A');
      await add(store, 'b', 'B');
    });
    await sync();
    write('A copy.json', { ...read('B.json'), notes: 'copy' });
    expect(await lines()).toEqual(['A copy.json: another file has the same workflow id. Remove one of them, or its id']);
    expect(read('A copy.json')).toMatchObject({ notes: 'copy' });
    expect((await saved('b'))?.file).not.toHaveProperty('notes');
    rmSync(join(root, 'A copy.json'));
    renameSync(join(root, 'B.json'), join(root, 'A.json'));
    await folder.look((store) => store.workflows.update(1, { id: 'a', file: workflow('a', 'A', { notes: 'new' }), now: 2 }));
    await sync();
    expect(read('A.json').id).toBe('b');
    expect(read('A 2.json')).toMatchObject({ id: 'a', notes: 'new' });
  });

  it('reports a file that cannot be read also if it is the only one', async () => {
    await folder.look((store) => add(store, 'a', 'A'));
    await sync();
    writeFileSync(join(root, 'A.json'), '<<<<<<<');
    expect(await sync()).toMatchObject({ code: 1, err: expect.stringContaining('A.json: it is a link, or not') as string });
    await sync('--prefer', 'database');
    expect([tree(), read('A.json').id]).toEqual([['A.json'], 'a']);
  });

  it('saves a new file once if several synchronizations run at once', async () => {
    mkdirSync(root, { recursive: true });
    for (let number = 0; number < 5; number++) write(`new ${number}.json`, { nodes: [], connections: {} });
    await Promise.all([sync(), sync(), sync()]);
    expect(await folder.look((store) => store.workflows.list())).toHaveLength(5);
    expect(tree()).toHaveLength(5);
  });

  it('leaves the workflows of members alone', async () => {
    await folder.look(async (store) => {
      await store.users.invite('ben', 'ben@example.com', 1);
      await store.workflows.add({ id: 'm', file: workflow('m', 'Of Ben'), now: 1, userId: 'ben' });
    });
    expect(await lines()).toEqual([]);
    write('mine.json', workflow('m', 'Taken over'));
    await sync();
    expect((await saved('m'))?.name).toBe('Of Ben');
    expect((await folder.look((store) => store.workflows.list({ ownerId: 'owner' }))).map(({ name }) => name)).toEqual(['Taken over']);
    expect(read('mine.json').id).not.toBe('m');
  });

  it('watches both sides until it is stopped', async () => {
    await folder.look((store) => add(store, 'a', 'A'));
    const child = folder.spawn('sync', root, '--watch');
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await expect.poll(() => out).toContain('Watching');
    await folder.look((store) => add(store, 'b', 'B'));
    await expect.poll(() => out).toContain('B.json: written');
    write('A.json', { ...read('A.json'), notes: 'by hand' });
    await expect.poll(() => out).toContain('A.json: saved as workflow');
    await expect.poll(async () => (await saved('a'))?.file).toMatchObject({ notes: 'by hand' });
    child.kill('SIGINT');
    await new Promise((resolve) => child.on('close', resolve));
  });

  it.each([[[], /Specify one folder/], [['--prefer', 'me', 'x'], /files or database/]])('%j is refused', async (args, message) => {
    expect(await folder.call(syncCommand, ...args)).toMatchObject({ code: 2, err: expect.stringMatching(message) as string });
  }); // oxfmt-ignore
});

it('the text of a workflow is the same on every installation', () => {
  const file = { ...workflow('1', 'A'), meta: { instanceId: 'x', templateId: '7' }, versionId: 'v', active: true, zebra: 1, apple: 2 };
  const text = syncedText(file as unknown as WorkflowFile, ['b', 'a']);
  expect(Object.keys(JSON.parse(text) as object).join(' ')).toBe('id name tags settings nodes connections apple meta zebra');
  expect(JSON.parse(text)).toMatchObject({ meta: { templateId: '7' }, tags: [{ name: 'a' }, { name: 'b' }] });
  expect(syncedText({ ...file, meta: { instanceId: 'y', templateId: '7' }, active: false } as unknown as WorkflowFile, ['a', 'b'])).toBe(
    text,
  );
});

it.each([
  ['1', '1', '1', undefined, 'same'],
  ['2', '1', '1', undefined, 'read'],
  ['1', '2', '1', undefined, 'write'],
  ['2', '3', '1', undefined, 'conflict'],
  ['2', '3', '1', 'files', 'read'],
  ['2', '3', '1', 'database', 'write'],
  ['2', '3', '', undefined, 'conflict'],
  ['1', '', '', undefined, 'read'],
  ['1', '', '1', undefined, 'removeFile'],
  ['2', '', '1', undefined, 'read'],
  ['2', '', '1', 'database', 'removeFile'],
  ['', '1', '', undefined, 'write'],
  ['', '1', '1', undefined, 'archive'],
  ['', '2', '1', undefined, 'write'],
  ['', '2', '1', 'files', 'archive'],
  ['', '', '1', undefined, 'forget'],
] as const)('file %s, workflow %s, last time %s, preferred %s: %s', (file, workflowHash, before, preference, step) => {
  const side = (hash: string) => (hash === '' ? undefined : { hash, path: 'a.json' });
  expect(stepFor(side(file), side(workflowHash), side(before), preference)).toBe(step);
});
