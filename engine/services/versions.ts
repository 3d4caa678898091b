// Requests the list of newer versions from the versions service, at most once an hour.
import { AppError } from '../contract/errors.ts';
import type { ProductVersion } from '../contract/rest/versions.ts';
import type { HttpPort } from '../sdk/index.ts';
import { callService } from './outside/service-call.ts';
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
    const { http, version, instanceId, maxBytes, timeout } = this.#ports;
    const response = await callService(http, {
      service: 'versions',
      variable: 'MILLRACE_VERSION_NOTIFICATIONS_ENDPOINT',
      url: endpoint,
      headers: { 'x-millrace-version': version, 'x-millrace-instance-id': instanceId },
      maxBytes,
      timeout,
    });
    return knownVersions(response, version);
  }
}
