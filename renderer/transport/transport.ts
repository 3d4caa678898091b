// How the editor speaks to the engine: over HTTP in a browser, over the bridge in the desktop application. Chosen once at the start.
import type { PushEvent } from '../../engine/contract/push.ts';

export interface TransportRequest {
  readonly method: string;
  /** Behind the REST prefix, with query. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** What an answer comes to: the data, or the error as the engine words it. */
export type TransportAnswer = { readonly data: unknown } | { readonly error: RequestFailure };

export interface RequestFailure {
  /** A code of the table of errors, or `UNREACHABLE` where no answer came. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly hint?: string;
}

/** `lost`: no connection at present; it is being taken up again. `gap`: events were missed, so that what they told must be asked for. */
export type PushState = 'open' | 'lost' | 'gap';

export interface Subscription {
  readonly onEvent: (event: PushEvent) => void;
  readonly onState: (state: PushState) => void;
}

export interface Transport {
  readonly request: (request: TransportRequest) => Promise<TransportAnswer>;
  /** Events of this editor's session; returns a function that ends it. */
  readonly subscribe: (subscription: Subscription) => () => void;
  /** Address of a path behind the REST prefix, for images and downloads. */
  readonly urlOf: (path: string) => string;
  /** Id of this editor's session, to which events are addressed. */
  readonly sessionId: string;
}
