// Requests the list of newer versions from the versions service: at most once an hour, limited in time and size.
import { AppError } from '../contract/errors.ts';
import type { ProductVersion } from '../contract/rest/versions.ts';
import type { HttpPort } from '../sdk/index.ts';
import { knownVersions } from './version-list.ts';

export interface VersionServicePorts {
  readonly http: HttpPort;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Address of the service; undefined if update checks are disabled. */
  readonly endpoint: string | undefined;
  /** Sent with the request: the current version and the instance id. */
  readonly version: string;
  readonly instanceId: string;
  /** Limits in bytes and milliseconds; override the defaults. */
  readonly maxBytes?: number;
  readonly timeout?: number;
}

const HOUR = 3_600_000;
/** Milliseconds before a failed request is retried. */
const PAUSE = 60_000;
const MAX_BYTES = 1024 * 1024;
const TIMEOUT = 5000;
const MAX_REDIRECTS = 3;

interface CachedResponse {
  readonly response: Promise<readonly ProductVersion[]>;
  /** Time at which the list expires, in milliseconds since the epoch. */
  until: number;
}

export class VersionService {
  readonly #ports: VersionServicePorts;
  #cached: CachedResponse | undefined;

  constructor(ports: VersionServicePorts) {
    this.#ports = ports;
  }

  /** Returns the current version, if known, and all newer ones, latest first. Throws FEATURE_OFF or SERVICE_FAILED. */
  async list(): Promise<readonly ProductVersion[]> {
    const { endpoint, now } = this.#ports;
    if (endpoint === undefined) throw new AppError('FEATURE_OFF', 'Checking for updates is disabled on this instance.');
    if (this.#cached !== undefined && now() < this.#cached.until) return this.#cached.response;
    const response = this.#fetch(endpoint);
    const cached: CachedResponse = { response, until: now() + HOUR };
    this.#cached = cached;
    response.catch(() => {
      cached.until = now() + PAUSE;
    });
    return response;
  }

  async #fetch(endpoint: string): Promise<readonly ProductVersion[]> {
    const { http, version, instanceId, maxBytes = MAX_BYTES, timeout = TIMEOUT } = this.#ports;
    const ended = new AbortController();
    const late = AbortSignal.timeout(timeout);
    try {
      const response = await http.request({
        url: endpoint,
        maxRedirects: MAX_REDIRECTS,
        timeout,
        signal: AbortSignal.any([late, ended.signal]),
        headers: { accept: 'application/json', 'x-millrace-version': version, 'x-millrace-instance-id': instanceId },
      });
      if (response.status !== 200) throw failed(endpoint, `it answered with the status ${response.status}`);
      return knownVersions(JSON.parse(await limitedText(response.stream(), maxBytes, endpoint)), version);
    } catch (cause) {
      if (late.aborted) throw failed(endpoint, 'it took too long', cause);
      if (cause instanceof AppError && cause.code === 'SERVICE_FAILED') throw cause;
      throw failed(
        endpoint,
        cause instanceof SyntaxError ? 'its response is not JSON' : (cause as Error).message.replace(/\.$/, ''),
        cause,
      );
    } finally {
      // Closes the connection without reading the rest of the body.
      ended.abort();
    }
  }
}

async function limitedText(chunks: AsyncIterable<Uint8Array>, maxBytes: number, endpoint: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw failed(endpoint, 'its answer is too large');
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The message contains only the origin of the service, since other parts of its URL may be secret. */
function failed(endpoint: string, reason: string, cause?: unknown): AppError {
  const { origin } = new URL(endpoint);
  return new AppError('SERVICE_FAILED', `The request to the versions service at ${origin} failed: ${reason}.`, {
    params: { origin, reason },
    hint: 'Try again later, or check MILLRACE_VERSION_NOTIFICATIONS_ENDPOINT.',
    cause,
  });
}
