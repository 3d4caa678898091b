// Services of a job for the names and helpers in its code.
import type { JsonObject } from '../contract/json.ts';
import type { Item } from '../contract/run-data.ts';
import type { AsyncQuestion, CodeJob, SyncQuestion } from './protocol.ts';

export interface JobHost {
  readonly job: CodeJob;
  readonly items: readonly Item[];
  /** The item the code is at. */
  readonly itemIndex: number;
  /** Working copies of static data, as far as the code asked for them. */
  readonly staticData: { global?: JsonObject; node?: JsonObject };
  /** Asks the engine and waits, so that user code sees a plain value. */
  ask(question: SyncQuestion): unknown;
  /** Asks the engine for work that takes its time. */
  request(question: AsyncQuestion): Promise<unknown>;
}
