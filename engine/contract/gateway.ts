// Data that passes through the engine's gateway: requests and responses without a network, sessions of events, and addresses to listen on.

export interface EngineRequest {
  readonly method: string;
  /** Path and query, such as `/rest/workflows?limit=1`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Contents of a backup. */
export interface BackupReport {
  /** Absolute path of the backup. */
  readonly path: string;
  readonly workflows: number;
  readonly executions: number;
  readonly credentials: number;
  readonly users: number;
  /** Number of stored files of executions. */
  readonly files: number;
  /** Whether the backup contains the key of the credentials, protected by the passphrase. If not, restoring needs the recovery key. */
  readonly hasKey: boolean;
}

/** Identity of a caller that needs no cookie: `localOwner`, the person at this computer, is the owner of the instance. */
export type TrustedCaller = 'localOwner';

export interface ResponseHead {
  readonly status: number;
  /** Names in lower case. Several values of one name are joined by line feeds. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface EngineResponse extends ResponseHead {
  readonly body: string;
}

export interface PushSession {
  /** Id that requests name in the header `session-id`; their events are sent to it. */
  readonly id: string;
  /** Number of the last received event; the buffered ones after it are sent first. */
  readonly lastSeen?: number;
}

export interface ListenOptions {
  /** Name or address of the interface; 0.0.0.0 for all. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}
