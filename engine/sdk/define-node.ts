// Declares a core node: a type with one or more versions, each with its description and its code.
import type { ItemList } from '../contract/run-data.ts';
import type { NodeDescription } from '../workflow/node-type.ts';
import type { ConnectedNode, ExecuteContext, Supplier } from './execute-context.ts';
import type { Supply } from './supplied-parts.ts';
import type { DetachedContext, NodeMethods, Poll, Schedule, StopTrigger, TriggerContext } from './detached-context.ts';
import type { NodeError } from './node-error.ts';
import type { WebhookContext, WebhookRegistration, WebhookResult } from './webhook-context.ts';

/** One list of items per output. If a list is null, the branch of that output does not run. */
export type NodeOutput = readonly ItemList[];

/** Result of execute: the outputs, or null to end the branch. */
export type ExecuteResult = NodeOutput | null;

export interface NodeVersion {
  readonly description: Omit<NodeDescription, 'name' | 'icon' | 'defaultVersion'>;
  /**
   * Runs the node once with all its input items. Return a plain value rather than a promise where possible, since the runner awaits only
   * promises. Absent for nodes that only start a workflow (their input passes through) and for sticky notes.
   */
  readonly execute?: (ctx: ExecuteContext) => ExecuteResult | Promise<ExecuteResult>;
  /** Listens for events while the workflow is active. */
  readonly trigger?: (ctx: TriggerContext) => StopTrigger | Promise<StopTrigger>;
  /** Times at which the node fires. */
  readonly schedule?: Schedule;
  /** Checks for new data at the times set by the parameter `pollTimes`. */
  readonly poll?: Poll;
  /** Handles a request to one of the description's `webhooks`. */
  readonly webhook?: (ctx: WebhookContext) => WebhookResult | Promise<WebhookResult>;
  /** Returns why the node, with its parameters, would refuse all callers of its webhooks; the workflow is then not activated. Undefined if it would not. */
  readonly webhookFault?: (ctx: DetachedContext) => NodeError | undefined;
  /** Webhooks, by their names in the description, that are registered at a service while the workflow is active or being tested. */
  readonly registrations?: { readonly [webhook: string]: WebhookRegistration };
  /** Makes what root nodes use of this node, for one of their items. `node`: the same node, with the runs that record its uses; absent outside of runs. */
  readonly supply?: (ctx: ExecuteContext, itemIndex: number, node?: ConnectedNode) => Supply | Promise<Supply>;
  /** The package code that makes what root nodes of the same package use of this node, in its own process. */
  readonly supplier?: Supplier;
  readonly methods?: NodeMethods;
  /** Whether the node always runs user code, so that the sandbox is warmed up before the node runs. */
  readonly usesSandbox?: boolean;
}

export interface NodeDefinition {
  /** Type name used in workflow files, such as `n8n-nodes-base.set`. */
  readonly type: string;
  /** File name of the icon in the node's folder. */
  readonly icon: string;
  /** typeVersion of newly added nodes. Default: the highest. */
  readonly defaultVersion?: number;
  readonly versions: readonly NodeVersion[];
}

/** Declares a core node; the only export of `nodes/<name>/index.ts`. */
export function defineNode(definition: NodeDefinition): NodeDefinition {
  return definition;
}
