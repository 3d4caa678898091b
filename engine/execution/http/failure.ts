// Timeouts of requests, and user-facing messages for network errors.
import { errorCodeOf } from '../../contract/errors.ts';
import { NodeError, type HttpRequest } from '../../sdk/index.ts';

/** Aborts a request on timeout, or when its execution is stopped. Must be ended with the request, since it holds a timer and a listener. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #outer: AbortSignal | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `milliseconds`: 0 for no limit. */
  constructor(milliseconds: number, outer: AbortSignal | undefined) {
    this.#milliseconds = milliseconds;
    this.#outer = outer;
    if (outer?.aborted === true) this.#stop();
    else outer?.addEventListener('abort', this.#stop, { once: true });
    this.start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout. */
  start(): void {
    this.pause();
    if (this.#milliseconds > 0) this.#timer = setTimeout(this.#stop, this.#milliseconds);
  }

  /** Pauses the timeout while the service is not being waited for. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.pause();
    this.#outer?.removeEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => this.#controller.abort();
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused. Is the service running, and is the port right?',
  ENOTFOUND: 'the host name is unknown. Check the address.',
  EAI_AGAIN: 'the host name could not be looked up. Check the network connection.',
  ECONNRESET: 'the service closed the connection.',
  UND_ERR_SOCKET: 'the service closed the connection.',
  ETIMEDOUT: 'the service did not answer in time.',
  UND_ERR_CONNECT_TIMEOUT: 'the service did not answer in time.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed. Allow it under "Ignore SSL issues" if you trust it.',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed. Allow it under "Ignore SSL issues" if you trust it.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it requires a certificate of the client. Choose one under "SSL Certificates".',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'it does not trust the certificate of the client.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified.',
};

/** Returns the error to throw for a failed request. `url`: its target. Errors of this product are returned unchanged. */
export function transportFailure(error: unknown, url: string, { signal, timeout }: HttpRequest, deadline: Deadline): unknown {
  if (errorCodeOf(error) !== undefined) return error;
  if (signal?.aborted === true) return signal.reason;
  const host = URL.canParse(url) ? new URL(url).host : 'the service';
  if (deadline.signal.aborted) {
    return requestFailed(`The request to ${host} took longer than ${(timeout ?? 0) / 1000} s and was stopped.`, 'ETIMEDOUT', error, {
      timeout,
    });
  }
  const code = systemCode(error);
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return requestFailed(`The request to ${host} failed: ${reason}`, code, error);
}

/** Returns the system's error code; if several addresses of a host were tried, that of the first. */
function systemCode(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  const first = Array.isArray(errors) ? (errors[0] as { code?: unknown } | undefined)?.code : undefined;
  return typeof first === 'string' ? first : '';
}

const requestFailed = (message: string, code: string, cause: unknown, context: NodeError['context'] = {}): NodeError =>
  new NodeError(message, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    retryable: true,
    httpCode: code === '' ? undefined : code,
    context,
    cause,
  });
