// Messages between the engine's thread and the program that started it.
import type { PushSession } from '../contract/door.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { PushEvent } from '../contract/push.ts';
import type { EngineDoor } from './engine.ts';

/** Methods that are called once and return once. */
type DoorMethod = 'inject' | 'openStream' | 'listen' | 'unlisten' | 'resume' | 'pauseSchedules' | 'backup';

export type DoorCall = { readonly [M in DoorMethod]: { readonly method: M; readonly args: Parameters<EngineDoor[M]> } }[DoorMethod];

export type ToEngine =
  | { readonly type: 'call'; readonly id: number; readonly call: DoorCall }
  | { readonly type: 'subscribe'; readonly id: number; readonly session: PushSession }
  | { readonly type: 'watchBusy'; readonly id: number }
  | { readonly type: 'unsubscribe'; readonly id: number };

export interface DoorFailure {
  readonly code?: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export type FromEngine =
  | { readonly type: 'value'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: DoorFailure }
  | { readonly type: 'event'; readonly id: number; readonly number: number; readonly event: PushEvent }
  | { readonly type: 'missed'; readonly id: number; readonly last: number }
  | { readonly type: 'busy'; readonly id: number; readonly isBusy: boolean };
