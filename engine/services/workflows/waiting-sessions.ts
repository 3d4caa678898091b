// The editor sessions of waiting manual executions. Servers that share a database tell each other, since any of them may continue an execution.
import type { JsonValue } from '../../contract/json.ts';
import type { Team } from '../../store/index.ts';

/** Maximum number of executions. */
const MOST = 1000;
/** Milliseconds to wait for the message of another server about an execution that has just begun to wait. */
const PATIENCE = 1000;
const topic = 'waiting sessions';

/** A message: executions with the push addresses of their sessions, null for those that no longer wait; or a request for all of them. */
type Message = readonly (readonly [executionId: string, session: string | null])[] | 'all';

export class WaitingSessions {
  readonly #team: Pick<Team, 'id' | 'servers' | 'messages'> | undefined;
  /** By execution id, oldest first. */
  readonly #sessions = new Map<string, string>();
  readonly #expected = new Map<string, Set<() => void>>();

  /** `team`: undefined if this is the only server. */
  constructor(team: Pick<Team, 'id' | 'servers' | 'messages'> | undefined) {
    this.#team = team;
    if (team === undefined) return;
    team.messages.on(topic, (body, from) => this.#received(body as unknown as Message, from));
    team.messages.onGap(() => this.#send('all'));
    this.#send('all');
  }

  get(executionId: string): string | undefined {
    return this.#sessions.get(executionId);
  }

  /** Like `get`; another server may be about to report the execution. */
  async find(executionId: string): Promise<string | undefined> {
    if (this.#sessions.has(executionId) || (this.#team?.servers.length ?? 1) < 2) return this.get(executionId);
    const waiting = this.#expected.get(executionId) ?? new Set();
    this.#expected.set(executionId, waiting);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE).unref();
      waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#expected.delete(executionId);
    return this.get(executionId);
  }

  set(executionId: string, session: string): void {
    this.#set(executionId, session);
    this.#send([[executionId, session]]);
  }

  delete(executionId: string): void {
    if (this.#sessions.delete(executionId)) this.#send([[executionId, null]]);
  }

  #set(executionId: string, session: string): void {
    this.#sessions.set(executionId, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MOST && oldest !== undefined) this.#sessions.delete(oldest);
    for (const arrived of this.#expected.get(executionId) ?? []) arrived();
  }

  #received(message: Message, from: string): void {
    if (message !== 'all') {
      for (const [executionId, session] of message) {
        if (session === null) this.#sessions.delete(executionId);
        else this.#set(executionId, session);
      }
      return;
    }
    // One of the others replies, since they know the same.
    const first = this.#team?.servers.find((server) => server !== from);
    if (first === this.#team?.id && this.#sessions.size > 0) this.#send([...this.#sessions], from);
  }

  #send(message: Message, to?: string): void {
    this.#team?.messages.send(topic, message as unknown as JsonValue, to).catch(() => undefined);
  }
}
