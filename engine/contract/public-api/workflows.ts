// Workflows in the public API.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';
import { byId, pageOf, pageQuery, time } from './pages.ts';

const open = { additionalProperties: true } as const;
const tagSchema = Type.Object({ id: Type.String(), name: Type.String(), createdAt: time, updatedAt: time });

const workflowSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    active: Type.Boolean(),
    isArchived: Type.Boolean(),
    createdAt: time,
    updatedAt: time,
    /** Changes with every save. */
    versionId: Type.String(),
    nodes: Type.Array(Type.Unknown()),
    connections: Type.Unknown(),
    settings: Type.Unknown(),
    /** Always null: it is accepted, but not returned, since nodes may store secrets in it. */
    staticData: Type.Null(),
    pinData: Type.Optional(Type.Unknown()),
    tags: Type.Array(tagSchema),
    /** Null if it is in no folder. */
    parentFolderId: Type.Union([Type.String(), Type.Null()]),
  },
  open,
);

/** A workflow to save: `name`, `nodes`, `connections` and `settings` as in a workflow file. Other fields of a file are stored too. */
const content = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128 }),
    nodes: Type.Array(Type.Unknown()),
    connections: Type.Object({}, open),
    settings: Type.Object({}, open),
  },
  open,
);

const excludePinnedData = Type.Optional(Type.Boolean());
const tagIds = Type.Array(Type.Object({ id: Type.String() }), { maxItems: 1000 });

export const workflowApi = {
  list: route({
    method: 'GET',
    path: '/workflows',
    access: 'workflow:list',
    scope: 'workflow:read',
    summary: 'Returns workflows, the oldest first',
    query: Type.Object({
      ...pageQuery,
      active: Type.Optional(Type.Boolean()),
      /** Names of tags, separated by commas; the workflows have all of them. */
      tags: Type.Optional(Type.String()),
      /** Part of the name. */
      name: Type.Optional(Type.String()),
      excludePinnedData,
    }),
    response: pageOf(workflowSchema),
  }),
  create: route({
    method: 'POST',
    path: '/workflows',
    access: 'workflow:create',
    scope: 'workflow:write',
    summary: 'Creates a workflow, which is inactive',
    body: content,
    response: workflowSchema,
  }),
  get: route({
    method: 'GET',
    path: '/workflows/:id',
    access: 'workflow:read',
    scope: 'workflow:read',
    summary: 'Returns a workflow',
    params: byId,
    query: Type.Object({ excludePinnedData }),
    response: workflowSchema,
  }),
  update: route({
    method: 'PUT',
    path: '/workflows/:id',
    access: 'workflow:update',
    scope: 'workflow:write',
    summary: 'Replaces the content of a workflow; an active one continues with the new content',
    params: byId,
    body: content,
    response: workflowSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/workflows/:id',
    access: 'workflow:delete',
    scope: 'workflow:write',
    summary: 'Deletes a workflow with its executions, and returns it',
    params: byId,
    response: workflowSchema,
  }),
  activate: route({
    method: 'POST',
    path: '/workflows/:id/activate',
    access: 'workflow:update',
    scope: 'workflow:write',
    summary: 'Activates a workflow',
    params: byId,
    response: workflowSchema,
  }),
  deactivate: route({
    method: 'POST',
    path: '/workflows/:id/deactivate',
    access: 'workflow:update',
    scope: 'workflow:write',
    summary: 'Deactivates a workflow',
    params: byId,
    response: workflowSchema,
  }),
  archive: route({
    method: 'POST',
    path: '/workflows/:id/archive',
    access: 'workflow:update',
    scope: 'workflow:write',
    summary: 'Archives a workflow, which deactivates it',
    params: byId,
    response: workflowSchema,
  }),
  unarchive: route({
    method: 'POST',
    path: '/workflows/:id/unarchive',
    access: 'workflow:update',
    scope: 'workflow:write',
    summary: 'Restores an archived workflow',
    params: byId,
    response: workflowSchema,
  }),
  tags: route({
    method: 'GET',
    path: '/workflows/:id/tags',
    access: 'workflow:read',
    scope: 'workflow:read',
    summary: 'Returns the tags of a workflow',
    params: byId,
    response: Type.Array(tagSchema),
  }),
  setTags: route({
    method: 'PUT',
    path: '/workflows/:id/tags',
    access: 'workflow:update',
    scope: 'workflow:write',
    summary: 'Replaces the tags of a workflow',
    params: byId,
    body: tagIds,
    response: Type.Array(tagSchema),
  }),
};

export type ApiWorkflow = Type.Static<typeof workflowSchema>;
export type WorkflowContent = Type.Static<typeof content>;
