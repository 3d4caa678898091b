// What a task has done that is not repeated when its node runs again after the execution has waited: calls of workflows, and its progress.
import type { SubWorkflowCall, SubWorkflowResult, TaskProgress, WaitingCall } from '../sdk/index.ts';
import type { Progress, StoredProgress } from './progress.ts';
import type { CallPlace, RunHost } from './run-host.ts';
import type { CompletedCall, PendingTask } from './run-state.ts';

export class TaskWork {
  /** Calls of workflows so far, including those made before the run was parked. */
  readonly calls: (CompletedCall | null)[];
  readonly #host: RunHost;
  readonly #node: string;
  readonly #stored: StoredProgress | undefined;
  #progress: Progress | undefined;
  #called = 0;
  /** Numbers of calls of workflows by calls of tools. */
  readonly #numbers = new WeakMap<WaitingCall, number>();

  constructor(host: RunHost, { node, calls = [], progress }: PendingTask) {
    this.#host = host;
    this.#node = node;
    this.calls = [...calls];
    this.#stored = progress;
  }

  /** Returns the progress of the root node; undefined outside of runs. */
  progress(): TaskProgress | undefined {
    return (this.#progress ??= this.#host.openProgress(this.#stored, this.calls));
  }

  /** Returns the progress of a root node that is called as a tool; undefined if the call cannot wait. */
  progressOf(waits: WaitingCall | undefined): TaskProgress | undefined {
    return waits === undefined ? undefined : this.#progress?.within(waits);
  }

  /** Calls a workflow. `waits`: the call of a tool that makes it, if it can wait by itself. */
  run(call: SubWorkflowCall, user: CallPlace['user'], waits: WaitingCall | undefined): Promise<SubWorkflowResult> {
    const place = { node: this.#node, user, calls: this.calls };
    if (waits !== undefined) return this.#host.runSubWorkflow(call, { ...place, waits, ...this.#placeFor(waits) });
    // Calls that are made after others were not repeated could not be told from them by their number.
    const index = this.#progress === undefined ? this.#called++ : this.calls.push(null) - 1;
    return this.#host.runSubWorkflow(call, { ...place, index });
  }

  /** Calls by tools are found by their key, because the calls before them are not made again. A tool makes its calls in the same order each time. */
  #placeFor(waits: WaitingCall): { readonly key: string; readonly index: number } {
    this.#progress?.repeatable(waits.key);
    const number = this.#numbers.get(waits) ?? 0;
    this.#numbers.set(waits, number + 1);
    const key = `${waits.key}#${number}`;
    const known = this.calls.findIndex((each) => each?.key === key);
    return { key, index: known < 0 ? this.calls.push(null) - 1 : known };
  }
}
