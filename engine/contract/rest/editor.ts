// Data that the editor loads on opening and while nodes are edited: settings, node and credential types, lists, files.
import { Type } from 'typebox';
import { route } from './route.ts';

const open = { additionalProperties: true } as const;
const onOff = Type.Union([Type.Literal('all'), Type.Literal('none')]);

/** A feature that is announced where it will be. */
const fakeDoorSchema = Type.Object({
  id: Type.Union([Type.Literal('environments'), Type.Literal('logging'), Type.Literal('sharing')]),
  linkURL: Type.String(),
  uiLocations: Type.Array(Type.Union([Type.Literal('settings'), Type.Literal('credentialsModal')])),
});

/** Settings of the instance in the form that the editor uses. */
const settingsSchema = Type.Object({
  versionCli: Type.String(),
  instanceId: Type.String(),
  enterprise: Type.Object({ sharing: Type.Boolean() }, open),
  userManagement: Type.Object({ enabled: Type.Boolean(), showSetupOnFirstLoad: Type.Boolean(), smtpSetup: Type.Boolean() }),
  publicApi: Type.Object({ enabled: Type.Boolean(), latestVersion: Type.Integer(), path: Type.String() }),
  telemetry: Type.Object({ enabled: Type.Boolean() }),
  personalizationSurveyEnabled: Type.Boolean(),
  workflowTagsDisabled: Type.Boolean(),
  hiringBannerEnabled: Type.Boolean(),
  /** What the banner says; absent if there is none. */
  hiringBanner: Type.Optional(Type.Object({ text: Type.String(), url: Type.String() })),
  templates: Type.Object({ enabled: Type.Boolean(), host: Type.String() }),
  communityNodesEnabled: Type.Boolean(),
  isNpmAvailable: Type.Boolean(),
  executionMode: Type.String(),
  deployment: Type.Object({ type: Type.String() }),
  urlBaseWebhook: Type.String(),
  urlBaseEditor: Type.String(),
  endpointWebhook: Type.String(),
  endpointWebhookTest: Type.String(),
  endpointForm: Type.String(),
  endpointFormTest: Type.String(),
  endpointMcp: Type.String(),
  endpointMcpTest: Type.String(),
  saveDataErrorExecution: onOff,
  saveDataSuccessExecution: onOff,
  saveManualExecutions: Type.Boolean(),
  saveExecutionProgress: Type.Boolean(),
  /** Whether the data of executions can be searched. */
  canSearchExecutions: Type.Boolean(),
  /** Default `callerPolicy` of workflows. */
  workflowCallerPolicyDefaultOption: Type.String(),
  timezone: Type.String(),
  /** Seconds; -1 for no limit. */
  executionTimeout: Type.Integer(),
  maxExecutionTimeout: Type.Integer(),
  oauthCallbackUrls: Type.Object({ oauth1: Type.String(), oauth2: Type.String() }),
  /** Whether users may choose a model for the assistant; absent if not. */
  hasAssistant: Type.Optional(Type.Boolean()),
  /** Whether nodes ask the person at this computer before they use files and commands; absent if not. */
  asksForConsent: Type.Optional(Type.Boolean()),
  /** Whether several servers can share the database; absent if not. */
  hasMembers: Type.Optional(Type.Boolean()),
  n8nMetadata: Type.Object({}, open),
  defaultLocale: Type.String(),
  versionNotifications: Type.Object({ enabled: Type.Boolean(), endpoint: Type.String(), infoUrl: Type.String() }),
  onboardingCallPromptEnabled: Type.Boolean(),
  /** Whether a prompts service is set. */
  promptsEnabled: Type.Boolean(),
  /** Whether a contact service is set. */
  contactEnabled: Type.Boolean(),
  /** Core node types that the instance settings exclude; absent if none are. */
  excludedNodes: Type.Optional(Type.Array(Type.String())),
  /** Features that are announced, with a page to join their waiting list; absent if there are none. */
  fakeDoors: Type.Optional(Type.Array(fakeDoorSchema)),
  /** URLs of web pages; empty if there is none. */
  help: Type.Object({
    quickstart: Type.String(),
    documentation: Type.String(),
    forum: Type.String(),
    courses: Type.String(),
    /** `{node}` is replaced by the requested node type. */
    requestNode: Type.String(),
  }),
});

/** Id of the workflow that contains the node, if it is saved: in one of another user, the node reads only credentials that were lent to it. */
const workflowId = Type.Optional(Type.String());

const nodeQuery = {
  /** JSON: {name, version}. */
  nodeTypeAndVersion: Type.String(),
  /** Path of the parameter. */
  path: Type.String(),
  methodName: Type.Optional(Type.String()),
  /** JSON of the node's current parameters in the editor. */
  currentNodeParameters: Type.Optional(Type.String()),
  /** JSON of the node's credentials. */
  credentials: Type.Optional(Type.String()),
  workflowId,
};

const editedNodeBody = {
  nodeTypeAndVersion: Type.Object({ name: Type.String(), version: Type.Optional(Type.Number()) }),
  /** Path of the parameter. */
  path: Type.String(),
  /** The node's current parameters in the editor. */
  currentNodeParameters: Type.Optional(Type.Object({}, open)),
  credentials: Type.Optional(Type.Object({}, open)),
  workflowId,
};

const optionSchema = Type.Object({ name: Type.String(), value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]) }, open);

const mappingField = Type.Object(
  {
    id: Type.String(),
    displayName: Type.String(),
    type: Type.Optional(Type.String()),
    required: Type.Optional(Type.Boolean()),
    display: Type.Optional(Type.Boolean()),
    canBeUsedToMatch: Type.Optional(Type.Boolean()),
    defaultMatch: Type.Optional(Type.Boolean()),
    readOnly: Type.Optional(Type.Boolean()),
    options: Type.Optional(Type.Array(optionSchema)),
  },
  open,
);

/** `v`: version of the icon, which may then be kept for good. */
const iconQuery = Type.Object({
  theme: Type.Optional(Type.Union([Type.Literal('light'), Type.Literal('dark')])),
  v: Type.Optional(Type.String({ maxLength: 300 })),
});

export const editorRoutes = {
  settings: route({
    method: 'GET',
    path: '/settings',
    access: 'public',
    summary: 'Returns the settings of the instance for the editor',
    response: settingsSchema,
  }),
  nodeTypes: route({
    method: 'GET',
    path: '/node-types',
    access: 'node-type:read',
    summary: 'Returns the descriptions of all node types; those of packages have no properties, and `isPartial`',
    query: Type.Object({ onlyLatest: Type.Optional(Type.Boolean()) }),
    response: Type.Array(Type.Object({ name: Type.String() }, open)),
  }),
  nodeActions: route({
    method: 'GET',
    path: '/node-types/actions',
    access: 'node-type:read',
    summary: 'Returns what the nodes of each type can do, as the resource and operation that select it',
    response: Type.Array(
      Type.Object({
        type: Type.String(),
        actions: Type.Array(Type.Object({ name: Type.String(), resource: Type.Optional(Type.String()), operation: Type.String() })),
      }),
    ),
  }),
  someNodeTypes: route({
    method: 'POST',
    path: '/node-types',
    access: 'node-type:read',
    summary: 'Returns the descriptions of some node types',
    body: Type.Object({ nodeInfos: Type.Array(Type.Object({ name: Type.String(), version: Type.Optional(Type.Number()) }, open)) }),
    response: Type.Array(Type.Object({ name: Type.String() }, open)),
  }),
  nodeIcon: route({
    method: 'GET',
    path: '/node-icon/*',
    access: 'node-type:read',
    summary: 'Returns the icon of a node type: an SVG, or for types of packages maybe a PNG',
    query: iconQuery,
    response: Type.Unknown({ contentMediaType: 'image/svg+xml' }),
  }),
  credentialIcon: route({
    method: 'GET',
    path: '/credential-icon/*',
    access: 'credential-type:list',
    summary: 'Returns the icon of a credential type: an SVG, or for types of packages maybe a PNG',
    query: iconQuery,
    response: Type.Unknown({ contentMediaType: 'image/svg+xml' }),
  }),
  nodeTranslationHeaders: route({
    method: 'GET',
    path: '/node-translation-headers',
    access: 'node-type:read',
    summary: 'Returns translated names of node types; null for English',
    response: Type.Null(),
  }),
  credentialTranslation: route({
    method: 'GET',
    path: '/credential-translation',
    access: 'credential-type:list',
    summary: 'Returns translated texts of a credential type; null for English',
    query: Type.Object({ credentialType: Type.String() }),
    response: Type.Null(),
  }),
  parameterOptions: route({
    method: 'GET',
    path: '/node-parameter-options',
    access: 'node-type:read',
    summary: "Options of a parameter, from the node's own method",
    query: Type.Object({ ...nodeQuery, loadOptions: Type.Optional(Type.String()) }),
    response: Type.Array(optionSchema),
  }),
  listSearch: route({
    method: 'GET',
    path: '/nodes-list-search',
    access: 'node-type:read',
    summary: "A page of a resource locator's list",
    query: Type.Object({
      ...nodeQuery,
      searchList: Type.Optional(Type.String()),
      filter: Type.Optional(Type.String()),
      paginationToken: Type.Optional(Type.String()),
    }),
    response: Type.Object({
      results: Type.Array(
        Type.Object({ name: Type.String(), value: Type.Union([Type.String(), Type.Number()]), url: Type.Optional(Type.String()) }),
      ),
      paginationToken: Type.Optional(Type.String()),
    }),
  }),
  actionResult: route({
    // POST, since actions may change data of services.
    method: 'POST',
    path: '/dynamic-node-parameters/action-result',
    access: 'node-type:read',
    summary: "Runs an action of a node's own code (`actionHandler`), and returns its value for a parameter; null if it returns none",
    body: Type.Object({
      ...editedNodeBody,
      /** Name of the action. */
      handler: Type.String({ minLength: 1 }),
      payload: Type.Optional(Type.Union([Type.String(), Type.Object({}, open)])),
    }),
    response: Type.Unknown(),
  }),
  mappingFields: route({
    // POST, since the parameters contain the previous fields, and tables can have hundreds of them.
    method: 'POST',
    path: '/node-mapping-fields',
    access: 'node-type:read',
    summary: "Fields that a resource mapper fills, from the node's own method",
    body: Type.Object({
      ...editedNodeBody,
      methodName: Type.String({ minLength: 1 }),
    }),
    response: Type.Object({ fields: Type.Array(mappingField), emptyFieldsNotice: Type.Optional(Type.String()) }, open),
  }),
  credentialTypes: route({
    method: 'GET',
    path: '/credential-types',
    access: 'credential-type:list',
    summary: 'Returns all credential types',
    response: Type.Array(Type.Object({ name: Type.String() }, open)),
  }),
  timezones: route({
    method: 'GET',
    path: '/options/timezones',
    access: 'option:read',
    summary: 'Returns time zones by name',
    response: Type.Record(Type.String(), Type.String()),
  }),
  binary: route({
    method: 'GET',
    path: '/data/:id',
    access: 'binary:read',
    summary: 'Returns a file as base64 text, or with `action` as raw bytes (with support for ranges)',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({
      action: Type.Optional(Type.Union([Type.Literal('view'), Type.Literal('download')])),
      fileName: Type.Optional(Type.String()),
      mimeType: Type.Optional(Type.String()),
    }),
    response: Type.String(),
  }),
  push: route({
    method: 'GET',
    path: '/push',
    access: 'push:listen',
    summary: 'Streams events; an event named `gap` reports that events up to its number are lost',
    query: Type.Object({
      sessionId: Type.String({ minLength: 1, maxLength: 100 }),
      /** Same as the header Last-Event-ID, for listeners that open a new stream; the header takes precedence. */
      lastEventId: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
    }),
    response: Type.Unknown({ contentMediaType: 'text/event-stream' }),
  }),
  openApi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'option:read',
    summary: 'Returns this reference as an OpenAPI document',
    response: Type.Unknown({ contentMediaType: 'application/json' }),
  }),
};

export type Settings = Type.Static<typeof settingsSchema>;
export type FakeDoor = Type.Static<typeof fakeDoorSchema>;
