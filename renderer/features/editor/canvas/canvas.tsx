// The canvas: draws a model and emits intents. Gestures, view and frames are handled in the core, outside of React.
import './canvas.css';
import './parts/edge.css';
import { useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { attach } from './attach.ts';
import type { CanvasHandle, CanvasProps } from './canvas-model.ts';
import { CoreContext } from './core-context.ts';
import { CanvasCore } from './core.ts';
import { EdgeTools } from './parts/edge-tools.tsx';
import { makeHandle } from './make-handle.ts';
import { Minimap } from './parts/minimap.tsx';
import { Announcer, Marquee, PendingWire } from './parts/overlays.tsx';
import { useValue } from './stores.ts';
import { Things } from './parts/things.tsx';
import { ZoomBar } from './parts/zoom-bar.tsx';

export interface CanvasOwnProps extends CanvasProps {
  readonly ref?: Ref<CanvasHandle>;
}

const noEdges: readonly string[] = [];

export function Canvas(props: CanvasOwnProps): ReactNode {
  const { ref, model, selection, selectedEdges = noEdges, plan, isReadOnly, isDemo = false, onIntent, onView } = props;
  const { t } = useTranslation('canvas');
  const [core] = useState(() => new CanvasCore());
  const stage = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const wires = useRef<SVGSVGElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const viewListener = useRef(onView);
  const gesture = useValue(core.gesture);
  const handle = useMemo(() => makeHandle(core, () => stage.current), [core]);
  useImperativeHandle(ref, () => handle, [handle]);
  useLayoutEffect(() => {
    viewListener.current = onView;
    core.notify({ isReadOnly, onIntent });
  }, [core, isReadOnly, onIntent, onView]);
  useCoreState(core, { model, selection, selectedEdges, plan }, stage);
  useLayoutEffect(() => {
    const [ground, layer] = [surface.current, labels.current];
    if (stage.current === null || grid.current === null || ground === null || wires.current === null || layer === null) return undefined;
    const grounds = { stage: stage.current, grid: grid.current, surface: ground, wires: wires.current, labels: layer };
    return attach(core, grounds, (view) => viewListener.current?.(view));
  }, [core]);
  return (
    <CoreContext value={core}>
      <div
        ref={stage}
        className="canvas"
        role="application"
        aria-label={t('canvas')}
        tabIndex={model.nodes.size + model.notes.size === 0 ? 0 : -1}
        data-gesture={gesture}
        data-read-only={isReadOnly ? '' : undefined}
        data-planning={plan === undefined ? undefined : ''}
      >
        <div ref={grid} className="canvas-grid" />
        <div ref={surface} className="canvas-surface">
          <svg ref={wires} className="canvas-wires" aria-hidden />
          <div ref={labels} className="canvas-wire-labels" aria-hidden />
          <Things model={model} isReadOnly={isReadOnly} />
          <PendingWire />
          <EdgeTools isReadOnly={isReadOnly} />
          <Marquee />
        </div>
        <ZoomBar handle={handle} hasReset={!isDemo} />
        <Minimap />
        <Announcer />
      </div>
    </CoreContext>
  );
}

interface CoreState extends Pick<CanvasProps, 'model' | 'selection' | 'plan'> {
  readonly selectedEdges: readonly string[];
}

/** Passes what is drawn on to the core. */
function useCoreState(core: CanvasCore, { model, selection, selectedEdges, plan }: CoreState, stage: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    core.setModel(model);
    // If the focused element has been removed, the canvas takes the focus, so that the arrow keys keep working.
    if (core.forgetFocus() && document.activeElement === document.body) stage.current?.focus({ preventScroll: true });
  }, [core, model, stage]);
  useLayoutEffect(() => core.setSelection(selection, selectedEdges), [core, selection, selectedEdges]);
  useLayoutEffect(() => core.setPlan(plan), [core, plan]);
}
