// Importing files: accepted files, preserved fields, and rejected files.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { N8N_KEY, writeN8nHome } from '../testing/n8n-home.ts';
import { importCommand } from './commands/import.ts';

let folder: CliFolder;
beforeEach(() => (folder = new CliFolder()));
afterEach(() => folder.remove());

const workflow = (id: unknown, name: unknown, more: object = {}): WorkflowFile => ({
  ...buildWorkflow({ T: { type: 'manualTrigger', typeVersion: 1 } }, []),
  id: id as string,
  name: name as string,
  ...more,
});
const hook = (id: string, path: string): WorkflowFile =>
  buildWorkflow({ Hook: { type: 'webhook', typeVersion: 2, webhookId: `hook-${id}`, parameters: { path } } }, [], {
    id,
    name: `Hook ${id}`,
  });
const importing = (...args: readonly string[]) => folder.call(importCommand, ...args);
const saved = (id: string) => folder.look((store) => store.workflows.find(id));

describe('millrace import', () => {
  it('accepts a file, a list as in backups, and all JSON files of a folder', async () => {
    const dir = join(folder.path, 'dir');
    mkdirSync(join(dir, 'deeper.json'), { recursive: true });
    folder.file('dir/b.json', workflow('b', 'B'));
    folder.file('dir/a.JSON', workflow('a', 'A'));
    folder.file('dir/readme.md', 'no workflow');
    const list = folder.file('list.json', [workflow('l1', 'One'), workflow(17, 'Two')]);
    const { code, out, err } = await importing(folder.file('one.json', workflow('x', 'X')), list, dir);
    expect([code, out.split('\n')]).toEqual([0, ['X (x): new', 'One (l1): new', 'Two (17): new', 'A (a): new', 'B (b): new', '']]);
    expect(err).toBe(
      '5 workflows imported.\nWorkflows that are not marked active are inactive. Activate one with: millrace activate --id ID\n',
    );
    expect((await importing(list)).out).toBe('One (l1): updated\nTwo (17): updated\n');
  });

  it('keeps content, names and unknown fields, and stores fields with their own column there', async () => {
    const file = workflow('w', 'Same', { active: true, meta: { x: 1 }, extra: [1], createdAt: '2020-01-01', staticData: { seen: 3 } });
    await importing(folder.file('a.json', [file, { ...file, id: 'v' }]));
    const { file: imported, name, active } = (await saved('w')) as NonNullable<Awaited<ReturnType<typeof saved>>>;
    expect([name, active, (await saved('v'))?.name]).toEqual(['Same', false, 'Same']);
    expect(imported).toMatchObject({ nodes: file.nodes, connections: {}, meta: { x: 1 }, extra: [1], staticData: { seen: 3 } });
    expect(imported).not.toHaveProperty('createdAt');
  });

  it('says what a workflow lacks, and what behaves otherwise', async () => {
    const file = buildWorkflow({ P: { type: 'code', typeVersion: 2, parameters: { language: 'python' } } }, [], { id: 'p', name: 'P' });
    const unknown = { id: 'f', name: 'Fly', type: 'n8n-nodes-airship.fly', typeVersion: 1, position: [0, 0] as const, parameters: {} };
    const { code, out, err } = await importing(folder.file('p.json', { ...file, nodes: [...file.nodes, unknown] }));
    expect([code, out.split('\n').slice(0, 3)]).toEqual([
      0,
      [
        'P (p): new',
        '  needs n8n-nodes-airship.fly of the package n8n-nodes-airship',
        '  P: Python code does not run: write it in JavaScript.',
      ],
    ]);
    expect(err).toContain('Install a package that is missing with: millrace package install n8n-nodes-airship\n');
  });

  it('names the command for exported credentials', async () => {
    const file = folder.file('c.json', [{ id: '1', name: 'C', type: 'slackApi', data: 'U2FsdGVk' }]);
    expect((await importing(file)).err).toContain(`${file}: it contains credentials. Import them with: millrace credentials import FILE\n`);
  });

  it('reports an unreadable file in one sentence without showing its content', async () => {
    const dir = join(folder.path, 'dir');
    mkdirSync(dir);
    execFileSync('mkfifo', [join(dir, 'a-pipe.json')]);
    folder.file('dir/b-deep.json', '['.repeat(200_000) + ']'.repeat(200_000));
    folder.file('dir/c-secret.json', 'root:secret');
    folder.file('dir/d-good.json', workflow('g', 'Good'));
    const { code, out, err } = await importing(dir);
    expect([code, out]).toEqual([1, 'Good (g): new\n']);
    expect(err.split('\n').slice(0, 3)).toEqual([
      `${join(dir, 'a-pipe.json')} cannot be read: it is not a regular file.`,
      `${join(dir, 'b-deep.json')} is nested more than 1000 levels deep.`,
      `${join(dir, 'c-secret.json')} is not JSON: it contains an unexpected character.`,
    ]);
    expect(err).not.toContain('root');
  });

  it('assigns new ids to nodes without a unique id, and version 1 to nodes without a version', async () => {
    const [node] = workflow('w', 'W').nodes;
    const { typeVersion: _version, ...old } = node as NonNullable<typeof node>;
    const nodes = ['A', 'B', 'C', 'D'].map((name, index) => ({ ...old, name, id: index < 2 ? null : 'same' }));
    await importing(folder.file('a.json', { ...workflow('w', 'W'), nodes }));
    const importedNodes = (await saved('w'))?.file.nodes ?? [];
    expect(importedNodes.map(({ typeVersion }) => typeVersion)).toEqual([1, 1, 1, 1]);
    expect(new Set(importedNodes.map(({ id }) => id)).size).toBe(4);
    expect(importedNodes.map(({ id }) => id)).toEqual([expect.any(String), expect.any(String), 'same', expect.any(String)]);
    expect(importedNodes.some(({ id }) => id === 'null')).toBe(false);
  });

  it('overwrites an existing id as a new version: the previous version and static data are retained, and it stays active', async () => {
    await folder.save(workflow('w', 'Old', { active: true, staticData: { seen: 3 } }));
    const { out, err } = await importing(folder.file('a.json', workflow('w', 'New', { active: false })));
    expect([out, err]).toEqual([expect.stringMatching(/, active\n$/), '1 workflow imported.\n']);
    expect(await saved('w')).toMatchObject({ name: 'New', active: true, version: 2, file: { staticData: { seen: 3 } } });
    expect(await folder.look((store) => store.workflowVersions.list('w'))).toMatchObject([
      { version: 2 },
      { version: 1, workflowName: 'Old' },
    ]);
  });

  it('says how many nodes and connections of a replaced workflow differ', async () => {
    const nodes = ['A', 'B', 'C'].map((name) => ({ ...workflow('w', 'W').nodes[0], id: name, name }));
    const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
    await folder.save(workflow('w', 'W', { nodes, connections: { A: to('B'), B: to('C') } }));
    const changed = [nodes[0], { ...nodes[1], disabled: true }, { ...nodes[2], id: 'D', name: 'D' }];
    const { out } = await importing(folder.file('a.json', workflow('w', 'W', { nodes: changed, connections: { A: to('B'), B: to('D') } })));
    expect(out).toContain('updated, nodes +1 -1 ~1, connections +1 -1\n');
    const again = await importing(folder.file('a.json', workflow('w', 'W', { nodes: changed, connections: { A: to('B'), B: to('D') } })));
    expect(again.out).toMatch(/: updated\n$/);
  });

  it('finds tags by name, creates missing tags, and keeps the tags of a workflow whose file has none', async () => {
    await folder.look((store) => store.tags.add('t1', 'Sales', 1));
    const tags = [{ id: 'other', name: 'sales' }, 'New one', { name: ' New one ' }, { id: 'nameless' }, 7];
    await importing(folder.file('a.json', workflow('w', 'W', { tags })));
    expect((await saved('w'))?.tags.map(({ name }) => name)).toEqual(['New one', 'Sales']);
    await importing(folder.file('a.json', workflow('w', 'W')));
    expect((await saved('w'))?.tags.map(({ id }) => id)).toContain('t1');
    await importing(folder.file('a.json', workflow('w', 'W', { tags: [] })));
    expect((await saved('w'))?.tags).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['without an id', undefined, 'Named'],
    ['with an id that cannot be part of a URL', '../etc', 'Named'],
    ['without a name', 'ok', ''],
    ['with a name that is not a text', 'ok', 5],
  ] as never)('gives a workflow %s what it lacks', async (_case, id, name) => {
    await importing(folder.file('from file.json', workflow(id, name)));
    const [only] = await folder.look((store) => store.workflows.list());
    expect(only).toMatchObject({ id: id === 'ok' ? 'ok' : (expect.stringMatching(/^[0-9A-Z]{16}$/) as string) });
    expect(only?.name).toBe(name === 'Named' ? 'Named' : 'from file');
  });

  it('assigns new workflows to the owner', async () => {
    await folder.look((store) => store.users.addOwner('owner-1', 1));
    await importing(folder.file('a.json', workflow('w', 'W')));
    expect((await saved('w'))?.ownerId).toBe('owner-1');
  });

  it.each<[string, unknown, string]>([
    ['no JSON', 'hello', 'bad.json is not JSON: '],
    [
      'not a workflow',
      { a: 1 },
      'bad.json: The file is not a workflow: it has no "nodes". Choose a workflow that was exported as a file.\n',
    ],
    ['an empty list', [], 'bad.json: The file contains an empty list.\n'],
    ['one of a list', [workflow('l', 'L'), 5], 'bad.json, workflow 2: The file is not a workflow: its content is not an object.'],
    ['a node without type', { nodes: [{ name: 'a\u001b[2J' }] }, 'bad.json: The node "a [2J" has no type.'],
  ])('names what is none and takes the others: %s', async (_case, bad, message) => {
    const { code, out, err } = await importing(folder.file('bad.json', bad), folder.file('good.json', workflow('g', 'Good')));
    expect([code, out]).toEqual([1, expect.stringContaining('Good (g): new\n')]);
    expect(err).toContain(join(folder.path, message));
    expect(err).toMatch(/\n1 could not be imported\.\n$/);
  });

  it('reports missing files and folders without workflow files', async () => {
    mkdirSync(join(folder.path, 'empty'));
    const { code, err } = await importing(join(folder.path, 'nowhere.json'), join(folder.path, 'empty'));
    expect([code, err.replaceAll(`${folder.path}/`, '')]).toEqual([
      1,
      'nowhere.json cannot be read: there is no such file.\nempty contains no JSON files.\n0 workflows imported.\n2 could not be imported.\n',
    ]);
  });

  it('activates with --activate, and reports workflows that cannot be activated', async () => {
    await folder.save({ ...hook('old', 'orders'), active: true });
    const files = [hook('fresh', 'fresh'), hook('second', 'orders'), workflow('none', 'None')];
    const { code, out, err } = await importing('--activate', folder.file('a.json', files));
    expect([code, out]).toEqual([1, 'Hook fresh (fresh): new, active\nHook second (second): new\nNone (none): new\n']);
    expect(err).toMatch(/^Hook second \(second\) could not be activated: .* taken by the node "Hook" of the workflow "Hook old"\./m);
    expect(err).toMatch(/^None \(none\) could not be activated: Nothing starts the workflow "None"/m);
    expect(err).toMatch(/\n3 workflows imported\.\n2 workflows could not be activated\.\n$/);
    const active = await folder.look((store) => store.workflows.list({ active: true }));
    expect(active.map(({ id }) => id).sort()).toEqual(['fresh', 'old']);
  });

  it('keeps overwritten workflows active with --activate', async () => {
    await folder.save({ ...hook('old', 'orders'), active: true });
    expect(await importing('--activate', folder.file('a.json', hook('old', 'elsewhere')))).toMatchObject({ code: 0 });
    expect(await saved('old')).toMatchObject({ active: true, version: 2 });
  });

  it('does not print control characters of a file', async () => {
    const { out } = await importing(folder.file('a.json', workflow('w', 'Evil\u001b[2J\n\u202eName')));
    expect(out).toBe('Evil [2J Name (w): new\n');
  });

  it.each([
    [[], 'Specify at least one file or folder: millrace import FILE|DIR…\n'],
    [['--fast'], 'There is no option --fast. See: millrace help import\n'],
  ])('rejects bad use: %j', async (args, err) => {
    expect(await importing(...args)).toEqual({ code: 2, out: '', err });
  });
});

describe('millrace import --n8n-home', () => {
  it('imports an installation before the first start, and prints what came and what is missing', async () => {
    const home = join(folder.path, 'home');
    writeN8nHome(home);
    const { code, out, err } = await importing('--n8n-home', home);
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      'Orders (wf1): new, was active in n8n, inactive here',
      '  needs n8n-nodes-base.slack of the package n8n-nodes-base',
      'Old one (wf2): new, archived',
      '  needs n8n-nodes-airship.fly of the package n8n-nodes-airship',
      expect.stringMatching(/^ {2}The workflow uses the legacy execution order/) as string,
      'Published (wf3): new, was active in n8n, inactive here',
      '  needs n8n-nodes-base.dataTable of the package n8n-nodes-base',
      'Data table Cities: 2 rows',
      '',
    ]);
    expect(err.split('\n')).toEqual([
      expect.stringContaining('The credential "Not ours" was not imported: ') as string,
      expect.stringContaining('The workflow "Broken" was not imported: ') as string,
      'Imported 3 workflows, 1 credential, 2 folders, 2 tags and 1 data table.',
      'Install a package that is missing with: millrace package install n8n-nodes-base',
      'Install a package that is missing with: millrace package install n8n-nodes-airship',
      'Deactivate the workflows in n8n before you activate them here: otherwise both run them.',
      '',
    ]);
    expect((await folder.look((store) => store.folders.list())).map(({ name }) => name)).toEqual(['Europe', 'Sales']);
    const again = JSON.parse((await importing('--n8n-home', home, '--json', '--key', N8N_KEY)).out) as { dataTables: unknown };
    expect(again.dataTables).toMatchObject([{ name: 'Cities', isNew: false }]);
  });

  it.each([
    [['--n8n-home', 'nowhere'], /nowhere is not the home folder of n8n/],
    [['--n8n-home', 'x', 'file.json'], /without other files/],
    [['--key', 'x', 'file.json'], /belong to --n8n-home/],
    [['--json', 'file.json'], /--json belongs to --n8n-home/],
  ])('%j is refused', async (args, message) => {
    expect(await importing(...args)).toMatchObject({ code: 2, err: expect.stringMatching(message) as string });
  });
});
