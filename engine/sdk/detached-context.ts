// Context of a node outside of a run: listening for events, handling a webhook, or filling a list in the editor.
import type { JsonValue } from '../contract/json.ts';
import type { ExecutionStatus, ItemList } from '../contract/run-data.ts';
import type { PropertyOption } from '../workflow/node-type.ts';
import type { ExecuteContext, WebhookReply } from './execute-context.ts';

/** The part of a node's context that needs no run. Expressions in its parameters have no items. */
export type DetachedContext = Pick<
  ExecuteContext,
  | 'node'
  | 'connected'
  | 'relatives'
  | 'ports'
  | 'nodeOfWorkflow'
  | 'runWorkflow'
  | 'version'
  | 'workflow'
  | 'timezone'
  | 'mode'
  | 'signal'
  | 'http'
  | 'files'
  | 'binary'
  | 'dataTables'
  | 'vectors'
  | 'models'
  | 'parsing'
  | 'logger'
  | 'param'
  | 'exactText'
  | 'isParamConstant'
  | 'evaluate'
  | 'credentials'
  | 'signRequest'
  | 'renewCredential'
  | 'loadStaticData'
  | 'staticData'
  | 'now'
  | 'random'
  | 'uuid'
  | 'sleep'
>;

/** An execution that a trigger has started. */
export interface FiredRun {
  /** Resolves when the execution has ended or is waiting. Rejects if the workflow could not run. */
  ended(): Promise<{ readonly status: ExecutionStatus; readonly error?: { readonly name: string; readonly message: string } }>;
}

/** Context of a long-lived trigger. `mode`: `manual` for a test in the editor, `trigger` if the workflow is active. */
export interface TriggerContext extends DetachedContext {
  /**
   * Starts an execution with these items, one list per output. Resolves once its start is stored; without a value if nothing was started. `respond`
   * receives the response that a node of the workflow gives, once at most.
   */
  emit(items: readonly ItemList[], respond?: (reply: WebhookReply) => void): Promise<FiredRun | void>;
  /** Saves a failed execution for an event, such as an unreadable message, and continues to listen. Absent if nothing is saved. */
  saveFailure?(error: unknown): void;
  /** Reports that the trigger has failed and stopped listening. It is restarted after an increasing delay, and the reason is shown with the workflow. */
  fail(error: unknown): void;
}

/** Stops a trigger. It must not emit anything afterwards. */
export type StopTrigger = () => void | Promise<void>;

/** A time at which a scheduled trigger fires. Times of day are in the workflow's time zone. */
export type ScheduleTime =
  | {
      /** Cron expression with six fields: second minute hour day month weekday. */
      readonly cron: string;
      /**
       * Fires at the first match that is at least this many calendar units after the last run ("every 3 days at 9:00"). Matches within one week
       * belong together.
       */
      readonly every?: { readonly unit: 'hours' | 'days' | 'weeks' | 'months'; readonly count: number };
    }
  /** A fixed interval between runs, in milliseconds, counted from activation. */
  | { readonly interval: number };

/** A trigger that fires at given times. The engine stores them, so that neither a restart nor sleep loses or repeats a run. */
export interface Schedule {
  /** Throws NodeError PARAMETER_INVALID for impossible times. */
  times(ctx: DetachedContext): readonly ScheduleTime[];
  /** Returns the items of one firing, one list per output. `at`: in milliseconds since the epoch. */
  items(ctx: DetachedContext, at: number): readonly ItemList[];
}

export interface ListSearchResult {
  readonly results: readonly { readonly name: string; readonly value: string | number; readonly url?: string }[];
  readonly paginationToken?: string;
}

/** A field of a resource mapper, in the form of the parameter's `schema` in workflow files. */
export interface MappingField {
  readonly id: string;
  readonly displayName: string;
  /** `string`, `number`, `boolean`, `dateTime`, `time`, `array`, `object`, `options` … */
  readonly type?: string;
  readonly required: boolean;
  /** False for fields that cannot be filled in manually. */
  readonly display: boolean;
  /** Whether the field can identify the record. Default: true. */
  readonly canBeUsedToMatch?: boolean;
  /** Whether the field identifies the record unless the user selects another. */
  readonly defaultMatch: boolean;
  readonly readOnly?: boolean;
  readonly options?: readonly PropertyOption[];
}

export interface MappingFields {
  readonly fields: readonly MappingField[];
  /** Text shown if there are no fields; may contain links. */
  readonly emptyFieldsNotice?: string;
}

type MappingMethods = { readonly [name: string]: (ctx: DetachedContext) => Promise<MappingFields> };

/** Methods that the editor calls while parameters are edited, by name. */
export interface NodeMethods {
  readonly loadOptions?: { readonly [name: string]: (ctx: DetachedContext) => Promise<readonly PropertyOption[]> };
  readonly listSearch?: {
    readonly [name: string]: (ctx: DetachedContext, filter?: string, paginationToken?: string) => Promise<ListSearchResult>;
  };
  /** Actions that the editor asks for, such as creating what a list does not contain yet. They return a value for a parameter. */
  readonly actionHandler?: { readonly [name: string]: (ctx: DetachedContext, payload: JsonValue | undefined) => Promise<unknown> };
  /** Fields of a resource mapper; the parameter refers to the method in `resourceMapperMethod`. */
  readonly resourceMapping?: MappingMethods;
  /** Like `resourceMapping`, without a service; the parameter refers to the method in `localResourceMapperMethod`. */
  readonly localResourceMapping?: MappingMethods;
}

/** Checks for new data. State between two polls is stored in `ctx.staticData('node')`. Returns null if there is nothing new. */
export type Poll = (ctx: DetachedContext) => Promise<readonly ItemList[] | null>;
