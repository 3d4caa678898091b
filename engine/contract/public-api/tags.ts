// Tags in the public API.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';
import { byId, pageOf, pageQuery, time } from './pages.ts';

const tagSchema = Type.Object({ id: Type.String(), name: Type.String(), createdAt: time, updatedAt: time });
const named = Type.Object({ name: Type.String() });

export const tagApi = {
  list: route({
    method: 'GET',
    path: '/tags',
    access: 'tag:list',
    scope: 'tag:read',
    summary: 'Returns tags, the oldest first',
    query: Type.Object(pageQuery),
    response: pageOf(tagSchema),
  }),
  create: route({
    method: 'POST',
    path: '/tags',
    access: 'tag:create',
    scope: 'tag:write',
    status: 201,
    summary: 'Creates a tag',
    body: named,
    response: tagSchema,
  }),
  get: route({
    method: 'GET',
    path: '/tags/:id',
    access: 'tag:list',
    scope: 'tag:read',
    summary: 'Returns a tag',
    params: byId,
    response: tagSchema,
  }),
  rename: route({
    method: 'PUT',
    path: '/tags/:id',
    access: 'tag:update',
    scope: 'tag:write',
    summary: 'Renames a tag',
    params: byId,
    body: named,
    response: tagSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/tags/:id',
    access: 'tag:delete',
    scope: 'tag:write',
    summary: 'Deletes a tag, removes it from all workflows, and returns it',
    params: byId,
    response: tagSchema,
  }),
};

export type ApiTag = Type.Static<typeof tagSchema>;
