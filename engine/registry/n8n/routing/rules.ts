// The parts of a description that declare requests: `requestDefaults`, and `routing` of properties and options. They come from packages, so any
// field may be missing or have another type.
import type { FunctionMark } from '../../../packages/worker/describe.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What a property or option contributes to the request and to the handling of its response. */
export interface Routing {
  readonly request?: Fields;
  readonly send?: {
    readonly type?: unknown;
    /** Name or path of the field that receives the value. */
    readonly property?: unknown;
    /** Whether dots in `property` separate levels. Default: true. */
    readonly propertyInDotNotation?: unknown;
    /** Value or expression. Default: the parameter's value. */
    readonly value?: unknown;
    readonly preSend?: unknown;
    readonly paginate?: unknown;
  };
  readonly output?: { readonly maxResults?: unknown; readonly postReceive?: unknown };
  readonly operations?: { readonly pagination?: unknown };
}

/** An action on the items of a response. */
export interface ReceiveAction {
  readonly type?: unknown;
  readonly properties?: Fields;
  /** Boolean or expression. Default: true. */
  readonly enabled?: unknown;
  /** Replaces the message if the action fails. */
  readonly errorMessage?: unknown;
}

export const isMark = (value: unknown): value is FunctionMark => isRecord(value) && Array.isArray(value['$function']);

/** Returns the routing in a property or option; undefined if it has none. */
export function routingIn(owner: Fields | undefined): Routing | undefined {
  const routing = owner?.['routing'];
  return isRecord(routing) ? (routing as Routing) : undefined;
}

export const recordIn = (value: unknown): Fields => (isRecord(value) ? value : {});
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
