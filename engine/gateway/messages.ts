// Messages between the engine's thread and the program that started it.
import type { PushSession } from '../contract/gateway.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { PushEvent } from '../contract/push.ts';
import type { EngineGateway } from './engine.ts';

/** Methods that are called once and return once. */
type GatewayMethod = 'inject' | 'openStream' | 'listen' | 'unlisten' | 'resume' | 'pauseSchedules' | 'backup';

export type GatewayCall = {
  readonly [M in GatewayMethod]: { readonly method: M; readonly args: Parameters<EngineGateway[M]> };
}[GatewayMethod];

export type ToEngine =
  | { readonly type: 'call'; readonly id: number; readonly call: GatewayCall }
  | { readonly type: 'subscribe'; readonly id: number; readonly session: PushSession }
  | { readonly type: 'watchBusy'; readonly id: number }
  | { readonly type: 'unsubscribe'; readonly id: number };

export interface GatewayFailure {
  readonly code?: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export type FromEngine =
  | { readonly type: 'value'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: GatewayFailure }
  | { readonly type: 'event'; readonly id: number; readonly number: number; readonly event: PushEvent }
  | { readonly type: 'missed'; readonly id: number; readonly last: number }
  | { readonly type: 'busy'; readonly id: number; readonly isBusy: boolean };
