// Connects the canvas to the store: its model, and the actions for its intents.
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { WAIT_FOREVER } from '../../../../engine/contract/run-data.ts';
import { nodeIconUrl } from '../../../api/editor.ts';
import { useTranslation } from 'react-i18next';
import type { AddedType } from '../actions/add-node.ts';
import { addNodeWhenComplete } from '../actions/complete-types.ts';
import { change } from '../actions/change.ts';
import { disableNodes, duplicateNodes } from '../actions/change-nodes.ts';
import { importFile } from '../actions/clipboard.ts';
import type { EditorContext } from '../actions/context.ts';
import { runWorkflow } from '../actions/run-workflow.ts';
import { Canvas, type CanvasIntent, type CanvasModel, type PortRef } from '../canvas/index.ts';
import { nodeDragType } from '../creator/index.ts';
import { editorActions } from '../document/editor-slice.ts';
import type { HistoryPolicy } from '../document/history.ts';
import { connect, disconnect, insertIntoEdge, moveNodes, nodeById, removeNodes, setParameters } from '../document/operations.ts';
import { useIsLate } from '../open-node/index.ts';
import { RunPlanNote } from '../runs/run-plan-note.tsx';
import { planView } from '../runs/run-question.ts';
import { CanvasModelMaker } from '../view/canvas-model-of.ts';
import type { AwaitedEvent } from '../view/describe-node.ts';
import { indexInType } from '../view/linked-ports.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { useCredentialLookup, useEditor, usePanels } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';

export interface StageProps {
  readonly types: TypeLookup;
  readonly onMenu: (intent: Extract<CanvasIntent, { type: 'menu' }>) => void;
}

/** Milliseconds of waiting for the first event after which its trigger says what it waits for. */
const HINT_AFTER = 2500;

/** Formats a time of today without its date. */
function shortTime(milliseconds: number, language: string): string {
  const time = new Date(milliseconds);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString(language, isToday ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' });
}

export function Stage({ types, onMenu }: StageProps): ReactNode {
  const { context, canvas } = useEditor();
  const { open } = usePanels();
  const { considered } = open;
  const workflow = useEditorState((state) => state.history.present);
  const selection = useEditorState((state) => state.selection);
  const selectedEdges = useEditorState((state) => state.selectedEdges);
  const mode = useEditorState((state) => state.mode);
  const start = useEditorState((state) => state.startTrigger);
  const run = useRunState((state) => state);
  const model = useCanvasModel(types);
  const isIdle = run.status === 'idle';
  const plan = useMemo(
    () => (considered === undefined || !isIdle ? undefined : planView(workflow, types, run, considered.destination, start)),
    [considered, isIdle, workflow, types, run, start],
  );
  const latest = useRef(model);
  latest.current = model;
  const onIntent = useCallback(
    (intent: CanvasIntent) => (intent.type === 'menu' ? onMenu(intent) : act(context, withFilePorts(intent, latest.current))),
    [context, onMenu],
  );
  // A newly opened workflow is fitted to the view; later changes do not move the view.
  useEffect(() => {
    const timer = requestAnimationFrame(() => canvas.current?.zoomToFit());
    return () => cancelAnimationFrame(timer);
  }, [canvas]);
  return (
    <>
      <Canvas
        ref={canvas}
        model={model}
        selection={selection}
        selectedEdges={selectedEdges}
        plan={plan}
        isReadOnly={mode !== 'edit'}
        isDemo={mode === 'demo'}
        onIntent={onIntent}
      />
      {/* The palette announces the preview itself. */}
      <RunPlanNote plan={open.hasPalette ? undefined : plan} />
    </>
  );
}

/** Returns what the canvas draws of the workflow and its run. */
function useCanvasModel(types: TypeLookup): CanvasModel {
  const { t, i18n } = useTranslation('editor');
  const workflow = useEditorState((state) => state.history.present);
  const untouched = useEditorState((state) => state.untouched);
  const run = useRunState((state) => state);
  const maker = useRef<CanvasModelMaker>(null);
  maker.current ??= new CanvasModelMaker();
  const credentials = useCredentialLookup();
  const itemsText = useCallback((count: number) => t(count === 1 ? 'items.one' : 'items.other', { count: count.toLocaleString() }), [t]);
  const waitText = useCallback(
    (till: number | undefined, event?: AwaitedEvent) => {
      const time = till === undefined || till >= WAIT_FOREVER ? undefined : shortTime(till, i18n.language);
      if (event !== undefined) return time === undefined ? t(`wait.${event}`) : t(`wait.${event}Till`, { time });
      if (till === undefined) return t('wait.later');
      return time === undefined ? t('wait.workflow') : t('wait.till', { time });
    },
    [t, i18n.language],
  );
  const isLate = useIsLate(run.status === 'waitingForEvent', HINT_AFTER);
  const hintText = useMemo(() => (isLate ? (name: string) => t('wait.event', { name }) : undefined), [isLate, t]);
  return useMemo(
    () =>
      (maker.current as CanvasModelMaker).make({
        workflow,
        types,
        run,
        credentials,
        untouched: new Set(untouched),
        iconUrl: nodeIconUrl,
        itemsText,
        waitText,
        hintText,
      }),
    [workflow, types, run, credentials, untouched, itemsText, waitText, hintText],
  );
}

type Acting = Exclude<CanvasIntent, { type: 'menu' }>;

/** Converts port indexes to those of files, which are counted per connection type. */
function withFilePorts(intent: Acting, { nodes }: CanvasModel): Acting {
  const inFile = (port: PortRef): PortRef => {
    const node = nodes.get(port.node);
    return { ...port, index: indexInType((port.side === 'input' ? node?.inputs : node?.outputs) ?? [], port.index) };
  };
  if (intent.type === 'connect') return { ...intent, from: inFile(intent.from), to: inFile(intent.to) };
  return 'from' in intent ? { ...intent, from: inFile(intent.from) } : intent;
}

function act(context: EditorContext, intent: Acting): void {
  const { dispatch, ui } = context;
  switch (intent.type) {
    case 'select':
      dispatch(editorActions.selectedWithEdges({ ids: intent.ids, edges: intent.edges ?? [] }));
      return;
    case 'open':
      dispatch(editorActions.nodeOpened(intent.id));
      return;
    case 'move':
      change(context, 'move', (file) => moveNodes(file, intent.positions), stepPolicy('move', intent));
      return;
    case 'connect':
      change(context, 'connect', (file) => connect(file, intent.from, intent.to));
      return;
    case 'disconnect':
      change(context, 'disconnect', (file) => disconnect(file, intent.edge));
      return;
    case 'addFrom':
      return ui.openCreator({ kind: 'from', from: intent.from, at: intent.at });
    case 'insert':
      return ui.openCreator({ kind: 'into', edge: intent.edge, at: intent.at });
    case 'create':
      return ui.openCreator({ kind: 'at', at: intent.at });
    case 'connectInto':
      change(context, 'connect', (file) => {
        const node = nodeById(file, intent.from.node);
        return node === undefined ? file : insertIntoEdge(file, intent.edge, node);
      });
      return;
    case 'drop':
      return drop(context, intent);
    case 'editNote':
      change(context, 'editNote', (file) => withNote(file, intent.id, { content: intent.content }), { merge: `note ${intent.id}` });
      return;
    case 'resizeNote':
      change(
        context,
        'resizeNote',
        (file) =>
          moveNodes(
            withNote(file, intent.id, { width: intent.size.width, height: intent.size.height }),
            new Map([[intent.id, intent.position]]),
          ),
        stepPolicy(`resize ${intent.id}`, intent),
      );
      return;
    case 'colorNote':
      change(context, 'colorNote', (file) => withNote(file, intent.id, { color: intent.color }));
      return;
    case 'consider':
      return ui.considerRun(intent.id === undefined ? undefined : { destination: intent.id });
    case 'tool':
      return tool(context, intent);
  }
}

/** Merges consecutive keyboard moves into one undo step. */
const stepPolicy = (merge: string, { isStep }: { readonly isStep?: true }): HistoryPolicy => (isStep === true ? { merge } : 'record');

type File = ReturnType<EditorContext['editor']>['history']['present'];

const withNote = (file: File, id: string, values: Readonly<Record<string, unknown>>): File => {
  const node = nodeById(file, id);
  return node === undefined ? file : setParameters(file, id, { ...node.parameters, ...values } as typeof node.parameters);
};

function tool(context: EditorContext, { tool: name, id }: Extract<Acting, { type: 'tool' }>): void {
  if (name === 'run') void runWorkflow(context, id);
  else if (name === 'disable') disableNodes(context, [id]);
  else if (name === 'delete') change(context, 'delete', (file) => removeNodes(file, [id]));
  else duplicateNodes(context, [id]);
}

function drop(context: EditorContext, { data, at, edge }: Extract<Acting, { type: 'drop' }>): void {
  const dragged = data.getData(nodeDragType);
  if (dragged !== '') {
    addNodeWhenComplete(context, JSON.parse(dragged) as AddedType, edge === undefined ? { kind: 'at', at } : { kind: 'into', edge, at });
    context.dispatch(editorActions.nodeOpened(undefined));
    return;
  }
  const [file] = data.files;
  if (file !== undefined) void importFile(context, file);
}
