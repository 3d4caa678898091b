// Calls about tags.
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
    summary: 'All tags by name, with how many workflows carry each when asked for',
    query: Type.Object({ withUsageCount: Type.Optional(Type.Boolean()) }),
    answer: Type.Array(tagSchema),
  }),
  create: route({ method: 'POST', path: '/tags', access: 'tag:create', summary: 'A new tag', body: named, answer: tagSchema }),
  rename: route({
    method: 'PATCH',
    path: '/tags/:id',
    access: 'tag:update',
    summary: 'A new name for a tag',
    params: id,
    body: named,
    answer: tagSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/tags/:id',
    access: 'tag:delete',
    summary: 'Removes a tag, from all workflows too',
    params: id,
    answer: Type.Literal(true),
  }),
};

export type Tag = Type.Static<typeof tagSchema>;
