// Progress of a task that may wait in the middle: records of the node, and questions to people about calls of tools.
import type { JsonObject } from '../contract/json.ts';
import { WAIT_FOREVER } from '../contract/run-data.ts';
import type { Question, TaskProgress, WaitingCall } from '../sdk/index.ts';

/** Stored form of the progress of a task. */
export interface StoredProgress {
  readonly records: readonly (readonly [key: string, record: JsonObject])[];
  readonly questions: readonly Question[];
}

interface ProgressPorts {
  readonly uuid: () => string;
  readonly now: () => number;
  /** From now on, the run does not resume from a stored state that it has been resumed from. */
  readonly leaveCheckpoint: () => Promise<void>;
  /** Suspends the run. */
  readonly suspend: () => Promise<never>;
}

/** Progress of the running task. Root nodes that are tools of other root nodes have a part of it. */
export class Progress implements TaskProgress {
  readonly #records: Map<string, JsonObject>;
  readonly #questions: Question[];
  readonly #ports: ProgressPorts;

  constructor(ports: ProgressPorts, stored?: StoredProgress) {
    this.#ports = ports;
    const { records = [], questions = [] } = stored === undefined ? {} : copyOf(stored);
    this.#records = new Map(records);
    this.#questions = [...questions];
  }

  record(key: string): JsonObject {
    let record = this.#records.get(key);
    if (record === undefined) this.#records.set(key, (record = {}));
    return record;
  }

  call(key: string, onBlock: () => void): WaitingCall {
    return {
      key,
      block: () => {
        this.repeatable(key);
        onBlock();
        return new Promise(() => undefined);
      },
      question: (node) => this.#questions.find((each) => each.key === key && each.node === node),
      ask: (asked) => {
        const question: Question = { ...asked, id: this.#ports.uuid(), key, askedAt: this.#ports.now() };
        this.#questions.push(question);
        return question;
      },
      start: async (question) => {
        question.isStarted = true;
        await this.#ports.leaveCheckpoint();
      },
      withdraw: (question) => void this.#questions.splice(this.#questions.indexOf(question), 1),
    };
  }

  suspend(): Promise<never> {
    return this.#ports.suspend();
  }

  /** Notes that a call can be made again in a later run of the node, because what it has done by then is recorded. */
  repeatable(key: string): void {
    for (const question of this.#questions) if (key === question.key || key.startsWith(`${question.key}/`)) question.isStarted = false;
  }

  /** Time at which the first question expires, in milliseconds since the epoch; WAIT_FOREVER if none does. */
  get waitTill(): number {
    const open = this.#questions.filter(({ answer }) => answer === undefined);
    return Math.min(WAIT_FOREVER, ...open.map(({ waitTill = WAIT_FOREVER }) => waitTill));
  }

  /** Returns a copy that does not change while the run continues. */
  snapshot(): StoredProgress {
    return copyOf({ records: [...this.#records], questions: this.#questions });
  }

  /** Returns the progress of a root node that is called as a tool. */
  within(call: WaitingCall): TaskProgress {
    return {
      record: (key) => this.record(`${call.key}/${key}`),
      call: (key, onBlock) => this.call(`${call.key}/${key}`, onBlock),
      suspend: () => call.block(),
    };
  }
}

const copyOf = (progress: StoredProgress): StoredProgress => JSON.parse(JSON.stringify(progress)) as StoredProgress;
