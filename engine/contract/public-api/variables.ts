// Variables in the public API.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';
import { variableSchema } from '../rest/variables.ts';
import { byId, pageOf, pageQuery } from './pages.ts';

const content = Type.Object({ key: Type.String(), value: Type.String() });

export const variableApi = {
  list: route({
    method: 'GET',
    path: '/variables',
    access: 'variable:list',
    scope: 'variable:read',
    summary: 'Returns the variables that expressions read as `$vars`',
    query: Type.Object(pageQuery),
    response: pageOf(variableSchema),
  }),
  create: route({
    method: 'POST',
    path: '/variables',
    access: 'variable:manage',
    scope: 'variable:write',
    status: 201,
    summary: 'Creates a variable',
    body: content,
    response: variableSchema,
  }),
  update: route({
    method: 'PUT',
    path: '/variables/:id',
    access: 'variable:manage',
    scope: 'variable:write',
    status: 204,
    summary: 'Changes the name and the value of a variable',
    params: byId,
    body: content,
    response: Type.Null(),
  }),
  remove: route({
    method: 'DELETE',
    path: '/variables/:id',
    access: 'variable:manage',
    scope: 'variable:write',
    status: 204,
    summary: 'Deletes a variable',
    params: byId,
    response: Type.Null(),
  }),
};
