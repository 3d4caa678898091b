// REST calls for tags.
import { Type } from 'typebox';
import { route } from './route.ts';

export const tagSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  usageCount: Type.Optional(Type.Integer()),
});

const id = Type.Object({ id: Type.String() });
const named = Type.Object({ name: Type.String() });

export const tagRoutes = {
  list: route({
    method: 'GET',
    path: '/tags',
    access: 'tag:list',
    summary: 'Returns all tags by name, on request with the number of workflows that use each',
    query: Type.Object({ withUsageCount: Type.Optional(Type.Boolean()) }),
    response: Type.Array(tagSchema),
  }),
  create: route({ method: 'POST', path: '/tags', access: 'tag:create', summary: 'Creates a tag', body: named, response: tagSchema }),
  rename: route({
    method: 'PATCH',
    path: '/tags/:id',
    access: 'tag:update',
    summary: 'Renames a tag',
    params: id,
    body: named,
    response: tagSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/tags/:id',
    access: 'tag:delete',
    summary: 'Deletes a tag and removes it from all workflows',
    params: id,
    response: Type.Literal(true),
  }),
};

export type Tag = Type.Static<typeof tagSchema>;
