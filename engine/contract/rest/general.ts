// REST calls for the settings of the instance that can be changed while it runs.
import { Type } from 'typebox';
import { route } from './route.ts';

const saving = Type.Union([Type.Literal('all'), Type.Literal('none')]);

/** By the names of the settings table. */
const values = {
  /** IANA name. */
  timezone: Type.String({ maxLength: 100 }),
  locale: Type.String({ maxLength: 40 }),
  saveOnError: saving,
  saveOnSuccess: saving,
  saveManual: Type.Boolean(),
  saveProgress: Type.Boolean(),
  /** Maximum number of concurrent production executions; -1 or 0 for no limit. */
  productionLimit: Type.Integer(),
  /** Seconds; -1 for no limit. */
  executionTimeout: Type.Integer(),
  prune: Type.Boolean(),
  pruneAgeHours: Type.Integer(),
  /** 0 for no limit. */
  pruneCount: Type.Integer(),
  /** MiB; 0 for no limit. */
  pruneSizeMiB: Type.Integer(),
  /** Earlier versions of workflows; 0 for no limit. */
  historyAgeDays: Type.Integer(),
  historyCount: Type.Integer(),
  /** Use of models by all workflows per execution and per day: tokens, seconds and US dollars; 0 for no limit. */
  modelRunTokens: Type.Integer(),
  modelRunSeconds: Type.Integer(),
  modelRunCost: Type.Number(),
  modelDayTokens: Type.Integer(),
  modelDaySeconds: Type.Integer(),
  modelDayCost: Type.Number(),
};

const response = Type.Object({
  values: Type.Object(values),
  /** Settings that cannot be changed here, each with the environment variable that determines it. */
  fixed: Type.Partial(Type.Object(Object.fromEntries(Object.keys(values).map((name) => [name, Type.String()])))),
  /** Time zone of the computer; absent if it names none. */
  systemTimezone: Type.Optional(Type.String()),
  /** Number of copies of the database that are kept from before updates. */
  migrationBackups: Type.Integer(),
  /** Works in the terminal from which Millrace was started, or in any. */
  backUpCommand: Type.String(),
});

export const generalRoutes = {
  read: route({
    method: 'GET',
    path: '/settings/general',
    access: 'setting:manage',
    summary: 'Returns the settings of the instance, and which of them environment variables determine',
    response,
  }),
  change: route({
    method: 'PATCH',
    path: '/settings/general',
    access: 'setting:manage',
    summary: 'Changes settings of the instance; they apply at once. Returns 409 for one that an environment variable determines',
    body: Type.Partial(Type.Object(values), { additionalProperties: false }),
    response,
  }),
};

export type GeneralValues = Type.Static<Type.TObject<typeof values>>;
export type GeneralSettingsView = Type.Static<typeof response>;
export type GeneralName = keyof GeneralValues;
export const generalNames = Object.keys(values) as readonly GeneralName[];
