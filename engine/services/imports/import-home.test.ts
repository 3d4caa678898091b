// The home folder of n8n is imported over REST: what comes, what is reported, and that the folder is only read.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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

it.each([
  ['is not there', (): void => undefined, 404],
  ['is no database', () => writeFileSync(join(home, 'database.sqlite'), 'text that is no database'), 400],
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
