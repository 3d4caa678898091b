// Services of a job for the names and helpers in its code.
import type { JsonObject } from '../contract/json.ts';
import type { Item } from '../contract/run-data.ts';
import type { AsyncQuestion, CodeJob, SyncQuestion } from './protocol.ts';

export interface JobHost {
  readonly job: CodeJob;
  readonly items: readonly Item[];
  /** Index of the current item. */
  readonly itemIndex: number;
  /** Working copies of static data, if the code requested them. */
  readonly staticData: { global?: JsonObject; node?: JsonObject };
  /** A synchronous request to the engine. */
  ask(question: SyncQuestion): unknown;
  /** An asynchronous request to the engine. */
  request(question: AsyncQuestion): Promise<unknown>;
}
