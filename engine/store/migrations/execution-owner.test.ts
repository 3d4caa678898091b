// What an update does with executions of earlier versions, which named no owner.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeOlder } from '../../testing/older-database.ts';
import { Store } from '../store.ts';

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
