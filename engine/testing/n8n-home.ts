// Writes home folders of n8n for tests, with the tables and formats of its documentation: https://docs.n8n.io/hosting/configuration/.
import { createCipheriv, createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const N8N_KEY = 'the-key-of-that-n8n';

/** Encrypts data as n8n stores it: OpenSSL's salted format, AES-256-CBC, one round of MD5. */
function encryptedByN8n(data: object, key = N8N_KEY): string {
  const salt = Buffer.from('12345678');
  let derived = Buffer.alloc(0);
  let block = Buffer.alloc(0);
  while (derived.length < 48) {
    block = createHash('md5').update(block).update(key, 'utf8').update(salt).digest();
    derived = Buffer.concat([derived, block]);
  }
  const cipher = createCipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32, 48));
  return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(JSON.stringify(data)), cipher.final()]).toString('base64');
}

const node = (id: string, name: string, type: string, more: object = {}): object => ({
  id,
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

const slackNode = node('s', 'Slack', 'n8n-nodes-base.slack', { credentials: { slackApi: { id: 'cred1', name: 'Our Slack' } } });
const tableNode = node('d', 'Rows', 'n8n-nodes-base.dataTable', {
  parameters: { resource: 'row', operation: 'get', dataTableId: { __rl: true, mode: 'list', value: 'table1' } },
});

/** What the home folder contains. */
const workflows: readonly (readonly [id: string, name: string, active: number, nodes: readonly object[], more: { readonly [column: string]: unknown }])[] = [
  ['wf1', 'Orders', 1, [node('t', 'Start', 'n8n-nodes-base.manualTrigger'), slackNode], { parentFolderId: 'f2', settings: { executionOrder: 'v1' } }],
  ['wf2', 'Old one', 0, [node('x', 'Fly', 'n8n-nodes-airship.fly')], { isArchived: 1 }],
  ['wf3', 'Published', 0, [tableNode], { activeVersionId: 'v1', settings: { executionOrder: 'v1' } }],
  ['wf4', 'Broken', 0, [], { nodes: '{' }],
]; // oxfmt-ignore

/** Writes a home folder of n8n 2.41; `key`: in its config file, none if undefined. */
export function writeN8nHome(
  folder: string,
  { key = N8N_KEY, hasLog = false }: { readonly key?: string | null; readonly hasLog?: boolean } = {},
): void {
  mkdirSync(folder, { recursive: true });
  if (key !== null) writeFileSync(join(folder, 'config'), JSON.stringify({ encryptionKey: key }));
  const database = new DatabaseSync(join(folder, 'database.sqlite'));
  if (hasLog) database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0');
  const times = `"createdAt" datetime(3) not null default '2026-01-02 03:04:05.000', "updatedAt" datetime(3) not null default '2026-01-02 03:04:05.000'`;
  database.exec(`
    create table workflow_entity (id varchar(36) primary key not null, name varchar(128) not null, active boolean not null, nodes text, connections text,
      settings text, "staticData" text, "pinData" text, "versionId" varchar(36), "activeVersionId" varchar(36), meta text,
      "parentFolderId" varchar(36), "isArchived" boolean not null default false, ${times});
    create table folder (id varchar(36) primary key not null, name varchar(128) not null, "parentFolderId" varchar(36), "projectId" varchar(36), ${times});
    create table tag_entity (id varchar(36) primary key not null, name varchar(24) not null, ${times});
    create table workflows_tags ("workflowId" varchar(36) not null, "tagId" varchar(36) not null);
    create table credentials_entity (id varchar(36) primary key not null, name varchar(128) not null, data text not null, type varchar(128) not null, ${times});
    create table data_table (id varchar(36) primary key not null, name varchar(128) not null, "projectId" varchar(36), ${times});
    create table data_table_column (id varchar(36) primary key not null, name varchar(128) not null, type varchar(32) not null, "index" integer not null,
      "dataTableId" varchar(36) not null, ${times});
    create table data_table_user_table1 (id integer primary key autoincrement not null, city text, people real, capital boolean, founded datetime(3), ${times});`);
  for (const [id, name, active, nodes, more] of workflows) {
    const { nodes: nodesText = JSON.stringify(nodes), settings = {}, parentFolderId = null, isArchived = 0, activeVersionId = null } = more;
    database
      .prepare(
        `insert into workflow_entity (id, name, active, nodes, connections, settings, "staticData", "parentFolderId", "isArchived", "activeVersionId")
         values (?, ?, ?, ?, '{}', ?, ?, ?, ?, ?)`,
      )
      .run(id, name, active, nodesText as string, JSON.stringify(settings), id === 'wf1' ? '{"global":{"n":9007199254740993}}' : null,
        parentFolderId as string | null, isArchived as number, activeVersionId as string | null); // oxfmt-ignore
  }
  database.exec(`
    insert into folder (id, name, "parentFolderId") values ('f1', 'Sales', null), ('f2', 'Europe', 'f1');
    insert into tag_entity (id, name) values ('t1', 'billing'), ('t2', 'unused');
    insert into workflows_tags values ('wf1', 't1');
    insert into data_table (id, name) values ('table1', 'Cities');
    insert into data_table_column (id, name, type, "index", "dataTableId") values ('c2', 'people', 'number', 1, 'table1'),
      ('c1', 'city', 'string', 0, 'table1'), ('c3', 'capital', 'boolean', 2, 'table1'), ('c4', 'founded', 'date', 3, 'table1');
    insert into data_table_user_table1 (city, people, capital, founded) values ('Bern', 134.5, 1, '1191-05-20 00:00:00.000'), ('Basel', null, 0, null);`);
  const credential = database.prepare('insert into credentials_entity (id, name, data, type) values (?, ?, ?, ?)');
  credential.run('cred1', 'Our Slack', encryptedByN8n({ accessToken: 'xoxb-1' }), 'slackApi');
  credential.run('cred2', 'Not ours', encryptedByN8n({ accessToken: 'x' }, 'another key'), 'slackApi');
  if (hasLog) database.exec("update workflow_entity set name = 'Orders, as in the log' where id = 'wf1'");
  else database.close();
}
