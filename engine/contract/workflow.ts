// The workflow file: schemas of what files, REST and the editor exchange. Unknown fields are preserved.
import { Type } from 'typebox';
import { modelLimitsSchema } from './model-limits.ts';

const open = { additionalProperties: true } as const;

export const connectionTargetSchema = Type.Object({ node: Type.String(), type: Type.String(), index: Type.Integer({ minimum: 0 }) }, open);

/** Source node name → connection type → output index → targets. */
export const connectionsSchema = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.Array(Type.Union([Type.Array(connectionTargetSchema), Type.Null()]))),
);

export const credentialReferenceSchema = Type.Object({ id: Type.Union([Type.String(), Type.Null()]), name: Type.String() }, open);

export const onErrorSchema = Type.Union([
  Type.Literal('stopWorkflow'),
  Type.Literal('continueRegularOutput'),
  Type.Literal('continueErrorOutput'),
]);

export const workflowNodeSchema = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name: Type.String(),
    type: Type.String(),
    typeVersion: Type.Number(),
    position: Type.Tuple([Type.Number(), Type.Number()]),
    parameters: Type.Record(Type.String(), Type.Unknown()),
    credentials: Type.Optional(Type.Record(Type.String(), Type.Union([credentialReferenceSchema, Type.String()]))),
    disabled: Type.Optional(Type.Boolean()),
    notes: Type.Optional(Type.String()),
    notesInFlow: Type.Optional(Type.Boolean()),
    webhookId: Type.Optional(Type.String()),
    executeOnce: Type.Optional(Type.Boolean()),
    alwaysOutputData: Type.Optional(Type.Boolean()),
    retryOnFail: Type.Optional(Type.Boolean()),
    maxTries: Type.Optional(Type.Number()),
    waitBetweenTries: Type.Optional(Type.Number()),
    continueOnFail: Type.Optional(Type.Boolean()),
    onError: Type.Optional(onErrorSchema),
  },
  open,
);

export const workflowSettingsSchema = Type.Object(
  {
    executionOrder: Type.Optional(Type.String()),
    timezone: Type.Optional(Type.String()),
    errorWorkflow: Type.Optional(Type.String()),
    executionTimeout: Type.Optional(Type.Number()),
    saveDataErrorExecution: Type.Optional(Type.String()),
    saveDataSuccessExecution: Type.Optional(Type.String()),
    saveManualExecutions: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
    saveExecutionProgress: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
    callerPolicy: Type.Optional(Type.String()),
    callerIds: Type.Optional(Type.String()),
    /** Limits for the use of models by the workflow. Other programs ignore them. */
    modelLimits: Type.Optional(modelLimitsSchema),
  },
  open,
);

export const workflowFileSchema = Type.Object(
  {
    id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    name: Type.Optional(Type.String()),
    active: Type.Optional(Type.Boolean()),
    nodes: Type.Array(workflowNodeSchema),
    connections: connectionsSchema,
    settings: Type.Optional(workflowSettingsSchema),
    pinData: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Array(Type.Unknown())), Type.Null()])),
    staticData: Type.Optional(Type.Unknown()),
    tags: Type.Optional(Type.Array(Type.Unknown())),
    meta: Type.Optional(Type.Unknown()),
  },
  open,
);

export type ConnectionTarget = Type.Static<typeof connectionTargetSchema>;
export type Connections = Type.Static<typeof connectionsSchema>;
export type CredentialReference = Type.Static<typeof credentialReferenceSchema>;
export type OnError = Type.Static<typeof onErrorSchema>;
export type WorkflowNode = Type.Static<typeof workflowNodeSchema>;
export type WorkflowSettings = Type.Static<typeof workflowSettingsSchema>;
export type WorkflowFile = Type.Static<typeof workflowFileSchema>;

/** Values of `callerPolicy`. */
export const callerPolicies = ['any', 'none', 'workflowsFromSameOwner', 'workflowsFromAList'] as const;

export type CallerPolicy = (typeof callerPolicies)[number];
