// Folders of workflows over REST: nested, moved, deleted, and those of other users.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOLDER_DEPTH } from '../contract/rest/constants.ts';
import type { Folder } from '../contract/rest/folders.ts';
import type { ListedWorkflow, SavedWorkflow } from '../contract/rest/workflows.ts';
import { runningServer, type As, type RunningServer } from '../testing/running-server.ts';

let running: RunningServer;
beforeAll(async () => {
  running = await runningServer({ hasPeople: true });
});
afterAll(() => running.close());

const created = (name: string, parentId?: string | null, as: As = 'owner'): Promise<Folder> =>
  running.data({ method: 'POST', url: '/rest/folders', body: { name, parentId } }, as);
const folders = (as: As = 'owner'): Promise<Folder[]> => running.data({ url: '/rest/folders' }, as);
const move = (body: object, as: As = 'owner') => running.send({ method: 'POST', url: '/rest/folders/move', body }, as);
const change = (id: string, body: object, as: As = 'owner') => running.send({ method: 'PATCH', url: `/rest/folders/${id}`, body }, as);
const workflow = (name: string, folderId?: string | null, as: As = 'owner'): Promise<SavedWorkflow> =>
  running.data({ method: 'POST', url: '/rest/workflows', body: { name, nodes: [], connections: {}, folderId } }, as);
const within = async (folderId: string | null): Promise<string[]> => {
  const filter = encodeURIComponent(JSON.stringify({ folderId }));
  return (await running.data<ListedWorkflow[]>({ url: `/rest/workflows?filter=${filter}` }, 'owner')).map(({ name }) => name).toSorted();
};

describe('folders', () => {
  it('contain workflows and folders, and count their workflows', async () => {
    const sales = await created(' Sales ');
    const europe = await created('Europe', sales.id);
    expect([sales.name, sales.parentId, europe.parentId]).toEqual(['Sales', undefined, sales.id]);
    const { id, version, folderId } = await workflow('Orders', europe.id);
    expect(folderId).toBe(europe.id);
    expect(await within(europe.id)).toEqual(['Orders']);
    expect((await folders()).find(({ id: each }) => each === europe.id)?.workflows).toBe(1);
    // A move is not a change of the workflow.
    expect((await move({ workflows: [id], to: sales.id })).status).toBe(200);
    expect(await running.data({ url: `/rest/workflows/${id}` }, 'owner')).toMatchObject({ version, folderId: sales.id });
    // The folder is no part of the file.
    await running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { notes: 'n', folderId: europe.id, version } }, 'owner');
    expect(await within(sales.id)).toEqual(['Orders']);
    expect((await move({ workflows: [id], to: null })).status).toBe(200);
    expect(await within(sales.id)).toEqual([]);
    expect(await within(null)).toContain('Orders');
  });

  it('have one name per place, ignoring case', async () => {
    const one = await created('One');
    const inner = await created('Inner', one.id);
    expect(await running.send({ method: 'POST', url: '/rest/folders', body: { name: 'oNE' } }, 'owner')).toMatchObject({ status: 409, body: { code: 'FOLDER_EXISTS' } }); // oxfmt-ignore
    expect(await change(inner.id, { name: 'One', parentId: null })).toMatchObject({ status: 409 });
    expect(await change(one.id, { name: 'ONE' })).toMatchObject({ status: 200, body: { data: { name: 'ONE' } } });
    const [first, second] = [await created('Same', one.id), await created('Same', inner.id)];
    expect(await move({ folders: [first.id, second.id], to: null })).toMatchObject({ status: 409 });
    expect((await folders()).filter(({ name }) => name === 'Same').map(({ parentId }) => parentId)).toEqual([one.id, inner.id]);
  });

  it('cannot be in themselves, or too deep', async () => {
    const outer = await created('Outer');
    const inner = await created('Inside', outer.id);
    for (const parentId of [outer.id, inner.id]) {
      expect(await change(outer.id, { parentId })).toMatchObject({ status: 400, body: { code: 'FOLDER_INVALID' } });
    }
    let deepest: Folder = inner;
    for (let depth = 3; depth <= FOLDER_DEPTH; depth++) deepest = await created('Deep', deepest.id);
    const body = { name: 'Deeper', parentId: deepest.id };
    expect(await running.send({ method: 'POST', url: '/rest/folders', body }, 'owner')).toMatchObject({ status: 400 });
    const other = await created('Other');
    expect(await move({ folders: [outer.id], to: other.id })).toMatchObject({ status: 400 });
    expect((await move({ folders: [inner.id, outer.id], to: null })).status).toBe(200);
    expect((await folders()).find(({ id }) => id === inner.id)?.parentId).toBe(outer.id);
  });

  it('that are deleted leave their workflows in the folder above', async () => {
    const top = await created('Top');
    const middle = await created('Middle', top.id);
    const bottom = await created('Bottom', middle.id);
    await workflow('In the middle', middle.id);
    await workflow('At the bottom', bottom.id);
    expect((await running.send({ method: 'DELETE', url: `/rest/folders/${middle.id}` }, 'owner')).status).toBe(200);
    expect(await within(top.id)).toEqual(['At the bottom', 'In the middle']);
    expect((await folders()).map(({ id }) => id)).not.toContain(bottom.id);
    await running.send({ method: 'DELETE', url: `/rest/folders/${top.id}` }, 'owner');
    expect(await within(null)).toContain('At the bottom');
  });

  it.each(['', '  ', '\0', '\u200b', 'x'.repeat(129)])('cannot be called "%s"', async (name) => {
    expect(await running.send({ method: 'POST', url: '/rest/folders', body: { name } }, 'owner')).toMatchObject({ status: 400 });
  });

  it('are the same if their names look the same', async () => {
    expect((await created('Cafe\u0301\n1')).name).toBe('Caf\u00e9 1');
    expect(await running.send({ method: 'POST', url: '/rest/folders', body: { name: 'Caf\u00e9 1' } }, 'owner')).toMatchObject({
      status: 409,
    });
  });

  it('of hostile ids and names are like any other', async () => {
    const proto = await created('__proto__');
    await created('constructor', proto.id);
    expect((await workflow('In it', proto.id)).folderId).toBe(proto.id);
    for (const id of ['__proto__', '../x', "' or 1=1 --"]) {
      expect(await change(encodeURIComponent(id), { name: 'x' })).toMatchObject({ status: 404, body: { code: 'FOLDER_NOT_FOUND' } });
      expect(await move({ workflows: [], to: id })).toMatchObject({ status: 404 });
    }
  });
});

describe('a member', () => {
  it('neither sees nor changes the folders and workflows of others', async () => {
    const theirs = await created('Of the owner');
    const { id } = await workflow("The owner's", theirs.id);
    const mine = await created('Mine', null, 'member');
    expect(await folders('member')).toMatchObject([{ id: mine.id, name: 'Mine' }]);
    // The name is free for a member, whose folders are others.
    expect((await created('Of the owner', null, 'member')).id).not.toBe(theirs.id);
    const requests = [
      change(theirs.id, { name: 'x' }, 'member'),
      running.send({ method: 'DELETE', url: `/rest/folders/${theirs.id}` }, 'member'),
      move({ workflows: [], folders: [theirs.id], to: mine.id }, 'member'),
      move({ workflows: [], folders: [mine.id], to: theirs.id }, 'member'),
      running.send({ method: 'POST', url: '/rest/folders', body: { name: 'In it', parentId: theirs.id } }, 'member'),
      running.send({ method: 'POST', url: '/rest/workflows', body: { name: 'x', nodes: [], folderId: theirs.id } }, 'member'),
      move({ workflows: [id], to: mine.id }, 'member'),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 404));
    expect(await within(theirs.id)).toEqual(["The owner's"]);
  });

  it('keeps workflows and folders apart from those of the owner, who sees both', async () => {
    const own = await created('Of one');
    const theirs = await created('Of another', null, 'member');
    const { id } = await workflow('Of the member', theirs.id, 'member');
    for (const body of [
      { workflows: [id], to: own.id },
      { folders: [theirs.id], to: own.id },
    ]) {
      expect(await move(body)).toMatchObject({ status: 400, body: { code: 'FOLDER_INVALID' } });
    }
    expect(await running.send({ method: 'POST', url: '/rest/workflows', body: { nodes: [], folderId: theirs.id } }, 'owner')).toMatchObject({ status: 400 }); // oxfmt-ignore
    expect((await created('Made by the owner', theirs.id)).ownedBy).toEqual(theirs.ownedBy);
    expect((await move({ workflows: [id], to: null })).status).toBe(200);
  });
});
