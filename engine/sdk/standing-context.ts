// Context of a node outside of a run: while it listens for events, handles a webhook, or fills a list in the editor.
import type { ItemList } from '../contract/run-data.ts';
import type { PropertyOption } from '../workflow/node-type.ts';
import type { ExecuteContext } from './execute-context.ts';

/** The part of a node's world that needs no run. Expressions in its parameters see no items. */
export type StandingContext = Pick<
  ExecuteContext,
  | 'node'
  | 'version'
  | 'workflow'
  | 'timezone'
  | 'mode'
  | 'signal'
  | 'http'
  | 'files'
  | 'binary'
  | 'parsing'
  | 'logger'
  | 'param'
  | 'isParamConstant'
  | 'evaluate'
  | 'credentials'
  | 'staticData'
  | 'now'
  | 'random'
  | 'uuid'
  | 'sleep'
>;

/** A long-lived trigger: `mode` is `manual` for a test in the editor, `trigger` if the workflow is active. */
export interface TriggerContext extends StandingContext {
  /** Starts an execution with these items, one list per output. Resolves when its start is kept. */
  emit(items: readonly ItemList[]): Promise<void>;
  /** Reports that the trigger has failed and stopped listening. It is restarted after a growing pause, and the reason is shown with the workflow. */
  fail(error: unknown): void;
}

/** Ends a trigger; nothing is emitted after that. */
export type StopTrigger = () => void | Promise<void>;

/** When a scheduled trigger fires; wall-clock times are of the workflow's zone. */
export type ScheduleTime =
  | {
      /** Six fields: second minute hour day month weekday. */
      readonly cron: string;
      /** Fire at the first match not before so many calendar units after the last run ("every 3 days at 9:00"). Matches within one week belong together. */
      readonly every?: { readonly unit: 'hours' | 'days' | 'weeks' | 'months'; readonly count: number };
    }
  /** A fixed distance between runs, in milliseconds, counted from activation. */
  | { readonly interval: number };

/** A trigger that fires by the clock: the product keeps the times, so that a restart or a night of sleep loses and doubles nothing. */
export interface Schedule {
  /** Throws NodeError PARAMETER_INVALID for times that cannot be. */
  times(ctx: StandingContext): readonly ScheduleTime[];
  /** Items of one firing, one list per output. `at` in milliseconds since the epoch. */
  items(ctx: StandingContext, at: number): readonly ItemList[];
}

export interface ListSearchResult {
  readonly results: readonly { readonly name: string; readonly value: string | number; readonly url?: string }[];
  readonly paginationToken?: string;
}

/** One field of a resource whose fields are mapped, as workflow files keep it in the `schema` of the parameter. */
export interface MappingField {
  readonly id: string;
  readonly displayName: string;
  /** `string`, `number`, `boolean`, `dateTime`, `time`, `array`, `object`, `options` … */
  readonly type?: string;
  readonly required: boolean;
  /** False for fields that are never filled by hand. */
  readonly display: boolean;
  /** May tell which record is meant; true when absent. */
  readonly canBeUsedToMatch?: boolean;
  /** Tells which record is meant, unless another is chosen. */
  readonly defaultMatch: boolean;
  readonly readOnly?: boolean;
  readonly options?: readonly PropertyOption[];
}

export interface MappingFields {
  readonly fields: readonly MappingField[];
  /** Text shown if there are no fields; may contain links. */
  readonly emptyFieldsNotice?: string;
}

type MappingMethods = { readonly [name: string]: (ctx: StandingContext) => Promise<MappingFields> };

/** Methods that the editor can call while parameters are edited, by name. */
export interface NodeMethods {
  readonly loadOptions?: { readonly [name: string]: (ctx: StandingContext) => Promise<readonly PropertyOption[]> };
  readonly listSearch?: {
    readonly [name: string]: (ctx: StandingContext, filter?: string, paginationToken?: string) => Promise<ListSearchResult>;
  };
  /** Fields of a resource mapper, named by `resourceMapperMethod`. */
  readonly resourceMapping?: MappingMethods;
  /** Those that need no service, named by `localResourceMapperMethod`. */
  readonly localResourceMapping?: MappingMethods;
}

/** State between two polls is kept in `ctx.staticData('node')`. Returns null when there is nothing new. */
export type Poll = (ctx: StandingContext) => Promise<readonly ItemList[] | null>;
