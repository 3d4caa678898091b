// REST calls for the servers that share the database.
import { Type } from 'typebox';
import { route } from './route.ts';

const stateSchema = Type.Object({
  version: Type.String(),
  /** Number of executions that it runs. */
  runs: Type.Integer(),
  /** Maximum number of production executions that it runs at the same time; null if there is no limit, 0 if it runs none. */
  slots: Type.Union([Type.Integer(), Type.Null()]),
  /** Share of the time in which its main thread was busy lately, from 0 to 1. */
  load: Type.Number(),
  /** Whether it serves the editor, the API and webhooks. */
  serves: Type.Boolean(),
});

const memberSchema = Type.Object({
  id: Type.String(),
  /** Name of its computer, and its data folder. */
  place: Type.String(),
  kind: Type.Union([Type.Literal('server'), Type.Literal('command')]),
  /** Whether it has responded to this request. */
  isThis: Type.Boolean(),
  startedAt: Type.String(),
  /** Milliseconds since it renewed its lease. */
  seenAgo: Type.Integer(),
  /** Milliseconds after which a lease that is not renewed expires. */
  lease: Type.Integer(),
  /** Number of workflows whose triggers it runs. */
  workflows: Type.Integer(),
  /** Null for a command, and until a server has started. */
  state: Type.Union([stateSchema, Type.Null()]),
});

export const memberRoutes = {
  list: route({
    method: 'GET',
    path: '/members',
    access: 'member:list',
    summary: 'Lists the servers and commands that share the database, the oldest first',
    response: Type.Array(memberSchema),
  }),
};

export type Member = Type.Static<typeof memberSchema>;
