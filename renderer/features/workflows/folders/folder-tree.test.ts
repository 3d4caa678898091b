// The tree of folders: paths, numbers of workflows, and where something can move.
import { expect, it } from 'vitest';
import type { Folder } from '../../../../engine/contract/rest/folders.ts';
import type { ListedWorkflow } from '../../../../engine/contract/rest/workflows.ts';
import { canMove, pathOf, pathText, treeRows, workflowCount } from './folder-tree.ts';

const folder = (id: string, name: string, parentId?: string, ownerId?: string): Folder => ({
  id,
  name,
  workflows: 1,
  createdAt: '',
  updatedAt: '',
  ...(parentId === undefined ? {} : { parentId }),
  ...(ownerId === undefined ? {} : { ownedBy: { id: ownerId } }),
});
const folders = [folder('e', 'Europe', 's'), folder('m', 'Mails'), folder('s', 'Sales'), folder('o', 'Other', undefined, 'member')];
const [europe, , sales] = folders as [Folder, Folder, Folder];
const workflow = (folderId?: string, ownerId?: string) =>
  ({
    id: 'w',
    ...(folderId === undefined ? {} : { folderId }),
    ...(ownerId === undefined ? {} : { ownedBy: { id: ownerId } }),
  }) as ListedWorkflow;

it('knows paths, levels and numbers of workflows', () => {
  expect(pathText(pathOf('e', folders))).toBe('Sales › Europe');
  expect(pathOf('gone', folders)).toEqual([]);
  expect(treeRows(folders).map(({ folder: { name }, level }) => [name, level])).toEqual([
    ['Mails', 1],
    ['Sales', 1],
    ['Europe', 2],
    ['Other', 1],
  ]);
  expect(workflowCount(sales, folders)).toBe(2);
});

it.each([
  ['a workflow into a folder', { workflows: [workflow()], folders: [] }, 's', true],
  ['a workflow to where it is', { workflows: [workflow('s')], folders: [] }, 's', false],
  ['a workflow to the top level', { workflows: [workflow('s')], folders: [] }, undefined, true],
  ['one of two that is elsewhere', { workflows: [workflow('s'), workflow()], folders: [] }, 's', true],
  ['a folder into itself', { workflows: [], folders: [sales] }, 's', false],
  ['a folder into one within it', { workflows: [], folders: [sales] }, 'e', false],
  ['a folder up', { workflows: [], folders: [europe] }, undefined, true],
  ['into a folder of another user', { workflows: [workflow()], folders: [] }, 'o', false],
  ['into a folder of the same user', { workflows: [workflow(undefined, 'member')], folders: [] }, 'o', true],
  ['into an unknown folder', { workflows: [workflow()], folders: [] }, 'gone', false],
] as const)('moves %s: %#', (_name, movable, to, expected) => {
  expect(canMove(movable, to, folders, 'owner')).toBe(expected);
});
