// The engine as shells and scripts see it: requests, events and listening, wherever the engine runs.
import type {
  BackupReport,
  EngineRequest,
  EngineResponse,
  ListenOptions,
  PushSession,
  ResponseHead,
  TrustedCaller,
} from '../contract/gateway.ts';
import type { PushEvent } from '../contract/push.ts';

export interface EngineStream extends ResponseHead {
  /** Must be read to its end or canceled. */
  readonly body: ReadableStream<Uint8Array>;
}

export interface PushListener {
  /** Receives an event with its number. Numbers of a session increase by one. */
  event(number: number, event: PushEvent): void;
  /** Called if events up to this number are lost: their contents must be requested. */
  missed(last: number): void;
}

/** Parts that are the same inside and outside of the engine's thread. */
export interface EngineGateway {
  /** Sends a request to a REST route, or to a page, and returns the whole response. `caller` identifies it; otherwise its headers do. */
  inject(request: EngineRequest, caller?: TrustedCaller): Promise<EngineResponse>;
  /** Like `inject`, with the response's body as a stream, for files. */
  openStream(request: EngineRequest, caller?: TrustedCaller): Promise<EngineStream>;
  /** Sends the events of a session of the local owner to the listener; returns a function that ends it. */
  onPush(session: PushSession, listener: PushListener): () => void;
  /** Calls the listener when workflows begin to run, manual runs included, and when none runs anymore; returns a function that ends it. */
  onBusy(listener: (isBusy: boolean) => void): () => void;
  /**
   * Accepts connections at this address instead of the current one, which stays open if it fails. The addresses that nodes and pages show change
   * with it. Returns the actual address. Throws PORT_TAKEN.
   */
  listen(options: ListenOptions): Promise<ListenOptions>;
  /** Accepts no more connections. Requests of this program, triggers and runs continue. */
  unlisten(): Promise<void>;
  /** Plans triggers and waiting executions again after the computer slept. */
  resume(): Promise<void>;
  /**
   * Pauses schedules and polls, or lets them go on; webhooks and other listening triggers, waiting executions and manual runs are not affected.
   * Runs that become due meanwhile are missed runs.
   */
  pauseSchedules(isPaused: boolean): Promise<void>;
  /**
   * Backs up the data folder to one file, which is replaced if it exists. With a passphrase, the backup contains the key of the credentials, encrypted
   * with it. Throws BAD_REQUEST, STORE_FAILED, VAULT_LOCKED.
   */
  backup(path: string, passphrase?: string): Promise<BackupReport>;
}
