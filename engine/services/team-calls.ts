// Calls between the servers of a team: what one of them has in memory, the others ask it for. A server without others makes none.
import { fromErrorData, toErrorData, type ErrorData } from '../channel/errors.ts';
import type { JsonValue } from '../contract/json.ts';
import type { Logger } from '../sdk/index.ts';
import type { Team } from '../store/index.ts';
import { guarded } from '../workflow/values/guarded.ts';

type Handler = (body: JsonValue) => JsonValue | undefined | Promise<JsonValue | undefined>;

/** `result` and `error` are absent if the server has nothing to say. */
type Answer = { readonly call: number; readonly result?: JsonValue; readonly error?: ErrorData };

interface OpenCall {
  /** Servers that have not answered. */
  readonly awaited: Set<string>;
  readonly results: JsonValue[];
  error: Error | undefined;
  /** Called after each answer, and when servers have ended. */
  look(): void;
}

/** Milliseconds to wait for the answers of all servers, and for one whose work may take long. */
const PATIENCE = { all: 3000, first: 120_000 };

export class TeamCalls {
  readonly #team: Pick<Team, 'id' | 'servers' | 'messages' | 'onChange' | 'alone'> | undefined;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #open = new Map<number, OpenCall>();
  #count = 0;

  /** `team`: undefined if this server is alone. */
  constructor(team: Pick<Team, 'id' | 'servers' | 'messages' | 'onChange' | 'alone'> | undefined, logger: Pick<Logger, 'warn'>) {
    this.#team = team;
    this.#logger = logger;
    const answered = guarded(
      (error) => logger.warn(`The answer of another server could not be used: ${error.message}`),
      (body: JsonValue, from: string) => this.#answered(body as unknown as Answer, from),
    );
    team?.messages.on('answer', answered);
    team?.onChange(() => {
      for (const call of this.#open.values()) call.look();
    });
  }

  /** Sets what this server answers to calls of others; undefined if the call does not concern it. */
  serve(topic: string, handler: Handler): void {
    this.#team?.messages.on(`call ${topic}`, (message, from) => {
      const { call, body } = message as { readonly call: number; readonly body: JsonValue };
      const respond = (answer: Omit<Answer, 'call'>): void => this.#send('answer', { call, ...answer } as unknown as JsonValue, from);
      Promise.resolve()
        .then(() => handler(body))
        .then(
          (result) => respond(result === undefined ? {} : { result }),
          (error: unknown) => {
            const { stack: _, cause: __, ...data } = toErrorData(error);
            respond({ error: data });
          },
        );
    });
  }

  /** Returns the first answer of another server; undefined if the call concerns none. Throws the error of that server. */
  async first(topic: string, body: JsonValue): Promise<JsonValue | undefined> {
    const { results, error } = await this.#call(topic, body, PATIENCE.first, (call) => call.results.length > 0 || call.error !== undefined);
    if (results.length === 0 && error !== undefined) throw error;
    return results[0];
  }

  /** Returns the answers of all other servers that respond in time. */
  async all(topic: string, body: JsonValue): Promise<readonly JsonValue[]> {
    return (await this.#call(topic, body, PATIENCE.all, () => false)).results;
  }

  /** Sends a message that needs no answer to all other servers. A failure is logged. */
  tell(topic: string, body: JsonValue): void {
    if (this.#team !== undefined) this.#send(topic, body);
  }

  /** Calls the listener for each message of another server. */
  on(topic: string, listener: (body: JsonValue) => void): void {
    this.#team?.messages.on(topic, listener);
  }

  /** Calls the listener when messages of others may have been lost. */
  onGap(listener: () => void): void {
    this.#team?.messages.onGap(listener);
  }

  /** Runs the work while no server runs work with the same key. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#team === undefined ? work() : this.#team.alone(key, work);
  }

  /** Whether there are other servers. */
  get hasOthers(): boolean {
    return this.#team !== undefined && this.#team.servers.length > 1;
  }

  async #call(topic: string, body: JsonValue, patience: number, isEnough: (call: OpenCall) => boolean): Promise<OpenCall> {
    const team = this.#team;
    const { promise, resolve } = Promise.withResolvers<void>();
    const call: OpenCall = {
      awaited: new Set(team?.servers.filter((id) => id !== team.id)),
      results: [],
      error: undefined,
      look: () => {
        const areAllOver = [...call.awaited].every((id) => team?.servers.includes(id) !== true);
        if (areAllOver || isEnough(call)) resolve();
      },
    };
    if (team === undefined || call.awaited.size === 0) return call;
    const number = ++this.#count;
    this.#open.set(number, call);
    const timer = setTimeout(resolve, patience);
    try {
      await team.messages.send(`call ${topic}`, { call: number, body });
      await promise;
      return call;
    } finally {
      clearTimeout(timer);
      this.#open.delete(number);
    }
  }

  #answered({ call: number, result, error }: Answer, from: string): void {
    const call = this.#open.get(number);
    if (call?.awaited.delete(from) !== true) return;
    if (result !== undefined) call.results.push(result);
    else if (error !== undefined) call.error ??= fromErrorData(error);
    call.look();
  }

  #send(topic: string, body: JsonValue, to?: string): void {
    this.#team?.messages
      .send(topic, body, to)
      .catch((error: unknown) => this.#logger.warn(`A message to other servers (${topic}) was not sent: ${String(error)}`));
  }
}
