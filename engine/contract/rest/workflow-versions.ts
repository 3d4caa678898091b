// REST calls for the versions of a workflow.
import { Type } from 'typebox';
import { connectionsSchema } from '../workflow.ts';
import { VERSION_DESCRIPTION_LENGTH, VERSION_NAME_LENGTH } from './constants.ts';
import { route } from './route.ts';
import { savedWorkflowSchema } from './workflows.ts';

const id = Type.Object({ id: Type.String() });
const version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const versionParams = Type.Object({ id: Type.String(), version });

const versionSchema = Type.Object({
  version: Type.Integer(),
  /** Name of the workflow in this version. */
  name: Type.String(),
  /** ISO 8601. */
  savedAt: Type.String(),
  /** The user who saved it; absent if that is not known, or the user was removed. The local user has no name. */
  savedBy: Type.Optional(
    Type.Object({
      firstName: Type.Union([Type.String(), Type.Null()]),
      lastName: Type.Union([Type.String(), Type.Null()]),
      email: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  isNewest: Type.Boolean(),
  /** Name of the version itself. Versions with a name are not pruned. */
  label: Type.Optional(Type.Object({ name: Type.String(), description: Type.String() })),
});

export const workflowVersionRoutes = {
  list: route({
    method: 'GET',
    path: '/workflows/:id/history',
    access: 'workflow:read',
    summary: 'Returns the versions that are stored of a workflow, newest first',
    params: id,
    response: Type.Array(versionSchema),
  }),
  read: route({
    method: 'GET',
    path: '/workflows/:id/history/:version',
    access: 'workflow:read',
    summary: 'Returns a version of a workflow',
    params: versionParams,
    response: Type.Object({ nodes: Type.Array(Type.Unknown()), connections: connectionsSchema }, { additionalProperties: true }),
  }),
  name: route({
    method: 'PATCH',
    path: '/workflows/:id/history/:version',
    access: 'workflow:update',
    summary: 'Names or renames a version, so that it is never pruned; null removes its name',
    params: versionParams,
    body: Type.Object({
      name: Type.Union([Type.String({ minLength: 1, maxLength: VERSION_NAME_LENGTH }), Type.Null()]),
      description: Type.Optional(Type.String({ maxLength: VERSION_DESCRIPTION_LENGTH })),
    }),
    response: Type.Literal(true),
  }),
  restore: route({
    method: 'POST',
    path: '/workflows/:id/history/:version/restore',
    access: 'workflow:update',
    summary: 'Saves the content of an earlier version as a new version; returns 409 if `version` is not the newest',
    params: versionParams,
    body: Type.Object({ version: Type.Integer() }),
    response: savedWorkflowSchema,
  }),
};

export type WorkflowVersionView = Type.Static<typeof versionSchema>;
export type VersionNameChange = Type.Static<(typeof workflowVersionRoutes)['name']['body']>;
