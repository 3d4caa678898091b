// The REST call that lists available versions of the product.
import { Type } from 'typebox';
import { route } from './route.ts';

const versionSchema = Type.Object({
  name: Type.String(),
  /** ISO 8601. */
  createdAt: Type.String(),
  description: Type.Optional(Type.String()),
  documentationUrl: Type.Optional(Type.String()),
  /** Nodes that are new or have changed in the version. */
  nodes: Type.Optional(Type.Array(Type.Object({ name: Type.String(), displayName: Type.Optional(Type.String()) }))),
  hasSecurityIssue: Type.Optional(Type.Boolean()),
  hasSecurityFix: Type.Optional(Type.Boolean()),
  hasBreakingChange: Type.Optional(Type.Boolean()),
});

export type ProductVersion = Type.Static<typeof versionSchema>;

export const versionRoutes = {
  list: route({
    method: 'GET',
    path: '/versions',
    access: 'version:list',
    summary: 'Returns this version, if known, and all newer ones, newest first; the versions service is queried once an hour',
    response: Type.Array(versionSchema),
  }),
};
