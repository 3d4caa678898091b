// Implements the canvas's handle on its core.
import { ZOOM_STEP, type CanvasHandle } from './canvas-model.ts';
import type { CanvasCore } from './core.ts';
import { boundsOf, LABEL_HEIGHT, middleOf, snapPoint, wayOut, withReach } from './geometry/geometry.ts';

/** Milliseconds for which a revealed node stays highlighted. */
const REVEALED_FOR = 2000;

/** `stage` returns the canvas's element while it is mounted. */
export function makeHandle(core: CanvasCore, stage: () => HTMLElement | null): CanvasHandle {
  const { viewport, scene } = core;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    focus: (id) => (id === undefined ? stage()?.focus({ preventScroll: true }) : core.focus(id)),
    editNote(id) {
      if (core.isReadOnly()) return;
      core.editing.set(id);
      core.requestFrame();
    },
    revealEdge(id) {
      const middle = scene.shapeOf(id)?.middle;
      if (middle !== undefined) viewport.centreOn(middle);
    },
    zoomToFit() {
      const bounds = scene.bounds();
      if (bounds === undefined) viewport.set({ x: 0, y: 0, zoom: 1 });
      else viewport.fit(withReach(bounds));
    },
    zoomIn: () => viewport.zoomBy(ZOOM_STEP),
    zoomOut: () => viewport.zoomBy(1 / ZOOM_STEP),
    resetZoom: () => viewport.zoomBy(1 / viewport.view.zoom),
    bringIntoView(...ids) {
      const [id, ...otherIds] = ids;
      if (id !== undefined && otherIds.length === 0) core.bringIntoView(id);
      else showAll(core, ids);
    },
    keepClear(ids, { x: coverX, y: coverY, width, height }) {
      const { left = 0, top = 0 } = stage()?.getBoundingClientRect() ?? {};
      const covered = { x: coverX - left, y: coverY - top, width, height };
      for (const id of ids) {
        const rect = scene.rectOf(id);
        if (rect === undefined) continue;
        const { x, y } = viewport.toScreen(rect);
        const { zoom } = viewport.view;
        const screenRect = { x, y, width: rect.width * zoom, height: (rect.height + LABEL_HEIGHT) * zoom };
        viewport.panBy(...wayOut(screenRect, covered));
      }
    },
    reveal(id) {
      const rect = scene.rectOf(id);
      if (rect === undefined) return;
      viewport.centreOn(middleOf(rect));
      core.revealed.set(new Set([id]));
      clearTimeout(timer);
      timer = setTimeout(() => core.revealed.set(new Set()), REVEALED_FOR);
    },
    centre: () => snapPoint(viewport.toCanvas({ x: viewport.size.width / 2, y: viewport.size.height / 2 })),
    toCanvas({ x, y }) {
      const { left, top } = stage()?.getBoundingClientRect() ?? { left: 0, top: 0 };
      return viewport.toCanvas({ x: x - left, y: y - top });
    },
    view: () => viewport.view,
    setView: (view) => viewport.set(view),
  };
}

/** Moves the view to these nodes, and zooms out if they do not fit. */
function showAll({ viewport, scene }: CanvasCore, ids: readonly string[]): void {
  const bounds = boundsOf(ids.flatMap((id) => scene.rectOf(id) ?? []));
  if (bounds === undefined) return;
  const rect = withReach(bounds);
  const { zoom } = viewport.view;
  if (rect.width * zoom > viewport.size.width || rect.height * zoom > viewport.size.height) viewport.fit(rect);
  else if (!viewport.shows(rect)) viewport.centreOn(middleOf(rect));
}
