// REST calls that import the home folder of an n8n installation.
import { Type } from 'typebox';
import { route } from './route.ts';

const reportSchema = Type.Object({
  workflows: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      isNew: Type.Boolean(),
      /** Whether it was active in n8n. Here it is not activated. */
      wasActive: Type.Boolean(),
      isArchived: Type.Boolean(),
      /** Node types that are not installed; `package`: the package of the registry that has the type. */
      missing: Type.Array(Type.Object({ type: Type.String(), package: Type.Optional(Type.String()) })),
      /** What behaves otherwise than in n8n; `nodes`: names of the nodes, none if it is about the workflow. */
      differences: Type.Array(Type.Object({ text: Type.String(), nodes: Type.Array(Type.String()) })),
    }),
  ),
  /** Numbers of folders and tags. */
  folders: Type.Integer(),
  tags: Type.Integer(),
  credentials: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), isNew: Type.Boolean() })),
  /** `isNew` is false if a table with this name exists; then no rows are added. */
  dataTables: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), rows: Type.Integer(), isNew: Type.Boolean() })),
  failures: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('workflow'), Type.Literal('folder'), Type.Literal('credential'), Type.Literal('dataTable')]),
      name: Type.String(),
      reason: Type.String(),
    }),
  ),
});

export const importRoutes = {
  n8nHome: route({
    method: 'POST',
    path: '/imports/n8n-home',
    access: 'n8n-home:import',
    summary: 'Imports the home folder of an n8n installation on the computer of the server; workflows are inactive afterwards',
    body: Type.Object({
      /** Path of the folder with `database.sqlite`. */
      folder: Type.String({ minLength: 1 }),
      /** Encryption key; if absent, that of the folder. */
      key: Type.Optional(Type.String()),
    }),
    response: reportSchema,
  }),
};

export type ImportReport = Type.Static<typeof reportSchema>;
