// An editor behind the load balancer: starts manual runs, and must learn of the end of each, whichever member has the run and its connection.
import { setTimeout } from 'node:timers/promises';
import { readPush, type PushReader } from '../../engine/testing/push-reader.ts';
import { row, setField, type Sketch } from '../faults/workflows.ts';

/** Milliseconds within which the editor must learn of the end of a run. */
const PATIENCE = 40_000;
/** Milliseconds between two runs, and between two attempts to connect. */
const BETWEEN = 200;

const start: Sketch = { type: 'manualTrigger' };
const workflowData = { ...row('manual', { Start: start, Set: setField('done', 'yes') }), id: '__EMPTY__' };

export class Editor {
  count = 0;
  readonly problems: string[] = [];
  readonly #url: string;
  readonly #session = 'the editor';
  readonly #work: Promise<unknown>;
  #reader: PushReader | undefined;
  #lastId: string | undefined;
  #hasEnded = false;

  constructor(url: string) {
    this.#url = url;
    this.#work = Promise.all([this.#connect(), this.#run()]);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#reader?.close();
    await this.#work;
  }

  async #connect(): Promise<void> {
    while (!this.#hasEnded) {
      try {
        const headers: Record<string, string> = this.#lastId === undefined ? {} : { 'last-event-id': this.#lastId };
        this.#reader = await readPush({ url: this.#url }, this.#session, headers);
        await this.#reader.ended;
        this.#lastId = this.#reader.messages.at(-1)?.id ?? this.#lastId;
      } catch {
        // No member accepts connections.
      }
      await setTimeout(BETWEEN);
    }
  }

  async #run(): Promise<void> {
    while (!this.#hasEnded) {
      await setTimeout(BETWEEN);
      const id = await this.#start();
      if (id === undefined) continue;
      this.count++;
      if (!(await this.#learnsOfEnd(id))) this.problems.push(`the editor has not learnt of the end of the manual run ${id}`);
    }
  }

  /** Returns undefined if the member that received the request was killed. */
  async #start(): Promise<string | undefined> {
    try {
      const response = await fetch(`${this.#url}rest/workflows/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'session-id': this.#session },
        body: JSON.stringify({ workflowData }),
        signal: AbortSignal.timeout(PATIENCE),
      });
      return response.ok ? ((await response.json()) as { data: { executionId?: string } }).data.executionId : undefined;
    } catch {
      return undefined;
    }
  }

  /** Like an editor, looks at the execution when events may have been lost, or a member has ended. */
  async #learnsOfEnd(id: string): Promise<boolean> {
    const readers = new Set<PushReader | undefined>();
    for (const end = Date.now() + PATIENCE; Date.now() < end && !this.#hasEnded; await setTimeout(BETWEEN)) {
      const reader = this.#reader;
      const hasMoved = readers.size > 0 && !readers.has(reader);
      readers.add(reader);
      const events = reader?.events() ?? [];
      if (events.some((event) => event.type === 'executionFinished' && event.executionId === id)) return true;
      const mayHaveMissed =
        hasMoved || events.some(({ type }) => type === 'serverEnded') || reader?.messages.some(({ event }) => event === 'gap');
      if (mayHaveMissed === true && (await this.#isOver(id))) return true;
    }
    return this.#hasEnded;
  }

  async #isOver(id: string): Promise<boolean> {
    try {
      const response = await fetch(`${this.#url}rest/executions/${id}`, { signal: AbortSignal.timeout(PATIENCE) });
      // A finished run that is not saved is gone.
      if (response.status === 404) return true;
      const { data } = (await response.json()) as { data: { status: string } };
      return !['new', 'running', 'waiting'].includes(data.status);
    } catch {
      return false;
    }
  }
}
