// The template library: search, pages, collections, and what is not there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { templateRoutes } from '../contract/rest/templates.ts';
import { TemplateLibrary } from './template-library.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-templates-'));
let library: TemplateLibrary;

const node = (type: string) => ({ id: type, name: type, type: `n8n-nodes-base.${type}`, typeVersion: 1, position: [0, 0], parameters: {} });
const template = (id: number, name: string, categories: readonly string[], types: readonly string[]) => ({
  id,
  name,
  description: `Does **${name}**.`,
  categories,
  createdAt: '2026-01-01T00:00:00.000Z',
  fields: [{ node: types[0], parameter: 'url', label: 'Address' }],
  workflow: { nodes: types.map(node), connections: {} },
});

beforeAll(() => {
  const write = (name: string, content: unknown): void => writeFileSync(join(folder, name), JSON.stringify(content));
  write('categories.json', [{ id: 1, name: 'Data' }, { id: 2, name: 'Files' }]); // oxfmt-ignore
  write('collections.json', [
    { id: 7, name: 'First', description: 'Both.', createdAt: '2026-01-01T00:00:00.000Z', workflows: [2, 1] },
    { id: 8, name: 'Second', description: 'One.', createdAt: '2026-01-01T00:00:00.000Z', workflows: [2] },
  ]);
  write('b.json', template(2, 'Sort files', ['Files'], ['localFileTrigger', 'stickyNote']));
  write('a.json', template(1, 'Clean a CSV', ['Data', 'Files'], ['manualTrigger', 'set', 'set']));
  library = new TemplateLibrary(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const found = async (search: Parameters<TemplateLibrary['list']>[0]): Promise<readonly number[]> =>
  (await library.list(search)).workflows.map(({ id }) => id);

it('finds templates by words of their texts, by apps and by category', async () => {
  expect(await found({})).toEqual([1, 2]);
  expect(await found({ search: 'SORT does' })).toEqual([2]);
  expect(await found({ search: 'n8n-nodes-base.set' })).toEqual([1]);
  expect(await found({ search: 'nothing' })).toEqual([]);
  expect(await found({ category: '1' })).toEqual([1]);
  expect(await found({ category: '1,2' })).toEqual([1, 2]);
  expect(await found({ category: '9' })).toEqual([]);
  expect(await library.list({ skip: 1, rows: 1 })).toMatchObject({ totalWorkflows: 2, workflows: [{ id: 2 }] });
});

it('lists each app of a template once, without notes', async () => {
  const { workflows } = await library.list({});
  expect(workflows.map(({ nodes }) => nodes.map(({ name }) => name.slice(15)))).toEqual([['manualTrigger', 'set'], ['localFileTrigger']]);
});

it('has collections with their templates', async () => {
  expect((await library.collections({})).collections.map(({ id }) => id)).toEqual([7, 8]);
  expect((await library.collections({ category: '1' })).collections).toMatchObject([{ id: 7, workflows: [{ id: 2 }, { id: 1 }] }]);
  expect((await library.collection('7')).collection.workflows.map(({ name }) => name)).toEqual(['Sort files', 'Clean a CSV']);
});

it('returns a template, and its workflow to open', async () => {
  const { workflow } = await library.get('1');
  expect(workflow).toMatchObject({
    name: 'Clean a CSV',
    categories: [{ name: 'Data' }, { name: 'Files' }],
    workflow: { nodes: [{}, {}, {}] },
  });
  expect(await library.workflow('1')).toMatchObject({ id: 1, name: 'Clean a CSV', fields: [{ parameter: 'url' }] });
});

it.each(['9', 'x', '1.0', '01', '__proto__', '../categories'].flatMap((id) => [
  () => library.get(id), () => library.workflow(id), () => library.collection(id),
]))('says what is not there', async (call) => {
  await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
}); // oxfmt-ignore

it.each([templateRoutes.collection, templateRoutes.get, templateRoutes.workflow])(
  '$path accepts every id, which may not exist',
  ({ params }) => {
    expect(Check(params, { id: 'abc' })).toBe(true);
  },
);
