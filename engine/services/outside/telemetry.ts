// Usage events: collected only if an address is set, and sent there in batches. They have no names, no content and no ids that could be traced back.
import { createHash } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import type { EditorEvent, SentBatch, TelemetryState } from '../../contract/rest/telemetry.ts';
import type { Clock } from '../../execution/index.ts';
import type { HttpPort, Logger } from '../../sdk/index.ts';
import { callService } from './service-call.ts';

/** Names of nodes of the product, which are public; those of other nodes are hashed. */
const PUBLIC_TYPE = /^n8n-nodes-base\.|^millrace\./;

type Property = string | number | boolean;

export interface UsageEvent {
  readonly name: string;
  /** Ids in hashed form, counts, and words of the product. */
  readonly properties: Readonly<Record<string, Property>>;
}

/** Port through which the program reports what is done with it. */
export interface TelemetryPort {
  readonly isOn: boolean;
  track(event: UsageEvent, userId?: string): void;
  /** Returns the form in which an id is sent. */
  hash(id: string): string;
}

export interface TelemetryOptions {
  readonly http: HttpPort;
  readonly clock: Clock;
  /** Address that receives the events; empty if there is none. */
  readonly endpoint: string;
  readonly version: string;
  readonly instanceId: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** Overrides of the times in milliseconds. */
  readonly times?: { readonly collect: number; readonly retry: number };
}

/** How long events are collected, and how long sending pauses after a failure, in milliseconds. */
const TIMES = { collect: 10_000, retry: 60_000 };
const MOST_PER_BATCH = 100;
/** Events beyond this number are dropped, the oldest first. */
const MOST_PENDING = 1000;
const MOST_BATCHES = 20;
const HASH_LENGTH = 16;

interface TimedEvent extends UsageEvent {
  readonly at: string;
  readonly user?: string;
}

export class Telemetry implements TelemetryPort {
  readonly #options: TelemetryOptions;
  readonly #stopping = new AbortController();
  #pendingEvents: TimedEvent[] = [];
  #batches: readonly SentBatch[] = [];
  #sending: Promise<void> | undefined;

  constructor(options: TelemetryOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#options.endpoint !== '';
  }

  track({ name, properties }: UsageEvent, userId?: string): void {
    if (!this.isOn || this.#stopping.signal.aborted) return;
    const at = new Date(this.#options.clock.now()).toISOString();
    this.#pendingEvents.push({ name, at, ...(userId === undefined ? {} : { user: this.hash(userId) }), properties });
    if (this.#pendingEvents.length > MOST_PENDING) this.#pendingEvents = this.#pendingEvents.slice(-MOST_PENDING);
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
  }

  /** Adds events of the editor. Throws FEATURE_OFF. */
  trackEditor(events: readonly EditorEvent[], userId: string): true {
    if (!this.isOn) throw new AppError('FEATURE_OFF', 'This instance records no usage events.');
    for (const { name, ...properties } of events) {
      const { nodeType } = properties as { nodeType?: string };
      const type = nodeType === undefined || PUBLIC_TYPE.test(nodeType) ? nodeType : this.hash(nodeType);
      this.track({ name, properties: { ...properties, ...(type === undefined ? {} : { nodeType: type }) } }, userId);
    }
    return true;
  }

  /** Includes the id of the instance, so that the same id elsewhere has another hash. */
  hash(id: string): string {
    return createHash('sha256').update(`${this.#options.instanceId}\n${id}`).digest('hex').slice(0, HASH_LENGTH);
  }

  /** Returns the latest batches as they were sent since the start. */
  state(): TelemetryState {
    const { endpoint } = this.#options;
    return { origin: this.isOn ? new URL(endpoint).origin : null, pendingCount: this.#pendingEvents.length, batches: [...this.#batches] };
  }

  /** Sends what is left, once, and records nothing more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sending;
    if (this.#pendingEvents.length > 0) await this.#sendBatch();
  }

  /** Sends batches until nothing is left. */
  async #send(): Promise<void> {
    const { clock, times = TIMES } = this.#options;
    const { signal } = this.#stopping;
    let pause = times.collect;
    while (this.#pendingEvents.length > 0) {
      await clock.sleep(pause, signal).catch(() => undefined);
      if (signal.aborted) return;
      pause = (await this.#sendBatch()) ? 0 : times.retry;
    }
  }

  /** Returns whether the batch was delivered; otherwise its events stay pending. */
  async #sendBatch(): Promise<boolean> {
    const { http, endpoint, clock, version, instanceId, logger } = this.#options;
    const events = this.#pendingEvents.slice(0, MOST_PER_BATCH);
    // Indented, so that it can be shown exactly as it was sent.
    const body = JSON.stringify({ instanceId, version, events }, null, 2);
    const at = new Date(clock.now()).toISOString();
    try {
      await callService(http, { service: 'telemetry', variable: 'MILLRACE_TELEMETRY_ENDPOINT', url: endpoint, method: 'POST', body });
    } catch (error) {
      const failure = error instanceof AppError ? String(error.params['reason']) : 'an internal error';
      if (this.#batches[0]?.failure === undefined) logger.warn(`Usage events could not be sent: ${failure}.`);
      this.#add({ at, body, failure });
      return false;
    }
    const sentEvents = new Set(events);
    this.#pendingEvents = this.#pendingEvents.filter((event) => !sentEvents.has(event));
    this.#add({ at, body });
    return true;
  }

  #add(batch: SentBatch): void {
    this.#batches = [batch, ...this.#batches].slice(0, MOST_BATCHES);
  }
}
