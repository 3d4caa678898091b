// REST calls for usage events: those of the editor, and the latest that were sent.
import { Type } from 'typebox';
import { route } from './route.ts';

/** Without this, unknown fields would also be sent to the endpoint. */
const closed = { additionalProperties: false } as const;
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** Events of the editor. None has room for a name or an address: pages are patterns, such as `/workflow/:name`. */
const editorEventSchema = Type.Union([
  Type.Object(
    {
      name: Type.Literal('page viewed'),
      page: Type.String({ maxLength: 100, pattern: '^/(?:(?::[a-zA-Z]{1,20}|[a-zA-Z-]{1,30})(?:/(?!$)|$)){0,6}$' }),
    },
    closed,
  ),
  Type.Object({ name: Type.Literal('node opened'), nodeType: Type.String({ minLength: 1, maxLength: 300 }) }, closed),
  Type.Object(
    {
      name: Type.Literal('templates searched'),
      /** Identifies a visit of the templates. */
      session: Type.String({ pattern: '^templates-\\d{1,16}$' }),
      characters: count,
      categories: count,
      results: count,
    },
    closed,
  ),
]);

const sentBatchSchema = Type.Object({
  /** ISO 8601. */
  at: Type.String(),
  /** Body of the request. */
  body: Type.String(),
  /** Why it was not delivered; absent if it was. */
  failure: Type.Optional(Type.String()),
});

const stateSchema = Type.Object({
  /** Origin of the address; null if none is set, and nothing is recorded or sent. */
  origin: Type.Union([Type.String(), Type.Null()]),
  /** Number of events that are sent next. */
  pendingCount: Type.Integer(),
  /** The latest first. */
  batches: Type.Array(sentBatchSchema),
});

export const telemetryRoutes = {
  read: route({
    method: 'GET',
    path: '/telemetry',
    access: 'telemetry:read',
    summary: 'Returns the latest usage events as they were sent since the start, and where to',
    response: stateSchema,
  }),
  send: route({
    method: 'POST',
    path: '/telemetry',
    access: 'telemetry:send',
    summary: 'Adds usage events of the editor to those that are sent next',
    body: Type.Object({ events: Type.Array(editorEventSchema, { minItems: 1, maxItems: 50 }) }),
    response: Type.Literal(true),
  }),
};

export type EditorEvent = Type.Static<typeof editorEventSchema>;
export type SentBatch = Type.Static<typeof sentBatchSchema>;
export type TelemetryState = Type.Static<typeof stateSchema>;
