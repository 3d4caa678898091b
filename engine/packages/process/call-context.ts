// What package code may use while one of its calls runs: the engine handles its requests with this.
import type { ConnectedNode, ExecuteContext, DetachedContext, Supplier, TriggerContext } from '../../sdk/index.ts';
import type { CrossingType } from '../../workflow/attached-parts.ts';
import type { ContextData } from './protocol.ts';
import type { PartCall, PartDescription, PartUse } from './part-protocol.ts';
import type { SendingNode } from './requests.ts';

/** What a call may use. Calls that only describe a package have neither node nor run. */
export interface CallContext {
  readonly node?: DetachedContext;
  /** Sends the requests of functions that run without a node: those of credential types, and tests of credentials. */
  readonly sender?: SendingNode;
  /** Ends the call when it is aborted. Default: the signal of the node. */
  readonly signal?: AbortSignal;
  /** The same context, if the node runs. */
  readonly run?: ExecuteContext;
  /** Whether the node is a trigger, which may call workflows outside of a run. */
  readonly startsWorkflows?: boolean;
  /** Returns the names of all node types. */
  readonly types?: () => readonly string[];
  /** Names of the node's parameters with expressions. */
  readonly variable?: readonly string[];
  /** The same context, if the node is a trigger. */
  readonly trigger?: TriggerContext;
  /** Returns what package code knows of a node of the same package that is attached to this one. Throws NodeError for other packages. */
  readonly attached?: (node: ConnectedNode, supplier: Supplier) => { readonly context: ContextData; readonly variable: readonly string[] };
  /** Parts that nodes of core, or of other packages, supply to this one. Absent for calls that have no attached nodes. */
  readonly parts?: PartSource;
  /** The node as its root node uses it. Present for attached nodes. */
  readonly used?: ConnectedNode;
  /** Sends a request for a pagination function of a description, and returns its items. */
  readonly routingRequest?: (request: unknown) => Promise<unknown>;
}

/** The parts that a call of package code uses although their code runs elsewhere. */
export interface PartSource {
  /** Returns what an attached node supplies, with a number for its uses. Rejects with NodeError. */
  open(
    node: ConnectedNode,
    connection: CrossingType,
    itemIndex: number,
  ): Promise<{ readonly part: number; readonly description: PartDescription }>;
  /** Uses a part. Rejects with its error, or with NodeError for a part or a method that does not exist. */
  use(call: PartCall, use: PartUse): Promise<unknown>;
  /** Releases the parts; undefined if there are none. */
  close(): Promise<void> | undefined;
}
