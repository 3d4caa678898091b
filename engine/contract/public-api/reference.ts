// The reference of the public API, which anyone may read.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';

export const referenceApi = {
  openApi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'Returns this reference',
    response: Type.Unknown(),
  }),
};
