// Folders of workflows in the public API.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';
import { byId, pageOf, pageQuery, time } from './pages.ts';

const place = Type.Union([Type.String(), Type.Null()]);
const folderSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Null at the top level. */
  parentFolderId: place,
  /** Number of workflows directly in it that are not archived. */
  workflowCount: Type.Integer(),
  createdAt: time,
  updatedAt: time,
});

export const folderApi = {
  list: route({
    method: 'GET',
    path: '/folders',
    access: 'folder:list',
    scope: 'folder:read',
    summary: 'Returns folders of workflows, the oldest first',
    query: Type.Object(pageQuery),
    response: pageOf(folderSchema),
  }),
  create: route({
    method: 'POST',
    path: '/folders',
    access: 'folder:manage',
    scope: 'folder:write',
    status: 201,
    summary: 'Creates a folder',
    body: Type.Object({ name: Type.String(), parentFolderId: Type.Optional(place) }),
    response: folderSchema,
  }),
  get: route({
    method: 'GET',
    path: '/folders/:id',
    access: 'folder:list',
    scope: 'folder:read',
    summary: 'Returns a folder',
    params: byId,
    response: folderSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/folders/:id',
    access: 'folder:manage',
    scope: 'folder:write',
    summary: 'Renames a folder, or moves it into another one or (`parentFolderId` null) to the top level',
    params: byId,
    body: Type.Object({ name: Type.Optional(Type.String()), parentFolderId: Type.Optional(place) }),
    response: folderSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/folders/:id',
    access: 'folder:manage',
    scope: 'folder:write',
    summary: 'Deletes a folder with the folders in it, and returns it; their workflows move to the folder that it was in',
    params: byId,
    response: folderSchema,
  }),
  move: route({
    method: 'PUT',
    path: '/workflows/:id/folder',
    access: 'folder:manage',
    scope: 'folder:write',
    status: 204,
    summary: 'Moves a workflow into a folder or (`parentFolderId` null) to the top level',
    params: byId,
    body: Type.Object({ parentFolderId: place }),
    response: Type.Null(),
  }),
};

export type ApiFolder = Type.Static<typeof folderSchema>;
