// REST calls for folders of workflows.
import { Type } from 'typebox';
import { route } from './route.ts';

const folderSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Absent at the top level. */
  parentId: Type.Optional(Type.String()),
  /** Number of workflows directly in it that are not archived. */
  workflows: Type.Integer(),
  /** ISO 8601. */
  createdAt: Type.String(),
  updatedAt: Type.String(),
  ownedBy: Type.Optional(Type.Object({ id: Type.String() })),
});

const id = Type.Object({ id: Type.String() });
/** Null is the top level. */
const place = Type.Union([Type.String(), Type.Null()]);
const ids = Type.Array(Type.String(), { maxItems: 10_000 });

export const folderRoutes = {
  list: route({
    method: 'GET',
    path: '/folders',
    access: 'folder:list',
    summary: 'Returns all folders of workflows, sorted by name',
    response: Type.Array(folderSchema),
  }),
  create: route({
    method: 'POST',
    path: '/folders',
    access: 'folder:manage',
    summary: 'Creates a folder',
    body: Type.Object({ name: Type.String(), parentId: Type.Optional(place) }),
    response: folderSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/folders/:id',
    access: 'folder:manage',
    summary: 'Renames a folder, or moves it into another one or (`parentId` null) to the top level',
    params: id,
    body: Type.Object({ name: Type.Optional(Type.String()), parentId: Type.Optional(place) }),
    response: folderSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/folders/:id',
    access: 'folder:manage',
    summary: 'Deletes a folder with the folders in it; their workflows move to the folder that it was in',
    params: id,
    response: Type.Literal(true),
  }),
  move: route({
    method: 'POST',
    path: '/folders/move',
    access: 'folder:manage',
    summary: 'Moves workflows and folders into a folder or (`to` null) to the top level: all of them, or none if one cannot be moved',
    body: Type.Object({ workflows: Type.Optional(ids), folders: Type.Optional(ids), to: place }),
    response: Type.Literal(true),
  }),
};

export type Folder = Type.Static<typeof folderSchema>;
export type FolderMove = Type.Static<(typeof folderRoutes)['move']['body']>;
