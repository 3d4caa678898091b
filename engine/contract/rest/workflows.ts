// REST calls for workflows.
import { Type } from 'typebox';
import { connectionsSchema, workflowSettingsSchema } from '../workflow.ts';
import { route } from './route.ts';

const open = { additionalProperties: true } as const;
const id = Type.Object({ id: Type.String() });
const tagSchema = Type.Object({ id: Type.String(), name: Type.String() });

const workflowSummarySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  tags: Type.Array(tagSchema),
  /** ISO 8601. */
  createdAt: Type.String(),
  updatedAt: Type.String(),
  /** Incremented by every save; sent back when saving, to detect concurrent changes. */
  version: Type.Integer(),
  ownedBy: Type.Optional(Type.Object({ id: Type.String() })),
  /** Whether it is archived: inactive, and not among the workflows that are worked on. */
  isArchived: Type.Optional(Type.Boolean()),
  /** Absent if it is in no folder. */
  folderId: Type.Optional(Type.String()),
});

/** A workflow in the list, with what it did last and will do next. */
const listedWorkflowSchema = Type.Object({
  ...workflowSummarySchema.properties,
  /** The latest stored execution that the caller may see. */
  lastRun: Type.Optional(Type.Object({ id: Type.String(), status: Type.String(), startedAt: Type.String() })),
  /** Time of the next scheduled run, if it is active. */
  nextRun: Type.Optional(Type.String()),
  /** Time zone of its schedules, if it has a next run. */
  nextRunZone: Type.Optional(Type.String()),
});

const nextRunsSchema = Type.Object({
  /** Time zone of the schedules. */
  timezone: Type.String(),
  /** The enabled nodes with a schedule. `runs`: the next three times; `error`: why there are none. */
  nodes: Type.Array(Type.Object({ name: Type.String(), runs: Type.Array(Type.String()), error: Type.Optional(Type.String()) })),
});

/** A saved workflow: the fields of the file and the product's metadata. */
export const savedWorkflowSchema = Type.Object(
  {
    ...workflowSummarySchema.properties,
    nodes: Type.Array(Type.Unknown()),
    connections: connectionsSchema,
    settings: Type.Optional(workflowSettingsSchema),
  },
  open,
);

/** A workflow to save: any fields of a workflow file. Unknown fields are preserved. */
const content = {
  name: Type.Optional(Type.String()),
  nodes: Type.Optional(Type.Array(Type.Unknown())),
  connections: Type.Optional(Type.Unknown()),
  settings: Type.Optional(Type.Unknown()),
  pinData: Type.Optional(Type.Unknown()),
  active: Type.Optional(Type.Boolean()),
  /** Ids of tags, or tags with an id. */
  tags: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Object({ id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }, open)])),
  ),
};

const namedNode = Type.Object({ name: Type.String() }, open);

/** An item that a trigger is to output. The contents of files are base64. */
const triggerItemSchema = Type.Object({
  json: Type.Record(Type.String(), Type.Unknown()),
  binary: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({ data: Type.String(), mimeType: Type.Optional(Type.String()), fileName: Type.Optional(Type.String()) }),
    ),
  ),
});

/** A trigger whose first event starts a run. */
const listeningSchema = Type.Object({
  node: Type.String(),
  /** Address to call, and the methods that it accepts; absent for triggers that are not called. */
  url: Type.Optional(Type.String()),
  methods: Type.Optional(Type.Array(Type.String())),
  /** Whether the address is a form, which is opened in a browser. */
  isForm: Type.Optional(Type.Boolean()),
});

/** The trigger that starts a run. */
const startingTriggerSchema = Type.Object(
  {
    name: Type.String(),
    /** What the trigger outputs; it does not wait for an event. */
    items: Type.Optional(Type.Array(triggerItemSchema)),
    /** Id of an execution of the same session that waits: the items become the output of its waiting node. */
    resumes: Type.Optional(Type.String()),
    /** Whether nodes may send their responses in parts, as they are made. */
    isStreaming: Type.Optional(Type.Boolean()),
  },
  open,
);

/** The executions that contain the nodes' results, by the nodes' current names; `node`: the node's name in that execution, if it differs. */
const earlierResultsSchema = Type.Record(Type.String(), Type.Object({ executionId: Type.String(), node: Type.Optional(Type.String()) }));

export const workflowRoutes = {
  list: route({
    method: 'GET',
    path: '/workflows',
    access: 'workflow:list',
    summary: 'Returns the workflows, last changed first',
    query: Type.Object({
      /** JSON: {name?, active?, isArchived?, tags?: names, ids?, folderId?: null for none}. */
      filter: Type.Optional(Type.String()),
    }),
    response: Type.Array(listedWorkflowSchema),
  }),
  newName: route({
    method: 'GET',
    path: '/workflows/new',
    access: 'workflow:create',
    summary: 'Returns an unused name for a new workflow',
    query: Type.Object({ name: Type.Optional(Type.String()) }),
    response: Type.Object({ name: Type.String(), onboardingFlowEnabled: Type.Boolean() }),
  }),
  fromUrl: route({
    method: 'GET',
    path: '/workflows/from-url',
    access: 'workflow:create',
    summary: 'Returns the workflow file at a URL that ends in .json',
    query: Type.Object({ url: Type.String() }),
    response: Type.Object({ nodes: Type.Array(Type.Unknown()), connections: connectionsSchema }, open),
  }),
  get: route({
    method: 'GET',
    path: '/workflows/:id',
    access: 'workflow:read',
    summary: 'Returns a workflow',
    params: id,
    response: savedWorkflowSchema,
  }),
  create: route({
    method: 'POST',
    path: '/workflows',
    access: 'workflow:create',
    summary: 'Saves a new workflow',
    body: Type.Object(
      { ...content, nodes: Type.Array(Type.Unknown()), folderId: Type.Optional(Type.Union([Type.String(), Type.Null()])) },
      open,
    ),
    response: savedWorkflowSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/workflows/:id',
    access: 'workflow:update',
    summary:
      'Saves changes; returns 409 if `version` is not the newest. `isArchived` archives the workflow, which deactivates it, or restores it',
    params: id,
    query: Type.Object({ forceSave: Type.Optional(Type.Boolean()) }),
    body: Type.Object({ ...content, isArchived: Type.Optional(Type.Boolean()), version: Type.Optional(Type.Integer()) }, open),
    response: savedWorkflowSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/workflows/:id',
    access: 'workflow:delete',
    summary: 'Deletes a workflow with its finished executions; stops queued and waiting ones, whose rows stay like those of running ones',
    params: id,
    response: Type.Literal(true),
  }),
  deletion: route({
    method: 'GET',
    path: '/workflows/:id/deletion',
    access: 'workflow:delete',
    summary: 'Returns the number of executions that a deletion would stop (queued, waiting), and that would go on to their end (running)',
    params: id,
    /** Each is counted up to 10,000. */
    response: Type.Object({ queued: Type.Integer(), waiting: Type.Integer(), running: Type.Integer() }),
  }),
  starts: route({
    method: 'GET',
    path: '/workflows/:id/starts',
    access: 'workflow:read',
    summary: 'Returns when and by which addresses a workflow starts: the next runs of its schedules, and its open webhooks',
    params: id,
    response: Type.Object({
      ...nextRunsSchema.properties,
      /** Production URLs while the workflow is active. */
      webhooks: Type.Array(Type.Object({ node: Type.String(), method: Type.String(), url: Type.String(), isForm: Type.Boolean() })),
    }),
  }),
  previewRuns: route({
    method: 'POST',
    path: '/workflows/next-runs',
    access: 'workflow:run',
    summary: 'Returns the next runs that the schedules of a workflow would have, which need not be saved',
    body: Type.Object({ nodes: Type.Array(Type.Unknown()), settings: Type.Optional(Type.Unknown()) }, open),
    response: nextRunsSchema,
  }),
  run: route({
    method: 'POST',
    path: '/workflows/run',
    access: 'workflow:run',
    summary: 'Runs a workflow manually, completely or up to a node',
    body: Type.Object(
      {
        workflowData: Type.Object({ nodes: Type.Array(Type.Unknown()) }, open),
        /** Results of earlier runs that the server has not stored. */
        runData: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
        earlierResults: Type.Optional(earlierResultsSchema),
        pinData: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
        /** These nodes and all nodes after them run again. */
        startNodes: Type.Optional(Type.Array(Type.Union([Type.String(), namedNode]))),
        destinationNode: Type.Optional(Type.String()),
        dirtyNodeNames: Type.Optional(Type.Array(Type.String())),
        triggerToStartFrom: Type.Optional(startingTriggerSchema),
        /** Whether the caller lets this workflow of another user read the caller's credentials, now and in later runs by the caller. */
        lendsCredentials: Type.Optional(Type.Boolean()),
      },
      open,
    ),
    response: Type.Object({
      executionId: Type.Optional(Type.String()),
      waitingForWebhook: Type.Optional(Type.Boolean()),
      /** Present while it waits for a first event. */
      listening: Type.Optional(Type.Array(listeningSchema)),
    }),
  }),
  active: route({
    method: 'GET',
    path: '/active',
    access: 'workflow:list',
    summary: 'Returns the ids of active workflows that are running; an active workflow that is not listed could not be activated',
    response: Type.Array(Type.String()),
  }),
  activationError: route({
    method: 'GET',
    path: '/active/error/:id',
    access: 'workflow:read',
    summary: 'Returns why an active workflow does not run; null if it does',
    params: id,
    response: Type.Union([
      Type.Null(),
      Type.Object({
        time: Type.String(),
        error: Type.Object({ message: Type.String(), node: Type.Optional(Type.String()), hint: Type.Optional(Type.String()) }),
      }),
    ]),
  }),
  stopListening: route({
    method: 'DELETE',
    path: '/test-webhook/:id',
    access: 'workflow:run',
    summary: 'Stops waiting for the test call of a workflow',
    params: id,
    response: Type.Boolean(),
  }),
};

export type WorkflowSummaryView = Type.Static<typeof workflowSummarySchema>;
export type ListedWorkflow = Type.Static<typeof listedWorkflowSchema>;
export type NextRuns = Type.Static<typeof nextRunsSchema>;
export type WorkflowStarts = Type.Static<(typeof workflowRoutes)['starts']['response']>;
export type SavedWorkflow = Type.Static<typeof savedWorkflowSchema>;
export type WorkflowChanges = Type.Static<(typeof workflowRoutes)['update']['body']>;
export type EarlierResults = Type.Static<typeof earlierResultsSchema>;
export type TriggerItem = Type.Static<typeof triggerItemSchema>;
export type ListeningTrigger = Type.Static<typeof listeningSchema>;
export type StartingTrigger = Type.Static<typeof startingTriggerSchema>;
export type RunRequestBody = Type.Static<(typeof workflowRoutes)['run']['body']>;
