// The React context of the open node: its parameters, the data of its panes, and functions that change it.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { previewExpression, type ExpressionPreview, type ExpressionScope } from '../../../../engine/expression/index.ts';
import type { CredentialLookup } from '../../../../engine/workflow/issues/credential-issues.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { nodeIssues, type NodeIssues } from '../../../../engine/workflow/issues/node-issues.ts';
import { type NodeDescription, effectiveVersion } from '../../../../engine/workflow/node-type.ts';
import { completeParameters, getNodeParameters } from '../../../../engine/workflow/parameters/parameters.ts';
import { editorApi } from '../../../api/editor.ts';
import { change } from '../actions/change.ts';
import type { EditorContext } from '../actions/context.ts';
import { rootOf } from '../document/attached-layout.ts';
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
import { isCurrent, withoutOldChoices, withParameter } from './set-parameter.ts';

export interface OpenNode {
  readonly editor: EditorContext;
  readonly id: string;
  readonly node: WorkflowNode;
  readonly types: TypeLookup;
  /** Undefined if the node type is unknown. */
  readonly description: NodeDescription | undefined;
  /** The version whose parameters are shown. The file may specify a version that is newer than any known one. */
  readonly served: { readonly typeVersion: number };
  readonly workflow: WorkflowFile;
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

const Context = createContext<OpenNode | undefined>(undefined);

/** Returns the query field with the workflow's id, for requests of lists; empty if the workflow is not saved. */
export function savedWorkflow({ editor }: EditorContext): { readonly workflowId?: string } {
  const { id } = editor();
  return id === undefined ? {} : { workflowId: id };
}

export function useOpenNode(): OpenNode {
  const view = useContext(Context);
  if (view === undefined) throw new Error('useOpenNode is called outside of the node view.');
  return view;
}

/** Nodes that were opened before; their issues are shown immediately. */
const seen = new Set<string>();

interface OpenNodeProviderProps {
  readonly id: string;
  readonly types: TypeLookup;
  readonly children: ReactNode;
}

export function OpenNodeProvider({ id, types, children }: OpenNodeProviderProps): ReactNode {
  const { context } = useEditor();
  const workflow = useEditorState((state) => state.history.present);
  const isReadOnly = useEditorState((state) => state.mode !== 'edit');
  const run = useRunState((state) => state);
  const [selection, setSelection] = useState(initialSelection);
  const { data: settings } = editorApi.useSettingsQuery();
  const timezone = settings?.timezone ?? 'UTC';
  const credentials = useCredentialLookup();
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
  const value = useMemo<OpenNode | undefined>(
    () =>
      node === undefined
        ? undefined
        : contextOf({
            context,
            id,
            node,
            types,
            workflow,
            isReadOnly,
            run,
            selection,
            setSelection,
            timezone,
            credentials,
            isNew,
            isForced,
            setForced,
          }),
    [context, id, node, types, workflow, isReadOnly, run, selection, timezone, credentials, isNew, isForced],
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
  readonly selection: ViewSelection;
  readonly setSelection: (change: (before: ViewSelection) => ViewSelection) => void;
  readonly timezone: string;
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
    types,
    description,
    served,
    workflow,
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

/** Evaluates expressions for the chosen item. The scope is created on first use. */
function previewOf({ workflow, node, types, run, selection, timezone }: Parts): Pick<OpenNode, 'evaluate' | 'scope'> {
  let made: { readonly scope: ExpressionScope | undefined } | undefined;
  const make = (): ExpressionScope | undefined => {
    try {
      return previewScope({
        workflow,
        node,
        types,
        runData: run.runData,
        runIndex: selection.outputRun,
        itemIndex: selection.item,
        timezone,
        now: Date.now,
        ...(run.executionId === undefined ? {} : { executionId: run.executionId }),
      });
    } catch {
      return undefined;
    }
  };
  const scope = (): ExpressionScope | undefined => (made ??= { scope: make() }).scope;
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
