// REST calls for the variables that expressions read as `$vars`.
import { Type } from 'typebox';
import { route } from './route.ts';

export const variableSchema = Type.Object({ id: Type.String(), key: Type.String(), value: Type.String(), type: Type.Literal('string') });
const content = Type.Object({ key: Type.String(), value: Type.String() });
const id = Type.Object({ id: Type.String() });

export const variableRoutes = {
  list: route({
    method: 'GET',
    path: '/variables',
    access: 'variable:list',
    summary: 'Returns the variables, the oldest first',
    response: Type.Array(variableSchema),
  }),
  create: route({
    method: 'POST',
    path: '/variables',
    access: 'variable:manage',
    summary: 'Creates a variable',
    body: content,
    response: variableSchema,
  }),
  update: route({
    method: 'PUT',
    path: '/variables/:id',
    access: 'variable:manage',
    summary: 'Changes the name and the value of a variable',
    params: id,
    body: content,
    response: Type.Literal(true),
  }),
  remove: route({
    method: 'DELETE',
    path: '/variables/:id',
    access: 'variable:manage',
    summary: 'Deletes a variable',
    params: id,
    response: Type.Literal(true),
  }),
};

export type Variable = Type.Static<typeof variableSchema>;
