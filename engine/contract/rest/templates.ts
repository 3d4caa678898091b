// REST calls of the template library: those of a templates service, for the templates that are part of the product.
import { Type } from 'typebox';
import { connectionsSchema } from '../workflow.ts';
import { route } from './route.ts';

const open = { additionalProperties: true } as const;
/** Text, so that an address with another text is one of nothing, not an invalid request. */
const byId = Type.Object({ id: Type.String() });

const categorySchema = Type.Object({ id: Type.Integer(), name: Type.String() });
const nodeSchema = Type.Object({ name: Type.String() }, open);

const templateSummarySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Markdown. */
  description: Type.String(),
  /** ISO 8601; empty if a service does not know it. */
  createdAt: Type.String(),
  /** Types of its nodes, each once. */
  nodes: Type.Array(nodeSchema),
  /** 0 if views are not counted. */
  totalViews: Type.Integer(),
  /** Absent for templates of the product. */
  user: Type.Optional(Type.Object({ username: Type.String() })),
});

const workflowSchema = Type.Object({ nodes: Type.Array(Type.Unknown()), connections: connectionsSchema }, open);

const collectionSummarySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  createdAt: Type.String(),
  /** Ids of its templates. */
  workflows: Type.Array(Type.Object({ id: Type.Integer() })),
  nodes: Type.Array(nodeSchema),
});

/** A parameter to fill in before the workflow is used. */
const templateFieldSchema = Type.Object({
  /** Name of the node. */
  node: Type.String(),
  /** Path of the parameter, such as `options.timeout`. */
  parameter: Type.String(),
  label: Type.String(),
  hint: Type.Optional(Type.String()),
});

/** Ids of categories, separated by commas: the templates belong to one of them. */
const category = Type.Optional(Type.String());
const search = Type.Optional(Type.String({ maxLength: 500 }));

export const templateRoutes = {
  health: route({
    method: 'GET',
    path: '/template-library/health',
    access: 'template:read',
    summary: 'Returns whether the template library can be used',
    response: Type.Object({ status: Type.Literal('OK') }),
  }),
  categories: route({
    method: 'GET',
    path: '/template-library/templates/categories',
    access: 'template:read',
    summary: 'Returns the categories of templates',
    response: Type.Object({ categories: Type.Array(categorySchema) }),
  }),
  collections: route({
    method: 'GET',
    path: '/template-library/templates/collections',
    access: 'template:read',
    summary: 'Returns the collections that contain a template which is searched for',
    query: Type.Object({ category, search }),
    response: Type.Object({ collections: Type.Array(collectionSummarySchema) }),
  }),
  list: route({
    method: 'GET',
    path: '/template-library/templates/workflows',
    access: 'template:read',
    summary: 'Returns a page of the templates that are searched for, and their number',
    query: Type.Object({
      skip: Type.Optional(Type.Integer({ minimum: 0 })),
      rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      category,
      search,
    }),
    response: Type.Object({ totalWorkflows: Type.Integer(), workflows: Type.Array(templateSummarySchema) }),
  }),
  collection: route({
    method: 'GET',
    path: '/template-library/templates/collections/:id',
    access: 'template:read',
    summary: 'Returns a collection with its templates',
    params: byId,
    response: Type.Object({
      collection: Type.Object({ ...collectionSummarySchema.properties, workflows: Type.Array(templateSummarySchema) }),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/template-library/templates/workflows/:id',
    access: 'template:read',
    summary: 'Returns a template with its workflow',
    params: byId,
    response: Type.Object({
      workflow: Type.Object({ ...templateSummarySchema.properties, categories: Type.Array(categorySchema), workflow: workflowSchema }),
    }),
  }),
  workflow: route({
    method: 'GET',
    path: '/template-library/workflows/templates/:id',
    access: 'template:read',
    summary: 'Returns the workflow of a template, to be opened as a new one, with the parameters to fill in',
    params: byId,
    response: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      workflow: workflowSchema,
      fields: Type.Optional(Type.Array(templateFieldSchema)),
    }),
  }),
};

export type TemplateCategory = Type.Static<typeof categorySchema>;
export type TemplateSummary = Type.Static<typeof templateSummarySchema>;
export type TemplateField = Type.Static<typeof templateFieldSchema>;
export type CollectionSummary = Type.Static<typeof collectionSummarySchema>;
export type TemplatePage = Type.Static<(typeof templateRoutes)['list']['response']>;
export type Template = Type.Static<(typeof templateRoutes)['get']['response']>['workflow'];
export type TemplateCollection = Type.Static<(typeof templateRoutes)['collection']['response']>['collection'];
export type TemplateWorkflow = Type.Static<(typeof templateRoutes)['workflow']['response']>;
