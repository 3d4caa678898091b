// Databases of earlier commits are brought up to date, with what they contain.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeOlder } from '../testing/older-database.ts';
import { Store } from './store.ts';

/** Databases that earlier commits wrote, as SQL: the file's name lists the migrations that they had. */
const fixtures = join(import.meta.dirname, '../../build/fixtures/databases');

function databaseIn(folder: string): DatabaseSync {
  mkdirSync(join(folder, 'db'), { recursive: true });
  return new DatabaseSync(join(folder, 'db', 'millrace.sqlite'));
}

/** Returns the columns of the tables, which may have been added in another order, and the text of indexes and triggers. */
function schemaOf(folder: string): unknown {
  const database = databaseIn(folder);
  const rest = database
    .prepare("select name, sql from sqlite_master where type <> 'table' and tbl_name not like 'kysely%' order by name")
    .all();
  const columns = database
    .prepare(
      `select tables.name as 'table', columns.name, columns.type, "notnull", dflt_value, pk
      from sqlite_master tables join pragma_table_info(tables.name) columns
      where tables.type = 'table' and tables.name not like 'kysely%' order by 1, 2`,
    )
    .all();
  database.close();
  return { columns, rest: rest.map(({ name, sql }) => [name, typeof sql === 'string' && sql.replaceAll('"', '').replaceAll(/\s+/g, ' ')]) };
}

it.each(readdirSync(fixtures))('a database with the migrations %s is brought up to date', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-migrations-'));
  try {
    await (await Store.open(join(folder, 'new'))).close();
    const old = databaseIn(folder);
    old.exec(readFileSync(join(fixtures, name), 'utf8'));
    const { data } = old.prepare('select data from execution_data').get() as { data: Uint8Array };
    old.close();
    const store = await Store.open(folder, { migrationBackups: 1 });
    expect(await store.workflows.get('wf1')).toMatchObject({ name: 'From before', nodes: [{ name: 'Start' }, { name: 'Set' }] });
    const executions = await store.executionList.list({}, { limit: 10 });
    expect(executions).toMatchObject([{ workflowId: 'wf1', workflowName: 'From before', status: 'success' }]);
    expect(Buffer.from((await store.executions.payload(executions[0]?.id ?? '')) ?? [])).toEqual(Buffer.from(data));
    await store.close();
    expect(schemaOf(folder)).toEqual(schemaOf(join(folder, 'new')));
    expect(readdirSync(join(folder, 'db', 'before-updates'))).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a database with a migration of a newer version is not opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-migrations-'));
  try {
    await (await Store.open(folder)).close();
    const database = databaseIn(folder);
    database.exec("insert into kysely_migration values ('9999-later', '')");
    database.close();
    await expect(Store.open(folder)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/9999-later is unknown\. It may come from a newer version/) as unknown,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('executions get the owners of their workflows; those of deleted workflows and under forged ids belong to nobody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-owners-'));
  try {
    const store = await Store.open(folder);
    await store.users.addOwner('boss', 1);
    for (const id of ['ann', 'vic']) await store.users.invite(id, `${id}@example.com`, 1);
    for (const [id, userId] of [['of-boss', 'boss'], ['of-nobody', null], ['of-ann', 'ann'], ['of-vic', 'vic']] as const) {
      await store.workflows.add({ id, file: { id, name: id, nodes: [], connections: {} }, userId, now: 1 });
    } // oxfmt-ignore
    const row = (id: string, workflowId: string, parent?: readonly [id: string, workflowId: string]) =>
      store.executions
        .writer({
          record: {
            id,
            workflowId,
            workflowName: '',
            mode: parent === undefined ? 'webhook' : 'integrated',
            status: 'waiting',
            startedAt: 1,
            instance: '',
            ...(parent === undefined ? {} : { parent: { id: parent[0], workflowId: parent[1], node: 'Call', call: 0 } }),
          },
        })
        .saveStart();
    await row('boss', 'of-boss');
    await row('nobody', 'of-nobody');
    await row('ann', 'of-ann');
    await row('deleted', 'gone');
    await row('unsaved', 'unsaved-s');
    await row('inline', 'of-ann', ['ann', 'of-ann']);
    await row('by id', 'of-vic', ['ann', 'of-ann']);
    // An inline workflow that was called by one whose file claimed the victim's id, and another one in it.
    await row('forged', 'of-vic', ['inline', 'of-vic']);
    await row('forged in it', 'of-vic', ['forged', 'of-vic']);
    await store.close();
    makeOlder(folder);
    await (await Store.open(folder)).close();
    const database = new DatabaseSync(join(folder, 'db', 'millrace.sqlite'), { readOnly: true });
    const owners = database.prepare('select id, owner_id as owner from execution order by rowid').all();
    database.close();
    expect(Object.fromEntries(owners.map(({ id, owner }) => [id, owner]))).toEqual({
      boss: null,
      nobody: null,
      ann: 'ann',
      deleted: '',
      unsaved: '',
      inline: 'ann',
      'by id': 'vic',
      forged: '',
      'forged in it': '',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('versions get the time and the user of their own save instead of those of the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-versions-'));
  try {
    const store = await Store.open(folder);
    for (const id of ['ann', 'ben']) await store.users.invite(id, `${id}@example.com`, 1);
    const save = { id: 'w', file: { id: 'w', name: 'W', nodes: [], connections: {} } };
    await store.workflows.add({ ...save, userId: 'ann', now: 1000 });
    await store.workflows.update(1, { ...save, userId: 'ben', now: 2000 });
    await store.workflows.update(2, { ...save, userId: 'ann', now: 3000 });
    await store.close();
    const columns = 'version, saved_at as at, saved_by as by';
    const saves = (): unknown[] => {
      const database = databaseIn(folder);
      const rows = database
        .prepare(`select ${columns} from workflow_history union all select version, updated_at, saved_by from workflow order by 1`)
        .all();
      database.close();
      return rows.map((row) => Object.values(row));
    };
    const expected = [[1, 1000, 'ann'], [2, 2000, 'ben'], [3, 3000, 'ann']]; // oxfmt-ignore
    expect(saves()).toEqual(expected);
    makeOlder(folder);
    const database = databaseIn(folder);
    for (const [version, at, by] of [[1, 2000, 'ben'], [2, 3000, 'ann']] as const) {
      database.prepare('update workflow_history set saved_at = ?, saved_by = ? where version = ?').run(at, by, version);
    } // oxfmt-ignore
    database.close();
    await (await Store.open(folder)).close();
    // Who saved the first version was not stored.
    expect(saves()).toEqual([[1, 1000, null], ...expected.slice(1)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
