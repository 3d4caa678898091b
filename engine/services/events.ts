// Events between services, so that a service can react to another without a reference to it.
import { EventEmitter } from 'node:events';
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionFinishedEvent, ExecutionQueuedEvent, RunEvent } from '../contract/push.ts';
import type { AdmittedWorkflow } from '../execution/index.ts';
import type { ExecutionRecord } from '../store/index.ts';

interface EventArguments {
  /** Progress of any run. */
  run: [event: RunEvent];
  /** An execution was queued, or a queued execution was stopped or deleted. */
  queue: [event: ExecutionQueuedEvent | ExecutionFinishedEvent, record: ExecutionRecord];
  /** An execution started to wait; `waitTill` is in milliseconds since the epoch. */
  waiting: [waitTill: number];
  /** A queued or waiting execution was stopped or deleted. */
  waitEnded: [executionId: string];
  /** A run ended and its execution is not stored. */
  unsaved: [executionId: string];
  /** The static data of a workflow changed. */
  staticData: [workflowId: string, data: JsonObject];
  /** A trigger of an active workflow failed, or the workflow could not be activated. */
  triggerFailed: [workflow: AdmittedWorkflow, node: string, error: unknown];
}

/** Listeners are called synchronously, in the order they were added. */
export class ServiceEvents extends EventEmitter<EventArguments> {}
