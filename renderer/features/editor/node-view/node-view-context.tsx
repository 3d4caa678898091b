// What every part of the open node's view works with: the node, its parameters, the data it is looked at with, and how to change it.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { Item } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { previewExpression, type ExpressionPreview, type ExpressionScope } from '../../../../engine/expression/index.ts';
import type { CredentialLookup } from '../../../../engine/workflow/credential-issues.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph.ts';
import { nodeIssues, type NodeIssues } from '../../../../engine/workflow/node-issues.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { effectiveVersion } from '../../../../engine/workflow/node-version.ts';
import { completeParameters, getNodeParameters } from '../../../../engine/workflow/parameters.ts';
import { editorApi } from '../../../api/editor.ts';
import { change } from '../actions/change.ts';
import type { EditorContext } from '../actions/context.ts';
import { isPinned, nodeById, setNode, setParameters } from '../document/operations.ts';
import type { RunState } from '../runs/run-slice.ts';
import { useEditor } from '../screen/editor-context.tsx';
import { useEditorState, useRunState } from '../screen/use-editor-state.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { previewScope } from './preview-scope.ts';
import { useCredentialLookup } from '../view/use-credential-lookup.ts';
import { firstFullOutput, LATEST, outputItems, outputLists, parentNodes, runIndexOf, runsOf, type ParentNode } from './run-items.ts';
import { withParameter } from './set-parameter.ts';

/** What a pane shows: one output of one run of one node. */
export interface PaneData {
  /** Node whose output is shown; undefined where nothing is connected. */
  readonly source?: string;
  /** Edges between the source and the open node; 0 for its own output. */
  readonly distance: number;
  /** Index of the run that is shown, -1 where there is none. */
  readonly run: number;
  readonly runs: number;
  /** Index of the output that is shown. */
  readonly output: number;
  /** Items of each output of that run; undefined where the node did not run. */
  readonly lists?: readonly (readonly Item[] | null)[];
  /** Items that are shown; undefined where the node did not run. */
  readonly items?: readonly Item[];
  readonly isPinned: boolean;
}

/** What a person chose to look at. */
export interface Looking {
  readonly parent?: string;
  /** -1 for the newest. */
  readonly inputRun: number;
  readonly outputRun: number;
  readonly inputBranch?: number;
  readonly outputBranch?: number;
  /** Both panes show the same run. */
  readonly isLinked: boolean;
  /** Item of the input that previews are made with. */
  readonly item: number;
}

export interface NodeView {
  readonly editor: EditorContext;
  readonly id: string;
  readonly node: WorkflowNode;
  readonly types: TypeLookup;
  /** Undefined for node types that are not known. */
  readonly description: NodeDescription | undefined;
  /** The version whose parameters the node shows; the file may name one that is newer than any known. */
  readonly served: { readonly typeVersion: number };
  readonly workflow: WorkflowFile;
  readonly graph: WorkflowGraph;
  readonly isReadOnly: boolean;
  /** As stored, with defaults filled in and hidden ones left out. */
  readonly parameters: JsonObject;
  /** As `parameters`, hidden ones too: what display rules look at. */
  readonly allParameters: JsonObject;
  readonly issues: NodeIssues | undefined;
  readonly run: RunState;
  readonly parents: readonly ParentNode[];
  readonly input: PaneData;
  readonly output: PaneData;
  readonly looking: Looking;
  readonly look: (change: Partial<Looking>) => void;
  /** Issues are shown at every field, not only at those that were left. */
  readonly isForced: boolean;
  readonly force: () => void;
  /** Undefined takes the value away, so that the default counts. Changes of the same path that follow each other are one step of undo. */
  readonly setParameter: (path: string, value: unknown) => void;
  /** Undefined values take a setting away. */
  readonly setNode: (settings: Partial<WorkflowNode>) => void;
  /** The value of an expression for the item that is looked at, as the engine would give it. */
  readonly evaluate: (text: string) => ExpressionPreview;
  /** The scope of that item, for completion. Undefined where no scope can be made, such as with an unknown time zone. */
  readonly scope: () => ExpressionScope | undefined;
}

const Context = createContext<NodeView | undefined>(undefined);

export function useNodeView(): NodeView {
  const view = useContext(Context);
  if (view === undefined) throw new Error('useNodeView is called outside of the node view.');
  return view;
}

/** Nodes that were open before: what is missing in them is said at once. */
const seen = new Set<string>();

const initial: Looking = { inputRun: LATEST, outputRun: LATEST, isLinked: true, item: 0 };

export interface NodeViewProviderProps {
  readonly id: string;
  readonly types: TypeLookup;
  readonly children: ReactNode;
}

export function NodeViewProvider({ id, types, children }: NodeViewProviderProps): ReactNode {
  const { context } = useEditor();
  const workflow = useEditorState((state) => state.history.present);
  const isReadOnly = useEditorState((state) => state.mode !== 'edit');
  const run = useRunState((state) => state);
  const [looking, setLooking] = useState(initial);
  const { data: settings } = editorApi.useSettingsQuery();
  const timezone = settings?.timezone ?? 'UTC';
  const credentials = useCredentialLookup();
  const [isForced, setForced] = useState(() => seen.has(id));
  useEffect(() => {
    seen.add(id);
  }, [id]);
  const node = nodeById(workflow, id);
  const value = useMemo(
    () =>
      node === undefined
        ? undefined
        : viewOf({ context, id, node, types, workflow, isReadOnly, run, looking, setLooking, timezone, credentials, isForced, setForced }),
    [context, id, node, types, workflow, isReadOnly, run, looking, timezone, credentials, isForced],
  );
  return value === undefined ? null : <Context value={value}>{children}</Context>;
}

interface Parts {
  readonly context: EditorContext;
  readonly id: string;
  readonly node: WorkflowNode;
  readonly types: TypeLookup;
  readonly workflow: WorkflowFile;
  readonly isReadOnly: boolean;
  readonly run: RunState;
  readonly looking: Looking;
  readonly setLooking: (change: (before: Looking) => Looking) => void;
  readonly timezone: string;
  readonly credentials: CredentialLookup | undefined;
  readonly isForced: boolean;
  readonly setForced: (isForced: boolean) => void;
}

function viewOf(parts: Parts): NodeView {
  const { context, id, node, types, workflow, isReadOnly, run, looking, setLooking, timezone, credentials, isForced, setForced } = parts;
  const description = types.description(node.type, node.typeVersion);
  const served = { typeVersion: description === undefined ? node.typeVersion : effectiveVersion(node, description) };
  const graph = new WorkflowGraph(workflow);
  const stored = (node.parameters ?? {}) as JsonObject;
  const parameters = description === undefined ? stored : completeParameters(stored, node, description);
  const parents = parentNodes(graph, node.name);
  const output = outputPane(parts);
  const place = {
    workflow,
    node,
    types,
    runData: run.runData,
    runIndex: looking.outputRun,
    itemIndex: looking.item,
    timezone,
    now: Date.now,
  };
  // Made when it is first asked for: many looks at a node need none.
  let scope: ExpressionScope | undefined | null = null;
  const scopeNow = (): ExpressionScope | undefined => {
    if (scope !== null) return scope;
    try {
      scope = previewScope({ ...place, ...(run.executionId === undefined ? {} : { executionId: run.executionId }) });
    } catch {
      scope = undefined;
    }
    return scope;
  };
  return {
    editor: context,
    id,
    node,
    types,
    description,
    served,
    workflow,
    graph,
    isReadOnly,
    parameters,
    allParameters:
      description === undefined
        ? stored
        : getNodeParameters(
            description.properties,
            stored,
            { returnDefaults: true, returnNoneDisplayed: true, keepUnknown: true },
            served,
            description,
          ),
    isForced,
    force: () => setForced(true),
    issues: nodeIssues(node, types, {
      runData: run.runData,
      isPinned: isPinned(workflow, node.name),
      ...(credentials === undefined ? {} : { credentials }),
    }),
    run,
    parents,
    input: inputPane(parts, parents),
    output,
    looking,
    look: (part) => setLooking((before) => ({ ...before, ...part })),
    setParameter: (path, value) => {
      change(context, 'parameters', (file) => setParameters(file, id, withStored(file, id, path, value, types)), {
        merge: `${id} ${path}`,
      });
    },
    setNode: (settings) => {
      change(context, 'settings', (file) => setNode(file, id, settings), { merge: `${id} ${Object.keys(settings).join()}` });
    },
    evaluate: (text) => {
      const current = scopeNow();
      return current === undefined ? { ok: false, text: '[not found]' } : previewExpression(text, current);
    },
    scope: scopeNow,
  };
}

function paneOf({ workflow, run }: Parts, source: string, distance: number, wantedRun: number, branch: number | undefined): PaneData {
  const data = { workflow, runData: run.runData };
  const runs = runsOf(run.runData, source);
  const lists = outputLists(data, source, wantedRun);
  const output = branch ?? firstFullOutput(lists);
  const items = lists === undefined ? undefined : outputItems(data, source, wantedRun, output);
  return {
    source,
    distance,
    run: runIndexOf(runs, wantedRun),
    runs: runs.length,
    output,
    isPinned: isPinned(workflow, source),
    ...(lists === undefined ? {} : { lists }),
    ...(items === undefined ? {} : { items }),
  };
}

const outputPane = (parts: Parts): PaneData => paneOf(parts, parts.node.name, 0, parts.looking.outputRun, parts.looking.outputBranch);

function inputPane(parts: Parts, parents: readonly ParentNode[]): PaneData {
  const { looking, node, run } = parts;
  const parent = parents.find(({ name }) => name === looking.parent) ?? parents[0];
  if (parent === undefined) return { distance: 1, run: -1, runs: 0, output: 0, isPinned: false };
  // The run of the output names the run and branch it took its data from.
  const own = runsOf(run.runData, node.name);
  const source = looking.isLinked
    ? own[runIndexOf(own, looking.outputRun)]?.source.find((each) => each?.previousNode === parent.name)
    : undefined;
  const wanted = looking.isLinked ? (source?.previousNodeRun ?? looking.outputRun) : looking.inputRun;
  const branch = looking.inputBranch ?? source?.previousNodeOutput ?? (parent.outputs.length === 1 ? parent.outputs[0] : undefined);
  return paneOf(parts, parent.name, parent.distance, wanted, branch);
}

/** The stored parameters with one value changed; read at the time of the change, since several may follow each other. */
function withStored(file: WorkflowFile, id: string, path: string, value: unknown, types: TypeLookup): JsonObject {
  const node = nodeById(file, id);
  const stored = (node?.parameters ?? {}) as JsonObject;
  const description = node === undefined ? undefined : types.description(node.type, node.typeVersion);
  const complete = node === undefined || description === undefined ? stored : completeParameters(stored, node, description);
  return withParameter(stored, complete, path, value);
}
