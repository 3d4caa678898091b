// The home folder of n8n is imported over REST: what comes, what is reported, and that the folder is only read.
import {
  chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs'; // oxfmt-ignore
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Folder } from '../../contract/rest/folders.ts';
import type { ImportReport } from '../../contract/rest/imports.ts';
import type { ListedWorkflow, SavedWorkflow } from '../../contract/rest/workflows.ts';
import { N8N_KEY, writeN8nHome } from '../../testing/n8n-home.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import { differences, LEGACY_ORDER } from './differences.ts';

let running: RunningServer;
let home: string;
beforeEach(async () => {
  running = await runningServer({ hasPeople: true });
  home = mkdtempSync(join(tmpdir(), 'millrace-n8n-home-'));
});
afterEach(async () => {
  await running.close();
  rmSync(home, { recursive: true, force: true });
});

const importing = (body: object): Promise<ImportReport> => running.data({ method: 'POST', url: '/rest/imports/n8n-home', body }, 'owner');
const workflows = (): Promise<ListedWorkflow[]> => running.data({ url: '/rest/workflows' }, 'owner');
/** Changes the database as n8n does. */
function change(sql: string): void {
  const database = new DatabaseSync(join(home, 'database.sqlite'));
  database.exec(sql);
  database.close();
}
const contents = (): unknown => readdirSync(home).map((name) => [name, readFileSync(join(home, name)).toString('base64')]);

it('brings workflows, folders, tags, credentials and data tables, and reports the rest', async () => {
  writeN8nHome(home);
  const before = contents();
  const report = await importing({ folder: home });
  expect(contents()).toEqual(before);
  expect(report.workflows).toEqual([
    { id: 'wf1', name: 'Orders', isNew: true, wasActive: true, isArchived: false, differences: [],
      missing: [{ type: 'n8n-nodes-base.slack', package: 'n8n-nodes-base' }] },
    { id: 'wf2', name: 'Old one', isNew: true, wasActive: false, isArchived: true, differences: [{ text: LEGACY_ORDER, nodes: [] }],
      missing: [{ type: 'n8n-nodes-airship.fly', package: 'n8n-nodes-airship' }] },
    { id: 'wf3', name: 'Published', isNew: true, wasActive: true, isArchived: false, differences: [],
      missing: [{ type: 'n8n-nodes-base.dataTable', package: 'n8n-nodes-base' }] },
  ]); // oxfmt-ignore
  expect(report).toMatchObject({ folders: 2, tags: 2, credentials: [{ id: 'cred1', name: 'Our Slack', isNew: true }] });
  expect(report.failures).toMatchObject([
    { kind: 'credential', name: 'Not ours', reason: expect.stringContaining('cannot be opened with this n8n key') as string },
    { kind: 'workflow', name: 'Broken' },
  ]);
  const listed = await workflows();
  const byName = listed.toSorted((one, other) => one.name.localeCompare(other.name));
  expect(byName.map(({ name, active, isArchived }) => [name, active, isArchived])).toEqual([
    ['Old one', false, true],
    ['Orders', false, false],
    ['Published', false, false],
  ]);
  const folders = await running.data<Folder[]>({ url: '/rest/folders' }, 'owner');
  const sales = folders.find(({ name }) => name === 'Sales');
  const europe = folders.find(({ name }) => name === 'Europe');
  expect([europe?.parentId, europe?.workflows]).toEqual([sales?.id, 1]);
  expect(listed.find(({ id }) => id === 'wf1')).toMatchObject({ folderId: europe?.id, tags: [{ name: 'billing' }] });
  // The node refers to the table that was made here.
  const { nodes } = await running.data<SavedWorkflow>({ url: '/rest/workflows/wf3' }, 'owner');
  const [table] = report.dataTables;
  expect(table).toMatchObject({ name: 'Cities', rows: 2, isNew: true });
  expect(nodes).toMatchObject([{ parameters: { dataTableId: { mode: 'list', value: table?.id } } }]);
});

it('can be repeated: workflows are replaced, and tables are left as they are', async () => {
  writeN8nHome(home);
  await importing({ folder: home });
  const again = await importing({ folder: home });
  expect(again.workflows.map(({ id, isNew }) => [id, isNew])).toEqual([['wf1', false], ['wf2', false], ['wf3', false]]); // oxfmt-ignore
  expect(again.dataTables).toMatchObject([{ rows: 0, isNew: false }]);
  expect(again.credentials).toMatchObject([{ id: 'cred1', isNew: false }]);
  expect(await workflows()).toHaveLength(3);
  expect(await running.data({ url: '/rest/folders' }, 'owner')).toHaveLength(2);
});

it('reads the log of an n8n that was killed', async () => {
  writeN8nHome(home, { hasLog: true });
  const before = contents();
  const { workflows: imported } = await importing({ folder: home });
  expect(imported[0]?.name).toBe('Orders, as in the log');
  expect(contents()).toEqual(before);
});

it('takes the key of the request, and the folder above .n8n', async () => {
  writeN8nHome(join(home, '.n8n'), { key: null });
  const without = await importing({ folder: home });
  expect(without.failures.filter(({ kind }) => kind === 'credential').map(({ reason }) => reason)).toEqual([
    expect.stringContaining('Give the encryption key') as string,
    expect.stringContaining('Give the encryption key') as string,
  ]);
  expect((await importing({ folder: home, key: N8N_KEY })).credentials).toHaveLength(1);
  expect((await importing({ folder: home, key: 'another key' })).credentials).toMatchObject([{ name: 'Not ours' }]);
});

it('leaves a workflow inactive that was activated since the last time, archived or not', async () => {
  writeN8nHome(home);
  change("update workflow_entity set nodes = (select nodes from workflow_entity where id = 'wf1') where id in ('wf2', 'wf3')");
  change("update workflow_entity set nodes = replace(nodes, 'n8n-nodes-base.slack', 'n8n-nodes-base.noOp')");
  change("update workflow_entity set nodes = replace(nodes, 'manualTrigger', 'scheduleTrigger'), \"isArchived\" = 0");
  await importing({ folder: home });
  for (const id of ['wf1', 'wf2']) {
    expect((await running.send({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: true } }, 'owner')).status).toBe(200);
  }
  change('update workflow_entity set "isArchived" = 1 where id = \'wf2\'');
  await importing({ folder: home });
  const byId = new Map((await workflows()).map((workflow) => [workflow.id, [workflow.active, workflow.isArchived]]));
  expect(byId.get('wf1')).toEqual([false, false]);
  expect(byId.get('wf2')).toEqual([false, true]);
});

it('brings tables of projects with one name, and tags that differ by case', async () => {
  writeN8nHome(home);
  change(`create table archived_workflow_entity (id text); create table newer (id text);
    alter table workflow_entity add column newer text;
    insert into tag_entity (id, name) values ('t3', 'Billing'), ('t4', '__proto__');
    insert into workflows_tags values ('wf1', 't3'), ('wf1', 't4');
    insert into data_table (id, name) values ('table2', 'Cities'), ('table3', 'Cities 2');
    insert into data_table_column (id, name, type, "index", "dataTableId") values
      ('d1', 'mayor', 'string', 0, 'table2'), ('d2', 'river', 'string', 0, 'table3');
    create table data_table_user_table2 (id integer primary key, mayor text);
    create table data_table_user_table3 (id integer primary key, river text);
    insert into data_table_user_table2 (mayor) values ('Ada')`);
  const tables = async () => (await importing({ folder: home })).dataTables.map(({ name, rows, isNew }) => [name, rows, isNew]);
  expect(await tables()).toEqual([['Cities', 2, true], ['Cities 2', 1, true], ['Cities 2 2', 0, true]]); // oxfmt-ignore
  expect(await tables()).toEqual([['Cities', 0, false], ['Cities 2', 0, false], ['Cities 2 2', 0, false]]); // oxfmt-ignore
  const { tags = [] } = (await workflows()).find(({ id }) => id === 'wf1') ?? {};
  expect(tags.map(({ name }) => name).toSorted()).toEqual(['__proto__', 'billing']);
});

it('leaves no half of a table', async () => {
  writeN8nHome(home);
  change("update data_table_user_table1 set people = 'many' where city = 'Basel'");
  expect((await importing({ folder: home })).failures).toContainEqual(expect.objectContaining({ kind: 'dataTable', name: 'Cities' }));
  change("update data_table_user_table1 set people = 1 where city = 'Basel'");
  expect((await importing({ folder: home })).dataTables).toMatchObject([{ name: 'Cities', rows: 2, isNew: true }]);
});

it('ignores the change that an n8n with a rollback journal had not finished when it was killed', async () => {
  writeN8nHome(home);
  const file = join(home, 'database.sqlite');
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = delete; pragma cache_size = 1; create table filler (text text);
    begin; update workflow_entity set name = 'Half'; insert into filler
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) select hex(randomblob(400)) from n`);
  const copy = join(home, 'killed');
  mkdirSync(copy);
  for (const name of ['database.sqlite', 'database.sqlite-journal']) copyFileSync(join(home, name), join(copy, name));
  database.close();
  const { workflows: imported } = await importing({ folder: copy });
  expect(imported[0]?.name).toBe('Orders');
});

it('takes the path of the database itself, whatever its name, and a link to it', async () => {
  writeN8nHome(home, { hasLog: true });
  mkdirSync(join(home, 'a link'));
  symlinkSync(join(home, 'database.sqlite'), join(home, 'a link/database.sqlite'));
  for (const path of ['database.sqlite', 'a link']) {
    expect((await importing({ folder: join(home, path) })).workflows[0]?.name).toBe('Orders, as in the log');
  }
  for (const suffix of ['', '-wal']) renameSync(join(home, `database.sqlite${suffix}`), join(home, `own.db${suffix}`));
  const { workflows: imported, credentials } = await importing({ folder: join(home, 'own.db') });
  expect([imported[0]?.name, credentials.length]).toEqual(['Orders, as in the log', 1]);
});

it('finds the tables by their prefix, beside others whose names end like theirs', async () => {
  writeN8nHome(home);
  const database = new DatabaseSync(join(home, 'database.sqlite'));
  const names = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name));
  for (const name of names.filter((each) => !each.startsWith('sqlite_'))) database.exec(`alter table "${name}" rename to "main_${name}"`);
  database.exec('create table old_workflow_entity (id text, name text)');
  database.close();
  const { workflows: imported, credentials } = await importing({ folder: home });
  expect([imported.length, credentials.length]).toEqual([3, 1]);
});

it('names workflows whose content is damaged, and calls one without a name by its id', async () => {
  writeN8nHome(home);
  change(`update workflow_entity set connections = '{' where id = 'wf1'; update workflow_entity set settings = 'x' where id = 'wf2';
    update workflow_entity set name = '' where id = 'wf3'`);
  const { failures, workflows: imported } = await importing({ folder: home });
  expect(failures.filter(({ kind }) => kind === 'workflow')).toMatchObject([
    { name: 'Orders', reason: expect.stringContaining('connections') as string },
    { name: 'Old one', reason: expect.stringContaining('settings') as string },
    { name: 'Broken' },
  ]);
  expect(imported.map(({ id, name }) => [id, name])).toEqual([['wf3', 'wf3']]);
});

it('imports nothing of a damaged database', async () => {
  writeN8nHome(home);
  change(`insert into workflow_entity (id, name, active, nodes, connections)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 200) select 'more' || i, 'More', 0, '[]', hex(zeroblob(1500)) from n`);
  const file = join(home, 'database.sqlite');
  writeFileSync(file, readFileSync(file).fill(0xff, 100 * 4096, 120 * 4096));
  const { status, body } = await running.send({ method: 'POST', url: '/rest/imports/n8n-home', body: { folder: home } }, 'owner');
  expect([status, body.message]).toEqual([400, expect.stringMatching(/^The database of n8n is damaged: /) as string]);
  expect(await workflows()).toEqual([]);
});

it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('says that the database cannot be read', async () => {
  writeN8nHome(home);
  chmodSync(join(home, 'database.sqlite'), 0);
  const { status, body } = await running.send({ method: 'POST', url: '/rest/imports/n8n-home', body: { folder: home } }, 'owner');
  expect([status, body.message]).toEqual([400, expect.stringContaining('cannot be copied') as string]);
});

it.each([
  ['is not there', (): void => undefined, 404],
  ['is no database', () => writeFileSync(join(home, 'database.sqlite'), 'text that is no database'), 400],
  ['is a folder', () => mkdirSync(join(home, 'database.sqlite')), 404],
  ['is empty', () => writeFileSync(join(home, 'database.sqlite'), ''), 400],
] as const)('a database that %s is refused with the reason', async (_, prepare, status) => {
  prepare();
  const response = await running.send({ method: 'POST', url: '/rest/imports/n8n-home', body: { folder: home } }, 'owner');
  expect([response.status, response.body.message]).toEqual([status, expect.stringMatching(/n8n/) as string]);
  expect(readdirSync(running.dataDir).filter((name) => name.startsWith('.n8n-home'))).toEqual([]);
});

it('takes a tilde as the home folder of the user whose server it is', async () => {
  writeN8nHome(home);
  vi.stubEnv('HOME', tmpdir());
  vi.stubEnv('USERPROFILE', tmpdir());
  const { workflows: imported } = await importing({ folder: `~/${basename(home)}` });
  vi.unstubAllEnvs();
  expect(imported).toHaveLength(3);
});

it('is for the owner only', async () => {
  writeN8nHome(home);
  const request = { method: 'POST', url: '/rest/imports/n8n-home', body: { folder: home } } as const;
  expect((await running.send(request, 'member')).status).toBe(403);
  expect((await running.send(request, 'nobody')).status).toBe(401);
});

it('reports only differences that docs/conformance.md lists', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/conformance.md'), 'utf8');
  for (const text of [LEGACY_ORDER, ...differences.map((each) => each.text)]) expect(page).toContain(`- ${text}\n`);
});
