// The interface between the editor and the engine, and how both of its implementations read responses. One is chosen at the start.
import { i18n } from '../i18n/index.ts';
import type { PushEvent } from '../../engine/contract/push.ts';

export interface TransportRequest {
  readonly method: string;
  /** Path with query, relative to the REST prefix. */
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Whether the request is sent even if the page is closed meanwhile; its body has at most 64 kB. */
  readonly outlivesPage?: boolean;
}

/** Result of a call: the data, or the engine's error. */
export type TransportResult = { readonly data: unknown } | { readonly error: RequestFailure };

export interface RequestFailure {
  /** A code of the error table, or `UNREACHABLE` if there was no response. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Values of the message, for its text in another language. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly hint?: string;
  /** HTTP status of the service that a node called. Absent, or the system's code such as `ECONNREFUSED`, if it did not respond. */
  readonly httpCode?: string;
}

/** `lost`: disconnected and trying to reconnect. `gap`: events were missed, so data must be fetched again. */
export type PushState = 'open' | 'lost' | 'gap';

export interface Subscription {
  readonly onEvent: (event: PushEvent) => void;
  readonly onState: (state: PushState) => void;
}

export interface Transport {
  readonly request: (request: TransportRequest) => Promise<TransportResult>;
  /** Subscribes to the events of this editor's session; returns a function that unsubscribes. */
  readonly subscribe: (subscription: Subscription) => () => void;
  /** Returns the URL of a path below the REST prefix, for images and downloads. */
  readonly urlOf: (path: string) => string;
  /** Id of this editor's session, to which events are addressed. */
  readonly sessionId: string;
}

/** Returns the result of a response. `parsedBody`: its body; undefined if it is not JSON. */
export function responseOf(status: number, statusText: string, parsedBody: unknown): TransportResult {
  const isOk = status >= 200 && status < 300;
  const body = (parsedBody ?? undefined) as ({ readonly data?: unknown } & Partial<RequestFailure>) | undefined;
  if (isOk && body !== undefined) return { data: body.data };
  // A response that is not JSON came from in between, for example a proxy or a network's sign-in page.
  if (isOk) return { error: { code: 'UNREADABLE', message: i18n.t('requests.unreadable'), status } };
  const { code = 'INTERNAL', message = statusText, params, hint, httpCode } = body ?? {};
  return {
    error: {
      code,
      message,
      status,
      ...(params === undefined ? {} : { params }),
      ...(hint === undefined ? {} : { hint }),
      ...(httpCode === undefined ? {} : { httpCode }),
    },
  };
}
