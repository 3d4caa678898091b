// The canvas of a comparison: read-only, with what was added, removed, changed and moved.
import { useEffect, useImperativeHandle, useMemo, useRef, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeIconUrl } from '../../../api/editor.ts';
import { Canvas, type CanvasChange, type CanvasHandle, type CanvasIntent, type CanvasModel } from '../canvas/index.ts';
import { runSlice } from '../runs/run-slice.ts';
import { CanvasModelMaker } from '../view/canvas-model-of.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import type { ComparedWorkflows } from './compared-workflows.ts';

export interface VersionCanvasProps {
  readonly compared: ComparedWorkflows;
  readonly types: TypeLookup;
  /** Id of the node or connection whose changes are displayed. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly ref?: Ref<CanvasHandle>;
}

export function VersionCanvas({ compared, types, chosen, onChoose, ref }: VersionCanvasProps): ReactNode {
  const { t } = useTranslation('versions');
  const canvas = useRef<CanvasHandle>(null);
  useImperativeHandle(ref, () => canvas.current as CanvasHandle, []);
  const changeTexts = useMemo(
    () => ({ added: t('kind.added'), removed: t('kind.removed'), changed: t('kind.changed'), moved: t('kind.moved') }),
    [t],
  );
  const model = useMemo(() => comparisonModel(compared, types, changeTexts), [compared, types, changeTexts]);
  // Each comparison is fitted to the view.
  useEffect(() => {
    const frame = requestAnimationFrame(() => canvas.current?.zoomToFit());
    return () => cancelAnimationFrame(frame);
  }, [compared]);
  const act = (intent: CanvasIntent): void => {
    if (intent.type === 'open') onChoose(intent.id);
    if (intent.type !== 'select') return;
    const id = intent.ids[0] ?? intent.edges?.[0];
    if (id !== undefined) onChoose(id);
  };
  const isWire = chosen !== undefined && model.edges.has(chosen);
  return (
    <Canvas
      ref={canvas}
      model={model}
      selection={chosen === undefined || isWire ? [] : [chosen]}
      selectedEdges={isWire ? [chosen] : []}
      isReadOnly
      onIntent={act}
    />
  );
}

type ChangeTexts = Readonly<Record<CanvasChange['kind'], string>>;

/** Returns what the canvas draws. Problems of nodes and results of runs are left out. */
export function comparisonModel({ merged, nodes, wires }: ComparedWorkflows, types: TypeLookup, texts: ChangeTexts): CanvasModel {
  const model = new CanvasModelMaker().make({
    workflow: merged,
    types,
    run: runSlice.getInitialState(),
    iconUrl: nodeIconUrl,
    itemsText: String,
    waitText: () => '',
  });
  const changeOf = (id: string): { change?: CanvasChange } => {
    const kind = nodes.get(id)?.status ?? wires.get(id)?.kind ?? 'same';
    return kind === 'same' ? {} : { change: { kind, text: texts[kind] } };
  };
  return {
    nodes: new Map([...model.nodes].map(([id, node]) => [id, { ...node, issues: [], ...changeOf(id) }])),
    notes: new Map([...model.notes].map(([id, note]) => [id, { ...note, ...changeOf(id) }])),
    edges: new Map([...model.edges].map(([id, edge]) => [id, { ...edge, ...withLabel(changeOf(id)) }])),
  };
}

/** A changed connection says so beside its line. */
const withLabel = ({ change }: { readonly change?: CanvasChange }) =>
  change === undefined ? {} : { change, label: `${change.kind === 'added' ? '+' : '−'} ${change.text}` };
