// The outline beside the canvas. Everything in it can be reached without a mouse.
import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { nodeIconUrl } from '../../../api/editor.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { change } from '../actions/change.ts';
import { edgeKey } from '../document/edge-ids.ts';
import { editorActions } from '../document/editor-slice.ts';
import { connect, edgeBetween, moveNodes, nodeById, removeNodes } from '../document/operations.ts';
import { removeConnection } from '../../../../engine/workflow/graph/connections.ts';
import { Outline, outlineOf, type OutlineEnd } from '../outline/index.ts';
import { MAIN, type PortRef } from '../canvas/index.ts';
import { CanvasModelMaker } from '../view/canvas-model-of.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { useEditor, usePanels } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';

const source = ({ id, output, type = MAIN }: OutlineEnd): PortRef => ({ node: id, side: 'output', index: output, type });
const target = ({ type = MAIN }: OutlineEnd, node: string, index: number): PortRef => ({ node, side: 'input', index, type });

export function OutlinePanel({ types }: { readonly types: TypeLookup }): ReactNode {
  const { context } = useEditor();
  const { setOpen } = usePanels();
  const selection = useEditorState((state) => state.selection);
  const isReadOnly = useEditorState((state) => state.mode !== 'edit');
  const nodes = useOutlineNodes(types);
  const focusCanvas = useCallback(() => context.canvas()?.focus(), [context]);
  return (
    <div className="editor-outline">
      <Outline
        nodes={nodes}
        selection={selection}
        isReadOnly={isReadOnly}
        onClose={() => setOpen({ hasOutline: false })}
        onFocusLost={focusCanvas}
        onShowConnection={(from, to, input) => {
          const edge = edgeKey(from.id, to, {
            source: '',
            sourceOutput: from.output,
            target: '',
            targetInput: input,
            type: from.type ?? MAIN,
          });
          context.dispatch(editorActions.selectedWithEdges({ ids: [], edges: [edge] }));
          context.canvas()?.revealEdge(edge);
          // Waits until the dialog has returned the focus.
          setTimeout(focusCanvas);
        }}
        onSelect={(id: string) => {
          context.dispatch(editorActions.selected([id]));
          context.canvas()?.reveal(id);
        }}
        onOpen={(id: string) => void context.dispatch(editorActions.nodeOpened(id))}
        onDelete={(id: string) => void change(context, 'delete', (file) => removeNodes(file, [id]))}
        onConnect={(from, to, input) => void change(context, 'connect', (file) => connect(file, source(from), target(from, to, input)))}
        onDisconnect={(from, to, input) =>
          void change(context, 'disconnect', (file) => {
            const edge = edgeBetween(file, source(from), target(from, to, input));
            return edge === undefined ? file : removeConnection(file, edge);
          })
        }
        onMove={(id: string, delta: Point) => void change(context, 'move', (file) => moved(file, id, delta), { merge: `move ${id}` })}
      />
    </div>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function moved(file: WorkflowFile, id: string, { x, y }: Point): WorkflowFile {
  const node = nodeById(file, id);
  return node === undefined ? file : moveNodes(file, new Map([[id, { x: node.position[0] + x, y: node.position[1] + y }]]));
}

/** Returns the nodes as the canvas shows them, in the order of the outline. */
function useOutlineNodes(types: TypeLookup): ReturnType<typeof outlineOf> {
  const workflow = useEditorState((state) => state.history.present);
  const untouched = useEditorState((state) => state.untouched);
  const run = useRunState((state) => state);
  const maker = useRef<CanvasModelMaker>(null);
  maker.current ??= new CanvasModelMaker();
  return useMemo(() => {
    const { nodes } = (maker.current as CanvasModelMaker).make({
      workflow,
      types,
      run,
      untouched: new Set(untouched),
      iconUrl: nodeIconUrl,
      itemsText: String,
      waitText: String,
    });
    const modelOf = ({ id = '' }: WorkflowNode) => nodes.get(id);
    return outlineOf(workflow, types, {
      iconUrl: nodeIconUrl,
      portsOf: (node) => modelOf(node)?.outputs ?? [],
      inputsOf: (node) => modelOf(node)?.inputs ?? [],
      issuesOf: (node) => modelOf(node)?.issues ?? [],
      stateOf: (node) => modelOf(node)?.state ?? 'idle',
    });
  }, [workflow, types, run, untouched]);
}
