// Cancellation as a tree: stopping a run stops everything it started, and nothing above it.
import { AppError } from '../contract/errors.ts';
import { Roster } from './roster.ts';

/** A scope that can be canceled; its children are canceled with it. */
export class CancellationScope {
  readonly #controller = new AbortController();
  readonly #children = new Roster<CancellationScope>();
  readonly #leave: (() => void) | undefined;

  constructor(parent?: CancellationScope) {
    if (parent === undefined) return;
    this.#leave = parent.#children.add(this);
    if (parent.signal.aborted) this.#controller.abort(parent.signal.reason);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Number of open child scopes. */
  get size(): number {
    return this.#children.size;
  }

  /** Cancels this scope and all scopes below it. Only the first reason is used. */
  cancel(reason: Error = new AppError('EXECUTION_CANCELED', 'The execution was stopped.')): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    for (const child of this.#children.members()) child.cancel(reason);
  }

  /** Creates a child scope. Close it once its work is done. */
  child(): CancellationScope {
    return new CancellationScope(this);
  }

  /** Detaches the scope from its parent. */
  close(): void {
    this.#leave?.();
  }
}
