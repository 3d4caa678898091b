// Read-only view of a run for expressions, created for each node run.
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionMode, ItemList, RunData, TaskSource } from '../contract/run-data.ts';
import type { WorkflowNode, WorkflowSettings } from '../contract/workflow.ts';

interface ViewedConnection {
  readonly source: string;
  readonly sourceOutput: number;
  readonly target: string;
}

/** The running workflow, with its connections in both directions by node name. */
interface WorkflowView {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly settings: WorkflowSettings;
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  readonly outgoing: ReadonlyMap<string, readonly ViewedConnection[]>;
  readonly incoming: ReadonlyMap<string, readonly ViewedConnection[]>;
  edgesFrom(name: string, type: string): readonly ViewedConnection[];
  edgesTo(name: string, type: string): readonly ViewedConnection[];
}

export interface RunView {
  readonly workflow: WorkflowView;
  /** The node whose parameters are being evaluated. */
  readonly node: WorkflowNode;
  readonly runIndex: number;
  /** Items per input of the node; null if none arrived. */
  readonly inputs: readonly ItemList[];
  /** Source of each input. The paired items of its items refer to it. */
  readonly sources: readonly (TaskSource | null)[];
  /** Finished runs of all nodes of this execution. A null-prototype object. */
  readonly runData: RunData;
  readonly mode: ExecutionMode;
  readonly executionId: string;
  /** IANA time zone of the workflow. */
  readonly timezone: string;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Values of `$vars`. */
  readonly vars: Readonly<Record<string, unknown>>;
  /** Values of `$env`; undefined if access is blocked; reading then throws an error with the reason. */
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly resumeUrl?: string;
  readonly resumeFormUrl?: string;
  /** `$execution.customData`: get, set, getAll, setAll. */
  readonly customData: Map<string, string>;
  /** Returns a node's state within this execution (`$('x').context`, `$node['x'].context`). */
  readonly nodeContext: (nodeName: string) => JsonObject;
  /** The node's own parameters, unevaluated and with defaults. `$parameter` evaluates them, `$rawParameter` does not. */
  readonly parameters: JsonObject;
  /** Returns the parameters of another node, unevaluated and with defaults. */
  readonly parametersOf: (nodeName: string) => JsonObject;
  /** Pinned items by node name, for nodes that did not run (editor previews); absent in production. */
  readonly pinData?: { readonly [nodeName: string]: ItemList };
  /** Returns the name of a parameter as the form shows it, by its path; undefined if the node has no such parameter. */
  readonly parameterLabel?: (path: string) => string | undefined;
  /** Arguments that a model chose for this run of a tool, read by `$fromAI`. */
  readonly modelInput?: JsonObject | undefined;
  /** The call of a tool that the node asks a person about, read by `$tool`. */
  readonly reviewedTool?: { readonly name: string; readonly parameters: JsonObject } | undefined;
  /** Whether missing data reads as undefined instead of throwing, for editor previews. */
  readonly lenient?: boolean;
}
