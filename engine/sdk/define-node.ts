// Declaration of a core node: one type with one or more versions, each with its description and its code.
import type { ItemList } from '../contract/run-data.ts';
import type { NodeDescription } from '../workflow/node-type.ts';
import type { ExecuteContext } from './execute-context.ts';
import type { NodeMethods, Poll, Schedule, StopTrigger, TriggerContext } from './standing-context.ts';
import type { WebhookContext, WebhookResult } from './webhook-context.ts';

/** One list of items per output. A null list means that nothing leaves by this output. */
export type NodeOutput = readonly ItemList[];

/** Result of execute: its outputs, or null to end this path. */
export type ExecuteResult = NodeOutput | null;

export interface NodeVersion {
  readonly description: Omit<NodeDescription, 'name' | 'icon' | 'defaultVersion'>;
  /**
   * Runs the node once over all its input items. Prefer a plain return to a promise: the runner awaits only promises.
   * Absent for nodes which only start a workflow (their input passes through) and for sticky notes.
   */
  readonly execute?: (ctx: ExecuteContext) => ExecuteResult | Promise<ExecuteResult>;
  /** Begins to listen for events, for as long as the workflow is active. */
  readonly trigger?: (ctx: TriggerContext) => StopTrigger | Promise<StopTrigger>;
  /** Fires by the clock. */
  readonly schedule?: Schedule;
  /** Looks for news, as often as its parameter `pollTimes` says. */
  readonly poll?: Poll;
  /** Handles a call of one of the description's `webhooks`. */
  readonly webhook?: (ctx: WebhookContext) => WebhookResult | Promise<WebhookResult>;
  readonly methods?: NodeMethods;
  /** The node always runs user code: the sandbox is warmed as soon as such a node is about to take part. */
  readonly usesSandbox?: boolean;
}

export interface NodeDefinition {
  /** Type name as it stands in workflow files, such as `n8n-nodes-base.set`. */
  readonly type: string;
  /** File name of the icon within the node's folder. */
  readonly icon: string;
  /** typeVersion given to a node newly added; the highest when absent. */
  readonly defaultVersion?: number;
  readonly versions: readonly NodeVersion[];
}

/** Declares a core node; the only export of `nodes/<name>/index.ts`. */
export function defineNode(definition: NodeDefinition): NodeDefinition {
  return definition;
}
