// The React context of the open node: its parameters, the data of its panes, and functions that change it.
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import { UNSAVED_WORKFLOW_ID } from '../../../../engine/contract/rest/constants.ts';
import type { Variable } from '../../../../engine/contract/rest/variables.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { separateNodes } from '../../../../engine/workflow/attached-parts.ts';
import { previewExpression, type ExpressionPreview, type ExpressionScope } from '../../../../engine/expression/index.ts';
import type { CredentialLookup } from '../../../../engine/workflow/issues/credential-issues.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { nodeIssues, type NodeIssues } from '../../../../engine/workflow/issues/node-issues.ts';
import { type NodeDescription, effectiveVersion } from '../../../../engine/workflow/node-type.ts';
import { sameJson } from '../../../../engine/workflow/values/own-properties.ts';
import { completeParameters, getNodeParameters } from '../../../../engine/workflow/parameters/parameters.ts';
import { editorApi } from '../../../api/editor.ts';
import { variablesApi } from '../../../api/variables.ts';
import { store } from '../../../state/store.ts';
import { change } from '../actions/change.ts';
import type { EditorContext, EditorStore } from '../actions/context.ts';
import { rootOf } from '../document/attached-layout.ts';
import type { EditorState } from '../document/editor-slice.ts';
import { isPinned, nodeById, setNode, setParameters, withDefaultName } from '../document/operations.ts';
import { parentNodes, type ParentNode } from '../runs/run-items.ts';
import type { RunState } from '../runs/run-slice.ts';
import { useCredentialLookup, useEditor } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { missingInputs, unusedInputs } from '../view/missing-inputs.ts';
import { initialSelection, inputPane, outputPane, type PaneData, type ViewSelection } from './panes.ts';
import { previewScope } from './preview-scope.ts';
import { currentStep } from './steps.ts';
import { createViewStore, useViewOf, type ViewStore } from './view-store.ts';
import { isCurrent, withoutOldChoices, withParameter } from './set-parameter.ts';

export interface OpenNode {
  readonly editor: EditorContext;
  readonly id: string;
  readonly node: WorkflowNode;
  /** The node without its parameters; the same object until something else of the node changes. */
  readonly head: Omit<WorkflowNode, 'parameters'>;
  readonly types: TypeLookup;
  /** Undefined if the node type is unknown. */
  readonly description: NodeDescription | undefined;
  /** The version whose parameters are shown. The file may specify a version that is newer than any known one. */
  readonly served: { readonly typeVersion: number };
  readonly workflow: WorkflowFile;
  /** The pinned data of the workflow. */
  readonly pins: WorkflowFile['pinData'];
  readonly graph: WorkflowGraph;
  readonly isReadOnly: boolean;
  /** The stored parameters with defaults, without hidden ones. */
  readonly parameters: JsonObject;
  /** Like `parameters`, but with hidden ones; display rules are evaluated on these. */
  readonly allParameters: JsonObject;
  readonly issues: NodeIssues | undefined;
  readonly run: RunState;
  readonly parents: readonly ParentNode[];
  /** Name of the node that runs the open one, if it is attached. */
  readonly root: string | undefined;
  readonly input: PaneData;
  readonly output: PaneData;
  readonly selection: ViewSelection;
  readonly select: (change: Partial<ViewSelection>) => void;
  /** Whether issues are shown for all fields, including those that never had the focus. */
  readonly isForced: boolean;
  /** Whether the node was added and its view has not been closed yet: no field shows an issue that has not been left. */
  readonly isNew: boolean;
  readonly force: () => void;
  /** Sets a parameter; undefined removes it, so that the default applies. Consecutive changes of the same path are one undo step. */
  readonly setParameter: (path: string, value: unknown) => void;
  /** Changes settings of the node; undefined removes a setting. */
  readonly setNode: (settings: Partial<WorkflowNode>) => void;
  /** Evaluates an expression for the chosen item, with the engine's evaluator. */
  readonly evaluate: (text: string) => ExpressionPreview;
  /** Returns the scope of the chosen item, for completion. Undefined if it cannot be created, such as for an unknown time zone. */
  readonly scope: () => ExpressionScope | undefined;
}

const Context = createContext<ViewStore<OpenNode> | undefined>(undefined);

/** Returns the query field with the workflow's id, for requests of lists; empty if the workflow is not saved. */
export function savedWorkflow({ editor }: EditorStore): { readonly workflowId?: string } {
  const { id } = editor();
  return id === undefined ? {} : { workflowId: id };
}

function useStore(): ViewStore<OpenNode> {
  const view = useContext(Context);
  if (view === undefined) throw new Error('useOpenNode is called outside of the node view.');
  return view;
}

/** Returns the open node. The component is rendered again when a member changes that it has read. */
export const useOpenNode = (): OpenNode => useViewOf(useStore());

/** Returns a function that returns the current open node, for callbacks. It never changes and causes no rendering. */
export const useLatestOpenNode = (): (() => OpenNode) => useStore().current;

/** Nodes that were opened before; their issues are shown immediately. */
const seen = new Set<string>();

interface OpenNodeProviderProps {
  readonly id: string;
  readonly types: TypeLookup;
  readonly children: ReactNode;
}

const idOf = ({ id = UNSAVED_WORKFLOW_ID }: EditorState): string => id;

export function OpenNodeProvider({ id, types, children }: OpenNodeProviderProps): ReactNode {
  const { context } = useEditor();
  const workflow = useEditorState((state) => state.history.present);
  const workflowId = useEditorState(idOf);
  const isReadOnly = useEditorState((state) => state.mode !== 'edit');
  const run = useRunState((state) => state);
  const [selection, setSelection] = useState(initialSelection);
  const { data: settings } = editorApi.useSettingsQuery();
  const timezone = settings?.timezone ?? 'UTC';
  const credentials = useCredentialLookup();
  const vars = useVariableValues();
  const isNew = useEditorState((state) => state.untouched.includes(id));
  const [wasNew] = useState(isNew);
  const [isRequested, setForced] = useState(() => seen.has(id));
  // An added node is no longer new once a run was tried.
  const isForced = isRequested || (wasNew && !isNew);
  useEffect(
    () => () => {
      // The view may also be mounted again while the node stays open.
      if (context.editor().openNode !== id) seen.add(id);
    },
    [context, id],
  );
  const node = nodeById(workflow, id);
  const [view] = useState(() => new OpenNodeView());
  const parts = {
    context,
    id,
    node,
    types,
    workflow,
    workflowId,
    isReadOnly,
    run,
    selection,
    setSelection,
    timezone,
    vars,
    credentials,
    isNew,
    isForced,
    setForced,
  };
  const state = view.update(parts);
  useLayoutEffect(() => view.store?.notify(), [view, state]);
  // Before React renders the provider: the fields take a key in one pass with everything else, since a text field that is rendered with its former
  // value in between would lose its caret.
  useLayoutEffect(() => store.subscribe(() => view.follow()), [view]);
  return state === undefined ? null : <Context value={view.store}>{children}</Context>;
}

/** The parts of a node that may have been deleted. */
type CurrentParts = Omit<Parts, 'node'> & { readonly node: WorkflowNode | undefined };

/** Creates the open node from its parts whenever one of them changes. */
class OpenNodeView {
  store: ViewStore<OpenNode> | undefined;
  #parts: CurrentParts | undefined;

  /** Returns the open node; undefined if it was deleted. */
  update(parts: CurrentParts): OpenNode | undefined {
    const { node } = parts;
    if (node === undefined) return undefined;
    const former = this.#parts;
    const isSame = former !== undefined && (Object.keys(parts) as (keyof Parts)[]).every((key) => parts[key] === former[key]);
    if (isSame && this.store !== undefined) return this.store.current();
    this.#parts = parts;
    const state = withoutChange(this.store?.current(), { ...parts, node });
    this.store ??= createViewStore(state);
    this.store.set(state);
    return state;
  }

  /** Copies the changes of the workflow and its run into the open node. */
  follow(): void {
    const parts = this.#parts;
    if (parts === undefined) return;
    const editor = parts.context.editor();
    const { history, mode } = editor;
    const before = this.store?.current();
    const workflow = history.present;
    const node = nodeById(workflow, parts.id);
    const state = this.update({
      ...parts,
      workflow,
      workflowId: idOf(editor),
      node,
      isReadOnly: mode !== 'edit',
      run: parts.context.run(),
    });
    if (state !== undefined && state !== before) this.store?.notify();
  }
}

/** Returns the open node; members that equal the previous ones keep their identity. */
function withoutChange(before: OpenNode | undefined, parts: Parts): OpenNode {
  const next = contextOf(parts);
  if (before === undefined) return next;
  const same = <K extends keyof OpenNode>(member: K, isEqual: (one: OpenNode[K], other: OpenNode[K]) => boolean): OpenNode[K] =>
    isEqual(before[member], next[member]) ? before[member] : next[member];
  return {
    ...next,
    head: same('head', sameJson),
    served: same('served', sameJson),
    run: same('run', isSameRun),
    parents: same('parents', sameJson),
    issues: same('issues', sameJson),
    graph: hasSameGraph(before, next) ? before.graph : next.graph,
    input: same('input', isSamePane),
    output: same('output', isSamePane),
    ...(before.description === next.description && before.types === next.types ? { setParameter: before.setParameter } : {}),
    select: before.select,
    force: before.force,
    setNode: before.setNode,
  };
}

function headOf({ parameters: _parameters, ...head }: WorkflowNode): OpenNode['head'] {
  return head;
}

/** Whether nothing but the parameters of the open node differs. */
function hasSameGraph(before: OpenNode, { workflow, node }: OpenNode): boolean {
  const { connections, nodes } = workflow;
  if (before.workflow.connections !== connections || before.workflow.nodes.length !== nodes.length) return false;
  return sameJson(before.head, headOf(node)) && nodes.every((each, index) => each === node || each === before.workflow.nodes[index]);
}

/** The run without its nodes, which change with every key; panes and fields read only the results. */
const isSameRun = (one: RunState, other: RunState): boolean =>
  (Object.keys(other) as (keyof RunState)[]).every((key) => key === 'nodes' || one[key] === other[key]);

const isSamePane = (one: PaneData, other: PaneData): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  (Object.keys(other) as (keyof PaneData)[]).every((key) => one[key] === other[key] || isSameList(one[key], other[key]));

const isSameList = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((entry, index) => entry === other[index]);

interface Parts {
  readonly context: EditorContext;
  readonly id: string;
  readonly node: WorkflowNode;
  readonly types: TypeLookup;
  readonly workflow: WorkflowFile;
  readonly workflowId: string;
  readonly isReadOnly: boolean;
  readonly run: RunState;
  readonly selection: ViewSelection;
  readonly setSelection: (change: (before: ViewSelection) => ViewSelection) => void;
  readonly timezone: string;
  /** Values of `$vars` by name. */
  readonly vars: Readonly<Record<string, string>>;
  readonly credentials: CredentialLookup | undefined;
  readonly isNew: boolean;
  readonly isForced: boolean;
  readonly setForced: (isForced: boolean) => void;
}

function contextOf(parts: Parts): OpenNode {
  const { context, id, node, types, workflow, isReadOnly, run, selection, setSelection, credentials, isNew, isForced, setForced } = parts;
  const description = types.description(node.type, node.typeVersion);
  const served = { typeVersion: description === undefined ? node.typeVersion : effectiveVersion(node, description) };
  const graph = new WorkflowGraph(workflow);
  const stored = (node.parameters ?? {}) as JsonObject;
  const all = { returnDefaults: true, returnNoneDisplayed: true, keepUnknown: true };
  const parents = parentNodes(graph, node.name);
  return {
    editor: context,
    id,
    node,
    head: headOf(node),
    types,
    description,
    served,
    workflow,
    pins: workflow.pinData,
    graph,
    isReadOnly,
    parameters: description === undefined ? stored : completeParameters(stored, node, description),
    allParameters: description === undefined ? stored : getNodeParameters(description.properties, stored, all, served, description),
    isNew,
    isForced,
    force: () => setForced(true),
    issues: nodeIssues(node, types, {
      runData: run.runData,
      isPinned: isPinned(workflow, node.name),
      missingInputs: missingInputs(workflow, types),
      unusedInputs: unusedInputs(workflow, types),
      separateNodes: separateNodes(workflow, types),
      ...(credentials === undefined ? {} : { credentials }),
    }),
    run,
    parents,
    root: rootOf(workflow, node.name),
    input: inputPane(parts, parents),
    output: outputPane(parts),
    selection,
    select: (part) => setSelection((before) => ({ ...before, ...part })),
    setParameter: (path, value) => {
      const make = (file: WorkflowFile): WorkflowFile => {
        const parameters = withStored(file, id, path, value, types);
        if (parameters === undefined) return file;
        const changed = setParameters(file, id, parameters);
        return description === undefined ? changed : withDefaultName(changed, id, file, description);
      };
      const step = currentStep();
      if (step === undefined) change(context, 'parameters', make, { merge: `${id} ${path}` });
      else change(context, step, make);
    },
    setNode: (settings) => {
      change(context, 'settings', (file) => setNode(file, id, settings), { merge: `${id} ${Object.keys(settings).join()}` });
    },
    ...previewOf(parts),
  };
}

const noVariables: readonly Variable[] = [];

/** Returns the values of `$vars` by name. */
function useVariableValues(): Readonly<Record<string, string>> {
  const { data = noVariables } = variablesApi.useListVariablesQuery();
  return useMemo(() => {
    const values = Object.create(null) as Record<string, string>;
    for (const { key, value } of data) values[key] = value;
    return values;
  }, [data]);
}

/** Evaluates expressions for the chosen item. The scope is created on first use. */
function previewOf({ workflow, workflowId, node, types, run, selection, timezone, vars }: Parts): Pick<OpenNode, 'evaluate' | 'scope'> {
  let cached: { readonly scope: ExpressionScope | undefined } | undefined;
  const make = (): ExpressionScope | undefined => {
    try {
      return previewScope({
        workflow,
        workflowId,
        node,
        types,
        runData: run.runData,
        runIndex: selection.outputRun,
        itemIndex: selection.item,
        timezone,
        vars,
        now: Date.now,
        ...(run.executionId === undefined ? {} : { executionId: run.executionId }),
      });
    } catch {
      return undefined;
    }
  };
  const scope = (): ExpressionScope | undefined => (cached ??= { scope: make() }).scope;
  return {
    scope,
    evaluate: (text) => {
      const current = scope();
      return current === undefined ? { ok: false, text: '[not found]', reason: 'missing' } : previewExpression(text, current);
    },
  };
}

/** Returns the stored parameters with one value changed; undefined if it is the current value. Reads them at the time of the change, since several changes may follow each other. */
function withStored(file: WorkflowFile, id: string, path: string, value: unknown, types: TypeLookup): JsonObject | undefined {
  const node = nodeById(file, id);
  const stored = (node?.parameters ?? {}) as JsonObject;
  const description = node === undefined ? undefined : types.description(node.type, node.typeVersion);
  const complete = node === undefined || description === undefined ? stored : completeParameters(stored, node, description);
  if (isCurrent(complete, path, value)) return undefined;
  const written = withParameter(stored, complete, path, value);
  return node === undefined || description === undefined ? written : withoutOldChoices(stored, written, path, node, description);
}
